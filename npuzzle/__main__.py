"""`python3 -m npuzzle`: the command line."""

import sys

from npuzzle.cli import main

sys.exit(main())
