// The static question of one mesh: which of its triangles touch each other?

import { PairBuffer } from '../../base/work/pair-list.js'
import type { Stats } from '../../base/work/stats.js'
import { InvalidInputError } from '../../errors.js'
import { MeshTree } from '../tree/mesh-tree.js'
import { weldCorners } from './step-corners.js'
import { fitStepDops, StraightPositions } from './step-dops.js'
import { type StepVisitor, StepWalk } from './step-walk.js'
import { StillTriangles } from './still-triangles.js'
import { provedStars } from './vertex-stars.js'

/** Pairs of triangles of one mesh that touch. */
export interface SelfCollisionList {
  readonly count: number
  /** Two triangles a pair, the lower number first, in ascending order. */
  readonly pairs: Uint32Array
  readonly stats: SelfCollisionStats
}

/** What `selfCollisions` cost. */
export interface SelfCollisionStats extends Stats {
  /** Decisions that took whole numbers. */
  readonly exactCalls: number
}

/**
 * All pairs of triangles of a mesh that touch each other beyond what they share, decided exactly. Vertices at the same place are one;
 * triangles that were added to close the mesh are left out.
 *
 * @example
 * ```ts
 * import { MeshTree, selfCollisions } from 'limber/meshes'
 *
 * const leaf = [0, 0, 0, 2, 0, 0, 0, 2, 0] // a triangle, and one that pierces it
 * const tree = new MeshTree({ positions: [...leaf, 0.5, 0.5, -1, 0.5, 0.5, 1, 3, 3, 1] })
 * console.log(selfCollisions(tree).count) // 1
 * ```
 */
export function meshSelfCollisions(mesh: MeshTree): SelfCollisionList {
  if (!(mesh instanceof MeshTree)) throw new InvalidInputError('mesh', mesh, 'a MeshTree')
  mesh.demandAttached('mesh')
  const { positions, triangles } = mesh
  const count = mesh.size - mesh.added
  const dops = fitStepDops(mesh, triangles, positions.length / 3, new StraightPositions(positions, positions, 1), 1)
  const own = triangles.subarray(0, 3 * count)
  const corners = weldCorners(own, positions)
  const proved = provedStars({ corners, from: positions, to: positions })
  const still = new StillTriangles(positions, own, corners)
  const list = new PairBuffer()
  const visitor: StepVisitor = {
    triangles(s, t) {
      if (still.touch(s, t, proved)) list.add(Math.min(s, t), Math.max(s, t), 0)
      return false
    },
  }
  const walk = new StepWalk()
  walk.self({ shape: mesh, dops, count }, 1, visitor)
  const { pairs } = list.sorted()
  const { volumeTests, leafTests } = walk
  return { count: list.count, pairs, stats: { volumeTests, leafTests, exactCalls: still.exactCalls } }
}
