// Messages and files of ROS and MoveIt for tests, in the layouts that programs print.

/** ROS 1, `rostopic echo`: numbers as Python prints them. */
export const TRAJECTORY_1 = `header:
  seq: 12
  stamp:
    secs: 0
    nsecs: 0
  frame_id: "base"
joint_names: [turn, shoulder]
points:
  -
    positions: [0.0, 1e-05]
    velocities: [0.0, 0.0]
    accelerations: []
    effort: []
    time_from_start:
      secs: 0
      nsecs: 0
  -
    positions: [0.5, -0.25]
    velocities: [0.0, 0.0]
    accelerations: []
    effort: []
    time_from_start:
      secs: 1
      nsecs: 500000000
---
`

/** ROS 2, `ros2 topic echo`: a display of a plan, with where it starts. */
export const DISPLAY_2 = `model_id: arm
trajectory:
- joint_trajectory:
    header:
      stamp:
        sec: 0
        nanosec: 0
      frame_id: base
    joint_names:
    - turn
    - shoulder
    points:
    - positions:
      - 0.1
      - 0.2
      velocities: []
      accelerations: []
      effort: []
      time_from_start:
        sec: 0
        nanosec: 250000000
    - positions: &id001
      - 0.3
      - 0.4
      velocities: []
      accelerations: []
      effort: []
      time_from_start:
        sec: 1
        nanosec: 0
  multi_dof_joint_trajectory:
    joint_names: []
    points: []
trajectory_start:
  joint_state:
    name:
    - turn
    - shoulder
    - elbow
    position:
    - 0.0
    - 0.0
    - 0.7
    velocity: []
    effort: []
  multi_dof_joint_state:
    joint_names: [floor]
    transforms:
    - translation: {x: 0.0, y: 0.0, z: 0.0}
      rotation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}
  is_diff: false
---
`

export const STATE = `header:
  stamp: {sec: 3, nanosec: 1}
name: [turn, grip, grip_other]
position: [0.5, 0.02, 0.02]
velocity: []
---
name: [turn, grip, grip_other]
position: [0.25, 0.01, 0.01]
---
`

/** The older layout: a count of shapes behind the name. */
export const SCENE_OLD = `(noname)
* table
1
box
1.6 1.2 0.05
0.4 0 -0.03
0 0 0 1
0 0 0 0
* far post
2
cylinder
0.04 1
0.35 0.35 0.5
0 0 0.6 0.8
0 0.5 0 1
cone
0.1 0.3
0 0 2
0 0 0 1
0 0 0 0
.
`

/** The newer one: a pose of the object, and subframes. */
export const SCENE_NEW = `cell
* shelf
0 0 1
0 0 0.70710678118654757 0.70710678118654757
2
box
0.1 0.2 0.3
1 0 0
0 0 0 1
0 0 0 0
mesh
4 4
0 0 0
1 0 0
0 1 0
0 0 1
0 2 1
0 1 3
1 2 3
0 3 2
0 0 0
0 0 0 1
0.1 0.2 0.3 1
1
top
0 0 0.15
0 0 0 1
* floor
0 0 0
0 0 0 1
1
plane
0 0 1 0.5
0 0 0
0 0 0 1
0 0 0 0
0
.
`

/** A message with all that is read and much that is passed over. */
export const PLANNING = `name: cell
robot_state:
  joint_state:
    header: {stamp: {secs: 0, nsecs: 0}, frame_id: base}
    name: [turn, shoulder, elbow, wrist, grip, grip_other]
    position: [0.0, 0.1, 0.2, 0.3, 0.02, 0.02]
    velocity: []
  multi_dof_joint_state: {joint_names: [], transforms: []}
  attached_collision_objects:
  - link_name: hand
    object:
      header: {frame_id: hand}
      id: cup
      primitives: [{type: 3, dimensions: [0.1, 0.03]}]
      primitive_poses: [{position: {x: 0.0, y: 0.0, z: 0.14}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}}]
      operation: 0
    touch_links: [hand, left_finger, right_finger]
    weight: 0.0
  is_diff: false
robot_model_name: arm
fixed_frame_transforms:
- header: {frame_id: base}
  child_frame_id: camera
  transform: {translation: {x: 0.0, y: 0.0, z: 1.0}, rotation: {x: 1.0, y: 0.0, z: 0.0, w: 0.0}}
allowed_collision_matrix:
  entry_names: [base, column, upper_arm, forearm, hand, left_finger, right_finger, table]
  entry_values:
  - enabled: [0, 1, 0, 0, 0, 0, 0, 1]
  - enabled: [1, 0, 1, 0, 0, 0, 0, 0]
  - enabled: [0, 1, 0, 1, 0, 0, 0, 0]
  - enabled: [0, 0, 1, 0, 1, 0, 0, 0]
  - enabled: [0, 0, 0, 1, 0, 1, 1, 0]
  - enabled: [0, 0, 0, 0, 1, 0, 0, 0]
  - enabled: [0, 0, 0, 0, 1, 0, 0, 0]
  - enabled: [1, 0, 0, 0, 0, 0, 0, 0]
  default_entry_names: []
  default_entry_values: []
link_padding: [{link_name: base, padding: 0.0}]
link_scale: [{link_name: base, scale: 1.0}]
object_colors: [{id: table, color: {r: 1.0, g: 0.0, b: 0.0, a: 1.0}}]
world:
  collision_objects:
  - header: {frame_id: /base}
    id: table
    type: {key: '', db: ''}
    pose: {position: {x: 0.4, y: 0.0, z: -0.025}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}}
    primitives: [{type: 1, dimensions: [1.6, 1.2, 0.05]}]
    primitive_poses: [{position: {x: 0.0, y: 0.0, z: 0.0}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}}]
    subframe_names: [corner]
    subframe_poses: [{position: {x: 0.8, y: 0.6, z: 0.0}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: 1.0}}]
  - header: {frame_id: camera}
    id: lamp/bulb
    primitives: [{type: 2, dimensions: [0.1]}]
    primitive_poses: [{position: {x: 0.5, y: 0.25, z: -1.0}, orientation: {x: 0.0, y: 0.0, z: 0.0, w: 0.0}}]
  octomap: {header: {frame_id: ''}, octomap: {binary: false, id: '', resolution: 0.0, data: []}}
is_diff: false
`
