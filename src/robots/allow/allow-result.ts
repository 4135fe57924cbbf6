// What is known of the link pairs of a robot over the whole box of its joint limits: plain records, as they are written to a
// report and read back. Which class a pair gets is decided by counts, never by clocks.
import type { BlindSpots } from '../world/world-examined.js'

/**
 * never: proved apart over the whole box. contained: proved that their surfaces never meet, and one is inside the other.
 * sometimes: they touch at the witness, and are apart elsewhere. always: proved to overlap over the whole box. touches: they
 * touch in every configuration tested, in some of them with a depth near zero: parts that bear on each other. undecided: none of
 * these, with a witness if they touched in every configuration tested.
 */
export type PairClass = 'never' | 'sometimes' | 'always' | 'touches' | 'contained' | 'undecided'

/** The smallest clearance of a pair that never touches. */
export interface PairClearance {
  /** Proved: they are nowhere closer, metres. */
  readonly least: number
  /** The smallest distance that was found, and the configuration where. */
  readonly found: number
  readonly at: readonly number[]
}

/** What was found about a pair of links, over all joint values. */
export interface PairResult {
  /** Link names, in the robot's order. */
  readonly a: string
  readonly b: string
  readonly class: PairClass
  readonly adjacent: boolean
  /** Names of the joints between, from a to b; mimic joints by their own names. */
  readonly joints: readonly string[]
  /** Cells of the proof, or of the attempt. */
  readonly cells: number
  /** sometimes, always, touches, and undecided if they touch: a full configuration (robot.dof numbers) where they touch. */
  readonly witness?: readonly number[]
  /** Metres of penetration at the witness, at least. */
  readonly depth?: number
  /** sometimes: share of the samples that touch. */
  readonly often?: number
  /** never, on request. */
  readonly clearance?: PairClearance
  /** never and contained: the smallest distance that was found before the proof, metres, and the configuration where. */
  readonly nearest?: { readonly distance: number; readonly at: readonly number[] }
  /** undecided: share of the box that is not proved. */
  readonly left?: number
  /** never and contained, on request: the cells of the proof, as bytes. */
  readonly proof?: Uint8Array
}

/** Does the result carry a proof that a verifier can check? Only `never` and `contained` can, if certificates were asked for. */
export function isCertified(pair: PairResult): boolean {
  return (pair.class === 'never' || pair.class === 'contained') && pair.proof !== undefined
}

/** The limits of a variable, which are part of the claim: ±Infinity where there are none. */
export interface AllowLimits {
  /** Name of the variable: of the joint, or `joint/x` for one of several. */
  readonly joint: string
  readonly lower: number
  readonly upper: number
}

/** A geometry that the claim is about. */
export interface AllowMesh {
  readonly link: string
  /** Index among the link's geometries. */
  readonly geometry: number
  readonly hash: string
}

/** `surfaces` and `unseen`: what the claim does not cover, as a world with this robot alone names it. */
export interface AllowedPairs extends Pick<BlindSpots, 'surfaces' | 'unseen'> {
  /** The robot's name. */
  readonly robot: string
  /** Of the robot: links, joints, limits and geometry to the last bit. */
  readonly hash: string
  /** By variable of a configuration. */
  readonly limits: readonly AllowLimits[]
  readonly meshes: readonly AllowMesh[]
  readonly pairs: readonly PairResult[]
  /** The work was stopped: pairs are missing. */
  readonly stopped?: true
}
