"""Where jobs run. A backend is a function from jobs to rows, in any order."""
