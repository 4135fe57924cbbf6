// The part of a motion's certificate that is about things that bend (docs/formats/certificate.md, "Things that bend"): their frames, the proofs
// of the steps from frame to frame, and of each thing against each geometry. It is recorded when it is asked for, by the same provers
// that have decided the motion.
import { encodeBase64 } from '../../base/work/encode-base64.js'
import { BrokenInvariantError, InvalidInputError } from '../../errors.js'
import { type StepCertificate, stepCertificate } from '../../geometry/steps/prove-step.js'
import { chooseSlabs } from '../../meshes/deform/choose-slabs.js'
import { copiesOfTriangles } from '../../meshes/deform/deform-result.js'
import { weldCorners } from '../../meshes/deform/step-corners.js'
import { doubleBytes } from '../model/robot-document.js'
import type { ItemProver } from './item-prover.js'
import { ItemRecorder } from './item-recorder.js'
import type { DeformingTrack } from './keyframes.js'

/** How something that bends moves, and that it is free: part of a certificate. */
export interface DeformingProof {
  /** As the world has it. */
  readonly name: string
  /** In pieces of the motion, rising: where its frames are. */
  readonly places: readonly number[]
  /** x, y, z of every point, by frame: doubles in base64. */
  readonly frames: readonly string[]
  /** From each frame to the next, or of the only one: nothing of it touches itself. Empty where that is not asked. */
  readonly self: readonly StepCertificate[]
  /** By piece: each geometry that something of it may not touch, and by stretch between two frames the bytes of the proof, in base64. */
  readonly proofs: readonly (readonly { readonly geometry: number; readonly stretches: readonly string[] }[])[]
  /**
   * Things after this one in the world that it may not touch, by number: by piece and by stretch between two frames of either, the bytes
   * of the proof, in base64. Left out where there are none.
   */
  readonly others?: readonly { readonly other: number; readonly proofs: readonly (readonly string[])[] }[]
}

/** Frames of a certificate are at multiples of this, so that all arithmetic with times is exact. */
const FINEST_PLACE = 2 ** -16

/** Proofs of a track, from provers made again with a recorder each; by piece. */
export function deformingProof(
  track: DeformingTrack,
  pieces: number,
  makeProvers: (segment: number, newRecorder: () => ItemRecorder) => readonly ItemProver[],
): DeformingProof {
  const { thing, places, frames } = track
  if (thing.tree !== undefined && thing.tree.added > 0) {
    throw new InvalidInputError('certificate', thing.name, 'a mesh to which no triangles were added to close it')
  }
  for (const place of places) {
    if (Number.isInteger(place / FINEST_PLACE)) continue
    throw new InvalidInputError('certificate', place, 'keyframes at multiples of 1/65536 of a piece of the motion')
  }
  const proofs = Array.from({ length: pieces }, (_, segment) => {
    const recorders: ItemRecorder[] = []
    const provers = makeProvers(segment, () => {
      recorders.push(new ItemRecorder())
      return recorders.at(-1)!
    })
    const { length } = track.stretches(segment)
    return provers.map((prover, k) => {
      while (prover.isOpen) prover.advance(Infinity, Infinity)
      if (!prover.isFree) throw new BrokenInvariantError('a motion was decided to be free, and its proof fails')
      return { geometry: prover.number, stretches: recorders[k]!.texts(length) }
    })
  })
  return {
    name: thing.name,
    places: Array.from(places),
    frames: frames.map((frame) => encodeBase64(doubleBytes(frame))),
    self: thing.self ? selfProofs(track) : [],
    proofs,
  }
}

function selfProofs(track: DeformingTrack): StepCertificate[] {
  const { thing, frames } = track
  if (thing.tree !== undefined) return meshProofs(track)
  const { strands } = thing
  const necklace = thing.necklace!
  return Array.from({ length: Math.max(1, frames.length - 1) }, (_, k) => {
    necklace.step(frames[k]!)
    const step = necklace.between(frames[k + 1] ?? frames[k]!, {
      maxTests: 0,
      ...(strands === undefined ? {} : { strands }),
    })
    return stepCertificate(step.stepInput())
  })
}

/** Triangles in the order of the world document. */
function meshProofs({ thing, frames }: DeformingTrack): StepCertificate[] {
  const tree = thing.tree!
  const triangles = Uint32Array.from(
    Array.from(tree.order).flatMap((item) => Array.from(thing.items.subarray(3 * item, 3 * item + 3))),
  )
  const excluded = copiesOfTriangles(triangles)
  return Array.from({ length: Math.max(1, frames.length - 1) }, (_, k) => {
    const points = frames[k]!
    const next = frames[k + 1] ?? points
    // A document has vertices by their numbers, and two of them at one place touch.
    if (weldCorners(triangles, points, next).some((v, c) => v !== triangles[c])) {
      throw new InvalidInputError('certificate', thing.name, 'a mesh that has one vertex at each place')
    }
    const slabs = chooseSlabs(triangles, points, next)
    return stepCertificate({ hulls: 'triangles', points, next, triangles, excluded }, { slabs })
  })
}
