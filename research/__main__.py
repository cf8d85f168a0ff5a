"""`python -m research` is the command line."""

from research.cli import main

if __name__ == "__main__":
    main()
