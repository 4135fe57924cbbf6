"""Is a planned trajectory free, in a MoveIt planning scene? python3 moveit.py arm.urdf arm.srdf planning-scene.yaml round-post.yaml

A planning scene is a .scene file, or a moveit_msgs/PlanningScene as YAML; a trajectory is what `ros2 topic echo --full-length` prints.
"""

import sys

import limber

urdf, srdf, scene, *trajectories = sys.argv[1:]
with limber.World(urdf, srdf=srdf, planningScene=scene) as world:
    for note in world.notes:
        print("note:", note)
    for trajectory in trajectories:
        check = world.check(trajectory)
        print(f"{trajectory}: {check.outcome}", *(check.pair or ()))
        if check.free:
            print("  certificate:", "valid" if world.verify(check.certificate) else "rejected")
