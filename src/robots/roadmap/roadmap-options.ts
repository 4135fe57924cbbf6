// What a caller may say about how a roadmap is made, read and checked.
import { checkFields, checkIndex, checkNonNegative, checkSeed } from '../../base/math/checks.js'
import type { StopSignal } from '../../base/work/running.js'
import { InvalidInputError } from '../../errors.js'
import { readWaypoint, worldSpace } from '../motion/motion-space.js'
import type { PlanningSpaceOptions } from '../planning/planning-space.js'
import { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { Roadmap } from './roadmap.js'

/** How a roadmap is made. What moves, in what ranges and how it is measured is said as for `plan`. */
export interface RoadmapOptions extends PlanningSpaceOptions {
  /** Configurations that are to be free; default 1,000. */
  readonly vertices?: number | undefined
  /** Nearest vertices that each is joined to; default that of PRM*, e·(1 + 1/d)·ln n for d degrees of freedom. */
  readonly neighbours?: number | undefined
  /** Of all random numbers; 1 if left out. */
  readonly seed?: number | undefined
  /** Where the variables stand that do not move; default neutral. */
  readonly home?: Configuration | undefined
  /** As for `plan`. */
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  /** Longest step between two samples of an edge before it is proved, in radians; default 0.25. */
  readonly resolution?: number | undefined
  /**
   * A roadmap to begin with, which is changed: its edges are proved for this world, and vertices are added until there are as many as
   * wanted. `moving`, `bounds`, `weights`, `home`, `delta` and `clearance` are left out: they are as it has them.
   */
  readonly extend?: Roadmap | undefined
  /** Default: no limit. */
  readonly maxMillis?: number | undefined
  /** Checked now and then. */
  readonly signal?: StopSignal | undefined
}

export interface ReadRoadmapOptions {
  readonly vertices: number
  readonly neighbours: number | undefined
  readonly seed: number
  readonly home: Float64Array
  readonly delta: number
  readonly clearance: number
  readonly resolution: number
  readonly extend: Roadmap | undefined
  readonly maxMillis: number
  readonly signal: StopSignal | undefined
  readonly space: PlanningSpaceOptions
}

/** A file of this many vertices would have gigabytes of edges. */
const MOST_VERTICES = 10_000_000

const OF_EXTENDED = ['moving', 'bounds', 'weights', 'home', 'delta', 'clearance'] as const

const FIELDS = [...OF_EXTENDED, 'vertices', 'neighbours', 'seed', 'resolution', 'extend', 'maxMillis', 'signal']

export function readRoadmapOptions(world: World, options: RoadmapOptions): ReadRoadmapOptions {
  if (!(world instanceof World)) throw new InvalidInputError('world', world, 'a World')
  checkFields('options', options, FIELDS)
  const { vertices = 1000, neighbours, seed = 1, resolution = 0.25, maxMillis = Infinity, extend, signal } = options
  const { moving, bounds, weights, home, delta = 0, clearance = 0 } = options
  if (extend !== undefined) {
    if (!(extend instanceof Roadmap)) throw new InvalidInputError('options.extend', extend, 'a Roadmap')
    for (const field of OF_EXTENDED) {
      if (options[field] === undefined) continue
      throw new InvalidInputError(`options.${field}`, options[field], 'left out: it is as in the roadmap to extend')
    }
  }
  if (!(resolution >= 1e-6) || resolution === Infinity) {
    throw new InvalidInputError('options.resolution', resolution, 'a finite number of 1e-6 radians or more')
  }
  if (typeof maxMillis !== 'number' || !(maxMillis >= 0)) {
    throw new InvalidInputError('options.maxMillis', maxMillis, 'zero or more')
  }
  if (signal !== undefined && typeof signal?.aborted !== 'boolean') {
    throw new InvalidInputError('options.signal', signal, 'something that says `aborted`, as an AbortSignal does')
  }
  return {
    vertices: checkIndex('options.vertices', vertices, 1, MOST_VERTICES),
    neighbours: neighbours === undefined ? undefined : checkIndex('options.neighbours', neighbours, 1, MOST_VERTICES),
    seed: checkSeed('options.seed', seed),
    home: extend?.home ?? readWaypoint(worldSpace(world), 'options.home', home ?? world.neutral()),
    delta: extend?.delta ?? checkNonNegative('options.delta', delta),
    clearance: extend?.clearance ?? checkNonNegative('options.clearance', clearance),
    ...{ resolution, extend, maxMillis, signal },
    space: extend?.space ?? definedOf({ moving, bounds, weights }),
  }
}

/** As JSON has it: what is left out is not there. */
function definedOf(space: PlanningSpaceOptions): PlanningSpaceOptions {
  return JSON.parse(JSON.stringify(space)) as PlanningSpaceOptions
}
