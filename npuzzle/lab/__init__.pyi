"""What a type checker sees of the names in `__init__.py`."""

from npuzzle.lab.boards import boards_at_depths as boards_at_depths
from npuzzle.lab.certificate import (
    Arc as Arc,
)
from npuzzle.lab.certificate import (
    Certificate as Certificate,
)
from npuzzle.lab.certificate import (
    Counterexample as Counterexample,
)
from npuzzle.lab.certificate import (
    Standing as Standing,
)
from npuzzle.lab.certifying import (
    HeuristicErrors as HeuristicErrors,
)
from npuzzle.lab.certifying import (
    certify as certify,
)
from npuzzle.lab.certifying import (
    evaluate as evaluate,
)
from npuzzle.lab.certifying import (
    iter_certify as iter_certify,
)
from npuzzle.lab.certifying import (
    iter_measure_errors as iter_measure_errors,
)
from npuzzle.lab.certifying import (
    judge as judge,
)
from npuzzle.lab.certifying import (
    measure_errors as measure_errors,
)
from npuzzle.lab.comparing import Contender as Contender
from npuzzle.lab.comparing import compare as compare
from npuzzle.lab.comparing import contenders as contenders
from npuzzle.lab.comparing import iter_compare as iter_compare
from npuzzle.lab.comparison import Comparison as Comparison
from npuzzle.lab.comparison import Row as Row
from npuzzle.lab.comparison import effective_branching as effective_branching
from npuzzle.lab.exhibits import EXHIBITS as EXHIBITS
from npuzzle.lab.exhibits import Exhibit as Exhibit
from npuzzle.lab.recorder import Node as Node
from npuzzle.lab.space import (
    StateSpace as StateSpace,
)
from npuzzle.lab.space import (
    enumerate_states as enumerate_states,
)
from npuzzle.lab.tracing import TRACED as TRACED
from npuzzle.lab.tracing import (
    Expansions as Expansions,
)
from npuzzle.lab.tracing import Status as Status
from npuzzle.lab.tracing import Trace as Trace
from npuzzle.lab.tracing import (
    iter_record_expansions as iter_record_expansions,
)
from npuzzle.lab.tracing import iter_trace as iter_trace
from npuzzle.lab.tracing import (
    record_expansions as record_expansions,
)
from npuzzle.lab.tracing import trace as trace
from npuzzle.own import heuristic_from_source as heuristic_from_source
from npuzzle.progress import Progress as Progress
