// Necklaces under motion (section 6): how often bases of cages change, and how often the power diagram does; what the three ways of
// verification cost; and whether cages kept from frame to frame are those rebuilt.
import { CageKeeper } from '../../src/chains/necklace/cage-keeper.js'
import { buildCages } from '../../src/chains/necklace/cage-tree.js'
import { PowerDiagram } from '../../src/chains/power/power-diagram.js'
import type { Share } from '../cab/count.js'
import { ballsOf } from './measure.js'
import type { LabMotion } from './models.js'

export interface MotionRow {
  readonly model: 'spiral' | 'hairpin'
  readonly source: string
  readonly n: number
  readonly frames: number
  /** Cages whose basis changed, over all frames. */
  readonly basisChanges: number
  /** Edges of the power diagram that came or went from one frame to the next, over all frames. */
  readonly powerChanges: number
  /** Edges that it has in the first and in the last frame. */
  readonly powerEdges: readonly [number, number]
  /** Triangles of its dual, in the same frames: the paper's faces. */
  readonly powerFaces: readonly [number, number]
  /** Tests a cage and a frame, repair included. */
  readonly cascadeTests: number
  readonly frontierTests: number
  readonly naiveTests: number
  /** Cages that differed from those built from scratch, by more than rounding; and among the three verifications. */
  readonly differences: number
}

/** Of radii and centres, in units of the radius: both are right to about 1e-15. */
const ROUNDING = 1e-12

export async function measureMotion({ model, source, scene }: LabMotion, progress: Share): Promise<MotionRow> {
  const first = ballsOf(scene)
  const keepers = (['cascade', 'frontier', 'naive'] as const).map((v) => new CageKeeper(first, { verification: v }))
  const power = new PowerDiagram(scene.centres, scene.radius)
  const firstEdges = power.edges().length / 2
  const firstFaces = countTriangles(power)
  const tests = [0, 0, 0]
  let powerChanges = 0
  let basisChanges = 0
  let differences = 0
  for (let k = 1; k < scene.frames; k++) {
    const centres = scene.frame(k)
    const balls = ballsOf({ ...scene, centres })
    const reports = keepers.map((keeper) => keeper.step(balls))
    for (const [v, { volumeTests, leafTests }] of reports.entries()) tests[v]! += volumeTests + leafTests
    basisChanges += reports[0]!.basisChanges
    powerChanges += power.move(centres).edgesChanged
    const scratch = buildCages(balls).cage
    for (const { tree } of keepers) differences += differing(tree.cage, scratch)
    const pause = progress(k / scene.frames)
    if (pause !== undefined) await pause
  }
  const { nodes: cages, beads } = keepers[0]!.tree
  const each = cages * (scene.frames - 1)
  return {
    model,
    source,
    n: beads,
    frames: scene.frames,
    basisChanges,
    powerChanges,
    powerEdges: [firstEdges, power.edges().length / 2],
    powerFaces: [firstFaces, countTriangles(power)],
    cascadeTests: tests[0]! / each,
    frontierTests: tests[1]! / each,
    naiveTests: tests[2]! / each,
    differences,
  }
}

function differing(a: Float64Array, b: Float64Array): number {
  let count = 0
  for (let k = 0; k < a.length; k += 4) {
    const size = a[k + 3]! + Math.abs(a[k]!) + Math.abs(a[k + 1]!) + Math.abs(a[k + 2]!)
    let most = 0
    for (let i = k; i < k + 4; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!))
    if (!(most <= ROUNDING * size)) count++
  }
  return count
}

/** Triangles of a regular triangulation: its simplices in the plane, their sides in space, none on a line. */
export function countTriangles(power: PowerDiagram): number {
  const corners = power.dimension + 1
  const simplices = power.simplices()
  if (corners < 4) return corners === 3 ? simplices.length / 3 : 0
  const sides = new Set<string>()
  for (let k = 0; k < simplices.length; k += 4) {
    for (let out = 0; out < 4; out++)
      sides.add(
        simplices
          .subarray(k, k + 4)
          .filter((_, i) => i !== out)
          .join(),
      )
  }
  return sides.size
}
