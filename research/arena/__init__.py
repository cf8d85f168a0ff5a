"""The arena: programs in any language as strategies and architects, in a sandbox, by text protocols."""
