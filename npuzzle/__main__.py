"""`python3 -m npuzzle`: the command line."""

import sys

try:
    from npuzzle.cli.main import main
except KeyboardInterrupt:  # pressed while it was loading
    sys.exit(130)

sys.exit(main())
