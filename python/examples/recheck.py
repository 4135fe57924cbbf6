"""Checks paths that another planner has made: python3 recheck.py cell.json paths.npz"""

import sys

import numpy as np

import limber

scene, paths = sys.argv[1:]
with limber.World(scene) as world:
    for name, path in np.load(paths).items():
        check = world.check(path)
        print(f"{name}: {check.outcome}", *(check.pair or ()))
