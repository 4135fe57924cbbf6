// The steps of a mesh that deforms, each with a tree over the mesh as it is when the step begins; and the mesh beside it.
import { readMesh } from '../../node/index.js'
import { InvalidInputError, MeshTree } from '../../src/entries/meshes.js'
import { madeOf } from '../read/read-options.js'
import type { DeformFrames, FrameStep } from './deform-frames.js'

export interface DeformStep extends FrameStep {
  /** Good until the next step is asked for. */
  readonly tree: MeshTree
  readonly next: Float64Array
}

export function* deformSteps(frames: DeformFrames): Generator<DeformStep> {
  const { triangles, steps } = frames
  let tree: MeshTree | undefined
  let at = -1
  for (const [k, { from, to }] of steps.entries()) {
    // Nothing is filled: between frames, a filling would be something that moves, and that no file has.
    if (tree === undefined) tree = new MeshTree({ positions: frames.positions(from), triangles }, { open: 'surface' })
    else if (at !== from) tree.refit(frames.positions(from))
    const next = frames.positions(to)
    yield { from, to, tree, next }
    at = from
    // In a row, the next step starts where this one ends.
    if (steps[k + 1]?.from === to) {
      tree.refit(next)
      at = to
    }
  }
}

/** The mesh of --other. */
export async function readOther(file: string | undefined): Promise<MeshTree | undefined> {
  if (file === undefined) return undefined
  const mesh = await readMesh(file)
  if (mesh.triangles.length === 0) throw new InvalidInputError('--other', file, 'a mesh with triangles')
  return madeOf(file, () => new MeshTree(mesh))
}
