"""The Python side of the bench `serve`: a round for each line on standard input, and its seconds on standard output.

Arguments: the scene as JSON, the folder that its files are below, a file of configurations (Float64).
`single 500`: 500 calls of one configuration each. `many 1000`: all configurations, 1000 in a call.
"""

import json
import sys
import time

import numpy as np

import limber

scene, root, file = sys.argv[1:]
world = limber.World(json.loads(scene), root=root)
rows = np.fromfile(file).reshape(-1, world.dof)

for line in sys.stdin:
    kind, text = line.split()
    count = int(text)
    times = []
    hits = 0
    start = time.perf_counter()
    if kind == "single":
        for k in range(count):
            before = time.perf_counter()
            hits += world.collides(rows[k % len(rows)])
            times.append(time.perf_counter() - before)
    else:
        for k in range(0, len(rows), count):
            hits += int(np.count_nonzero(world.collides(rows[k : k + count])))
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "hits": hits, "median": float(np.median(times)) if times else None}), flush=True)
