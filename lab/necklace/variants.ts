// The paper prints neither coordinates nor radii. What we chose to meet its counts is varied here, so that everybody sees how much
// hangs on it; and one helix stands for both series, as the paper says, beside the two that were fitted.
import { beadHelix, grill, type NecklaceScene, rollingSpiral, spline } from '../../scenes/index.js'
import { CageKeeper } from '../../src/chains/necklace/cage-keeper.js'
import { ballsOf, type Columns, countCages } from './measure.js'
import type { LabMotion } from './models.js'
import type { NecklaceModel } from './options.js'

export interface Variant extends Columns {
  readonly model: NecklaceModel
  readonly n: number
  readonly parameter: string
  /** Whether Figure 7 is made with it. */
  readonly chosen: boolean
}

function count(model: NecklaceModel, scene: NecklaceScene, parameter: string, chosen: boolean): Variant {
  return { model, n: scene.centres.length / 3, parameter, chosen, ...countCages(model, ballsOf(scene)).columns }
}

/** Bead radii of every shape whose radius is open, 0.5 where beads touch. */
const RADII: readonly { model: NecklaceModel; chosen: number; scene: (radius: number) => NecklaceScene }[] = [
  { model: 'grill', chosen: 0.05, scene: (radius) => grill(9, 10, radius) },
  { model: 'spline', chosen: 0.25, scene: (radius) => spline(400, radius) },
  { model: 'helix-static', chosen: 0.3, scene: (radius) => beadHelix(1600, 10, 4.5, radius) },
  { model: 'helix-scaling', chosen: 0.1, scene: (radius) => beadHelix(1600, 40, 3, radius) },
  {
    model: 'spiral-end',
    chosen: 0.1,
    scene: (radius) => {
      const spiral = rollingSpiral()
      return { ...spiral, centres: spiral.frame(spiral.frames - 1), radius }
    },
  },
]
const TOUCHING = 0.5

export function countRadii(): Variant[] {
  return RADII.flatMap(({ model, chosen, scene }) =>
    [...new Set([0.05, 0.1, 0.2, 0.3, 0.4, TOUCHING, chosen])]
      .sort((a, b) => a - b)
      .map((radius) => {
        const parameter = `bead radius ${radius}${radius === TOUCHING ? ', touching' : ''}`
        return count(model, scene(radius), parameter, radius === chosen)
      }),
  )
}

/** Height over radius, and the beads' radius. */
const HELIXES: readonly { series: 'helix-static' | 'helix-scaling'; shape: readonly [number, number] }[] = [
  { series: 'helix-static', shape: [4.5, 0.3] },
  { series: 'helix-scaling', shape: [3, 0.1] },
]

/** "The helix has constant height and radius": either of the two that were fitted, for both series. */
export function countHelixes(sizes: readonly number[]): Variant[] {
  return HELIXES.flatMap(({ series, shape: [heightOverRadius, radius] }) =>
    HELIXES.flatMap(({ series: model }) =>
      sizes.map((n) => {
        const turns = model === 'helix-static' ? 10 : Math.sqrt(n)
        const parameter = `height/radius ${heightOverRadius}, bead radius ${radius}`
        return count(model, beadHelix(n, turns, heightOverRadius, radius), parameter, model === series)
      }),
    ),
  )
}

/** How often bases of the hairpin change, by how strongly it trembles. */
export interface Tremble {
  readonly strength: number
  readonly chosen: boolean
  readonly basisChanges: number
}

export function countBasisChanges({ scene }: LabMotion): number {
  const keeper = new CageKeeper(ballsOf(scene))
  let changes = 0
  for (let k = 1; k < scene.frames; k++) {
    changes += keeper.step(ballsOf({ ...scene, centres: scene.frame(k) })).basisChanges
  }
  return changes
}

/** What a necklace of n beads can have at most by the inferred rule of counting: every two cages overlap. */
export function countMost(n: number): Pick<Columns, 'selfTests' | 'separatingPairs'> {
  const balls = Float64Array.from({ length: 4 * n }, (_, i) => (i % 4 === 3 ? 1 : 0))
  const { selfTests, separatingPairs } = countCages('helix-scaling', balls).columns
  return { selfTests, separatingPairs }
}
