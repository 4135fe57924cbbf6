// What is used of urdf-loader's robots, by structure: its classes are not imported, not even as types, so that programs that
// do not use it need not have it.
import type { Object3D, Quaternion, Vector3 } from 'three'

/** The limit of a joint as `urdf-loader` has it. */
export interface UrdfLoaderLimit {
  readonly lower: number
  readonly upper: number
  readonly effort: number
  readonly velocity: number
}

/** A URDFJoint or URDFMimicJoint. Its one child link stands at its own frame. */
export interface UrdfLoaderJoint extends Object3D {
  readonly jointType: string
  readonly axis: Vector3
  readonly limit: UrdfLoaderLimit
  /** Six numbers for a floating joint: x, y, z, roll, pitch, yaw. */
  jointValue: number[]
  /** Its rest pose, which urdf-loader keeps here from the first time that a value is set. */
  origPosition?: Vector3 | null
  origQuaternion?: Quaternion | null
  /** Of a URDFMimicJoint. */
  readonly mimicJoint?: string | null
  readonly multiplier?: number
  readonly offset?: number
}

/** A URDFRobot. The root link is the robot itself. */
export interface UrdfLoaderRobot extends Object3D {
  readonly robotName?: string | null
  readonly links: Readonly<Record<string, Object3D>>
  readonly joints: Readonly<Record<string, UrdfLoaderJoint>>
}
