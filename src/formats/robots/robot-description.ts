// A robot as a file describes it, whatever its format: what robot-parse.ts makes a Robot of.
import type { AllowedPair, NamedState } from '../../robots/model/robot.js'
import type { Urdf, UrdfCollision, UrdfGeometry } from './urdf.js'

/** A shape as a file describes it: URDF's, and an ellipsoid with its radii along x, y and z. */
export type SizedGeometry =
  | UrdfGeometry
  | { readonly kind: 'ellipsoid'; readonly radii: readonly [number, number, number] }

export type DescribedGeometry =
  | SizedGeometry
  /** All that is below z = 0: how large it has to be is known when the robot is, with its meshes. */
  | { readonly kind: 'plane' }

/** A shape of a link, and where it is. */
export interface DescribedCollision extends Omit<UrdfCollision, 'geometry'> {
  readonly geometry: DescribedGeometry
  /** The file that the line is in, if it is not the main one. */
  readonly file?: string | undefined
}

export interface DescribedLink {
  readonly name: string
  readonly line: number
  readonly visuals: readonly object[]
  /** The geometry that counts. */
  readonly checked: readonly DescribedCollision[]
}

export interface RobotDescription extends Omit<Urdf, 'links'> {
  readonly links: readonly DescribedLink[]
  readonly allowed?: readonly AllowedPair[] | undefined
  readonly states?: readonly NamedState[] | undefined
}
