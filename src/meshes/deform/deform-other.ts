// The other mesh of a step: it stands, deforms, or moves rigidly, in the frame of the mesh that deforms.
import { checkFields } from '../../base/math/checks.js'
import { identityPose, POSE, transformPoint } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import { insideMeshes, Nested } from '../solid/nested-meshes.js'
import { checkPositions, MeshTree } from '../tree/mesh-tree.js'
import type { MovingMesh, SlabFrames } from './moving-triangles.js'
import { fitStepDops, type StepPositions, StraightPositions } from './step-dops.js'
import type { StepTree } from './step-walk.js'
import { TurningMesh } from './turning-mesh.js'

/** Another mesh, and how it moves during the step; with neither `next` nor `to` it stands. */
export interface DeformOther {
  readonly mesh: MeshTree
  /** Where it is at the start, in the frame of the mesh that deforms; default where its vertices are. */
  readonly from?: PoseInput | undefined
  /** Its vertices move straight to these, in its own frame. */
  readonly next?: ArrayLike<number> | undefined
  /** It moves rigidly to this pose: its origin straight, turning at a constant rate the short way. */
  readonly to?: PoseInput | undefined
}

const nested = new Nested()

export class OtherMesh {
  readonly mesh: MeshTree
  /** Its motion, where vertices move straight: they were placed once, in doubles. Its frames are those of the last `tree`. */
  straight: (MovingMesh & SlabFrames) | undefined
  /** Its motion, where it turns. */
  readonly turning: TurningMesh | undefined
  /** How many slabs its motion suggests. */
  readonly slabs: number
  private readonly start = new Float64Array(POSE)

  constructor(field: string, input: MeshTree | DeformOther) {
    const other = input instanceof MeshTree ? { mesh: input } : input
    if (!(other instanceof MeshTree)) checkFields(field, other, ['mesh', 'from', 'next', 'to'])
    const { mesh, from, next, to } = other as DeformOther
    if (!(mesh instanceof MeshTree)) throw new InvalidInputError(`${field}.mesh`, mesh, 'a MeshTree')
    mesh.demandAttached(`${field}.mesh`)
    if (next !== undefined && to !== undefined) {
      throw new InvalidInputError(`${field}.to`, to, 'left out where its vertices move to `next`')
    }
    if (next !== undefined) checkPositions(`${field}.next`, next, mesh)
    this.mesh = mesh
    if (from === undefined) identityPose(this.start, 0)
    else readPlacement(this.start, 0, `${field}.from`, from)
    const end = this.start.slice()
    if (to !== undefined) readPlacement(end, 0, `${field}.to`, to)
    if (isTurned(this.start, end)) {
      this.turning = new TurningMesh(mesh, this.start, end)
      this.slabs = this.turning.slabs
    } else {
      const first = from === undefined ? mesh.positions.slice() : placed(mesh.positions, this.start)
      const last =
        next !== undefined
          ? from === undefined
            ? Float64Array.from(next)
            : placed(next, this.start)
          : placed(mesh.positions, end)
      const moves = to !== undefined || next !== undefined
      this.straight = { corners: mesh.triangles, from: first, to: moves ? last : first, frames: [], rounded: 0 }
      this.slabs = 1
    }
  }

  tree(slabs: number): StepTree {
    const { mesh, straight } = this
    let positions: StepPositions
    if (straight === undefined) positions = this.turning!.positions(slabs)
    else {
      const { from, to } = straight
      const ends = new StraightPositions(from, to, slabs)
      this.straight = { ...straight, frames: ends.frames, rounded: ends.rounded }
      positions = ends
    }
    const dops = fitStepDops(mesh, mesh.triangles, mesh.positions.length / 3, positions, slabs + 1)
    return { shape: mesh, dops, count: mesh.size }
  }

  /** Is one of the two inside the other at the start? Their surfaces must not touch. */
  isNested(mesh: MeshTree): boolean {
    return insideMeshes(nested, mesh, this.mesh, this.start)
  }
}

function isTurned(x: Float64Array, y: Float64Array): boolean {
  for (let k = 0; k < POSE; k++) if (k % 4 !== 3 && x[k] !== y[k]) return true
  return false
}

function placed(positions: ArrayLike<number>, x: Float64Array): Float64Array {
  const own = Float64Array.from(positions)
  const out = new Float64Array(own.length)
  for (let i = 0; i < own.length; i += 3) transformPoint(out, i, x, 0, own, i)
  return out
}
