"""`python -m tablee.cli`, where the `tablee` command is not on the path."""

import sys

from tablee.cli import main

if __name__ == "__main__":
    sys.exit(main())
