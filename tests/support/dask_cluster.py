"""A dask cluster of two worker processes: says its address, and ends with its standard input.

`python -m tests.support.dask_cluster`; a program of its own, as a cluster leaves threads and sockets behind.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
