"""What one looks at: text, tables, figures, progress."""
