// One necklace at rest: what it costs to verify its cages and to search it for collisions, in tests, as in Figure 7; and
// whether what comes out is right.
import type { NecklaceScene } from '../../scenes/index.js'
import { CageKeeper } from '../../src/chains/necklace/cage-keeper.js'
import { buildCages, type CageTree } from '../../src/chains/necklace/cage-tree.js'
import { Necklace } from '../../src/chains/necklace/necklace.js'
import { necklaceDocument } from '../../src/chains/necklace/necklace-document.js'
import { CageSearch, type CageSplit } from '../../src/chains/necklace/necklace-search.js'
import { ClosestBeads, TouchCollector } from '../../src/chains/necklace/necklace-visitors.js'
import type { BeadRule } from '../../src/chains/power/bead-rule.js'
import { verifyStep } from '../../src/verify/index.js'
import { bruteClosest, bruteTouching } from './brute-force.js'
import type { LabNecklace } from './models.js'
import type { NecklaceModel } from './options.js'
import { countsOneMore } from './published.js'

/** A row of Figure 7: tests and frontiers a cage, by the four-way rule, and milliseconds. */
export interface Row {
  readonly model: NecklaceModel
  readonly n: number
  readonly cages: number
  readonly selfTests: number
  readonly selfFrontier: number
  readonly cascadeTests: number
  readonly cascadeFrontier: number
  readonly naiveTests: number
  readonly separatingPairs: number
  /** Of building the cages. */
  readonly buildMillis: number
  /** Of one verification and one search. */
  readonly millis: number
}

/** One self-collision search, everything counted. */
export interface RuleCount {
  readonly rule: CageSplit
  readonly volumeTests: number
  /** Pairs of cages that are apart, and pairs of leaves that are not: with the beads of the latter, the separating set. */
  readonly apart: number
  readonly leafPairs: number
  readonly leafTests: number
}

export interface Measured {
  readonly row: Row
  readonly source: string
  readonly internalCages: number
  readonly both: RuleCount
  readonly larger: RuleCount
  /** Pairs of beads that touch, neighbours left out. */
  readonly touching: number
  /** Bases that changed when the whole was turned and shifted. */
  readonly rigidChanges: number
  /** What is wrong: answers that brute force contradicts, a separating set that its checker refuses. */
  readonly faults: readonly string[]
}

export const NEIGHBOURS_ONLY: BeadRule = { neighbours: 1, closed: false, exclude: undefined }

/** Beads up to which brute force tests all pairs. */
const BRUTE = 2000

export function ballsOf({ centres, radius }: Pick<NecklaceScene, 'centres' | 'radius'>): Float64Array {
  const out = new Float64Array((4 * centres.length) / 3)
  for (let i = 0; i < out.length / 4; i++) {
    out.set(centres.subarray(3 * i, 3 * i + 3), 4 * i)
    out[4 * i + 3] = radius
  }
  return out
}

/** The columns of Figure 7 that cages are tested for. */
export type Columns = Pick<
  Row,
  'cages' | 'selfTests' | 'selfFrontier' | 'cascadeTests' | 'cascadeFrontier' | 'separatingPairs'
>

interface CountedCages {
  readonly columns: Columns
  readonly keeper: CageKeeper
  readonly both: RuleCount
  readonly internalCages: number
  /** Bases that changed although nothing moved. */
  readonly basisChanges: number
}

export function countCages(model: NecklaceModel, balls: Float64Array): CountedCages {
  const keeper = new CageKeeper(balls, { verification: 'cascade' })
  const { tree } = keeper
  const { nodes: cages } = tree
  const internalCages = tree.child.filter((child) => child >= 0).length
  const cascade = keeper.step(balls)
  const both = countSearch(tree, 'both')
  const separatingPairs = both.apart + both.leafPairs
  const columns = {
    cages,
    selfTests: (both.volumeTests + internalCages) / cages,
    selfFrontier: separatingPairs / cages + (countsOneMore(model) ? 1 : 0),
    cascadeTests: (cascade.volumeTests + cascade.leafTests) / cages,
    cascadeFrontier: cascade.frontier / cages,
    separatingPairs,
  }
  return { columns, keeper, both, internalCages, basisChanges: cascade.basisChanges }
}

export function measureNecklace({ model, scene, source }: LabNecklace, rounds: number): Measured {
  const balls = ballsOf(scene)
  const { columns, keeper, both, internalCages, basisChanges } = countCages(model, balls)
  const { tree } = keeper
  const naive = new CageKeeper(balls, { verification: 'naive' }).step(balls)
  const { separatingPairs, ...perCage } = columns
  const faults = basisChanges + naive.basisChanges > 0 ? ['bases changed although nothing moved'] : []
  return {
    row: {
      model,
      n: tree.beads,
      ...perCage,
      naiveTests: naive.leafTests / columns.cages,
      separatingPairs,
      buildMillis: quickest(rounds, () => buildCages(balls)),
      millis: quickest(rounds, () => {
        keeper.step(balls)
        countSearch(tree, 'both')
      }),
    },
    source,
    internalCages,
    both,
    larger: countSearch(tree, 'larger'),
    ...answers(tree, faults),
    rigidChanges: new CageKeeper(balls).step(ballsOf({ ...scene, centres: turned(scene.centres) })).basisChanges,
  }
}

export function countSearch(tree: CageTree, rule: CageSplit): RuleCount {
  const search = new CageSearch()
  search.self(tree, NEIGHBOURS_ONLY, { margin: 0, visit: () => false }, rule)
  const { volumeTests, separatingPairs: apart, overlappingLeafPairs: leafPairs, leafTests } = search
  return { rule, volumeTests, apart, leafPairs, leafTests }
}

/** The search's answers beside brute force's, and its proof before the checker. */
function answers(tree: CageTree, before: readonly string[]): { touching: number; faults: readonly string[] } {
  const faults = [...before]
  const search = new CageSearch()
  const collector = new TouchCollector(tree.balls, NEIGHBOURS_ONLY)
  search.self(tree, NEIGHBOURS_ONLY, collector)
  const touching = collector.list.count
  const closest = new ClosestBeads(tree.balls, NEIGHBOURS_ONLY)
  search.self(tree, NEIGHBOURS_ONLY, closest)
  if (tree.beads <= BRUTE) {
    const all = bruteTouching(tree.balls, NEIGHBOURS_ONLY)
    if (all !== touching) faults.push(`${touching} pairs touch, brute force says ${all}`)
    const [i, j] = bruteClosest(tree.balls, NEIGHBOURS_ONLY)
    if (i !== closest.i || j !== closest.j) {
      faults.push(`beads ${closest.i} and ${closest.j} are closest, brute force says ${i} and ${j}`)
    }
  }
  const centres = tree.balls.filter((_, i) => i % 4 !== 3)
  const radii = tree.balls.filter((_, i) => i % 4 === 3)
  const found = new Necklace(centres, radii).separatingSet()
  if (found.free === touching > 0) faults.push(`${touching} pairs touch, and there is a separating set or none`)
  if (found.free) {
    const verdict = verifyStep(necklaceDocument(centres, radii), found.set)
    if (!verdict.valid) faults.push(`the separating set is refused: ${verdict.reason}`)
  }
  return { touching, faults }
}

/** Milliseconds, the quickest of some rounds. */
function quickest(rounds: number, work: () => void): number {
  let best = Infinity
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** A rotation by 2/15, −2/3, 11/15 and their like: the quaternion (1, 2, 3, 4)/√30. */
const ROTATION = [-10, 2, 11, 10, -5, 10, 5, 14, 2].map((x) => x / 15)

/** Turned and shifted. */
function turned(centres: Float64Array): Float64Array {
  const out = new Float64Array(centres.length)
  for (let i = 0; i < out.length; i += 3) {
    for (let d = 0; d < 3; d++) {
      const [x, y, z] = ROTATION.slice(3 * d)
      out[i + d] = x! * centres[i]! + y! * centres[i + 1]! + z! * centres[i + 2]! + 7 * (d + 1)
    }
  }
  return out
}
