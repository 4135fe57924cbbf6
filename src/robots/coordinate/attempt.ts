// One try at coordinating robots on given paths. What is proved of a path alone and of two paths together is kept, so that a try in
// which one robot has another path proves only what is new.
import type { Steps } from '../../base/work/steps.js'
import { checkSteps } from '../motion/check-motion.js'
import { piecesOf } from '../motion/track.js'
import type { MotionVerdict } from '../motion/verdict.js'
import type { World, WorldModel } from '../world/world.js'
import { type Component, diagramComponents } from './components.js'
import { CELL_FREE, type Diagram, diagramOf } from './diagram.js'
import { partOfWorld } from './part-of-world.js'
import type { RobotPath } from './robot-path.js'
import { type FoundSchedule, findSchedule, type NoSchedule } from './schedule-search.js'

export interface PairDiagram {
  readonly a: number
  readonly b: number
  readonly diagram: Diagram
  readonly components: readonly Component[]
}

/** A path that cannot be part of a schedule, alone. */
export interface BadPath {
  readonly kind: 'alone'
  readonly robot: number
  readonly verdict: MotionVerdict
}

/** Two robots, one of which stands in the other's way; or whose starts or ends exclude each other. */
export interface BadPair {
  readonly kind: 'ends'
  readonly pair: PairDiagram
  readonly what: 'stands' | 'starts' | 'ends'
  readonly cell: readonly [number, number]
}

export type Tried = FoundSchedule | NoSchedule | BadPath | BadPair | undefined

export interface AttemptTerms {
  readonly clearance: number
  readonly lag: number
  readonly objective: 'makespan' | 'sum'
}

export class Attempts {
  private readonly alone = new Map<RobotPath, MotionVerdict>()
  private readonly diagrams = new Map<RobotPath, Map<RobotPath, Omit<PairDiagram, 'a' | 'b'>>>()

  constructor(
    private readonly world: World,
    private readonly model: WorldModel,
    private readonly terms: AttemptTerms,
    /** Called before each part: robots alone, diagrams, the schedule. */
    private readonly onPart: (phase: 'alone' | 'diagrams' | 'schedule', done: number, parts: number) => void,
  ) {}

  /** The verdict of a robot's path, the others being away; undefined before it was asked for. */
  verdictOf(path: RobotPath): MotionVerdict | undefined {
    return this.alone.get(path)
  }

  /** The diagrams that are there for these paths. */
  pairsOf(paths: readonly RobotPath[]): PairDiagram[] {
    return paths.flatMap((one, a) =>
      paths.flatMap((other, b) => {
        const known = a < b ? this.diagrams.get(one)?.get(other) : undefined
        return known === undefined ? [] : [{ a, b, ...known }]
      }),
    )
  }

  /** Undefined: too many orders to try. */
  *run(paths: readonly RobotPath[]): Steps<Tried> {
    const { terms } = this
    for (const [robot, path] of paths.entries()) {
      this.onPart('alone', robot, paths.length)
      const verdict = this.alone.get(path) ?? (yield* this.checkAlone(path))
      this.alone.set(path, verdict)
      if (verdict.outcome !== 'free' && verdict.outcome !== 'nothing-to-check') return { kind: 'alone', robot, verdict }
    }
    const pairs: PairDiagram[] = []
    const count = (paths.length * (paths.length - 1)) / 2
    for (let a = 0; a < paths.length; a++) {
      for (let b = a + 1; b < paths.length; b++) {
        this.onPart('diagrams', pairs.length, count)
        const pair = { a, b, ...(yield* this.diagramOf(paths[a]!, paths[b]!)) }
        const bad = badEnds(pair)
        if (bad !== undefined) return bad
        pairs.push(pair)
      }
    }
    this.onPart('schedule', 0, 1)
    const durations = paths.map((path) => path.durations)
    return yield* findSchedule({ durations, pairs, lag: terms.lag, objective: terms.objective })
  }

  private *checkAlone(path: RobotPath): Steps<MotionVerdict> {
    const alone = partOfWorld(this.world, [path.name], true)
    const pieces = path.pieces.length === 1 ? path.pieces : piecesOf(path.track)
    return yield* checkSteps(alone, { pieces, continuous: 'as-given' }, { clearance: this.terms.clearance })
  }

  private *diagramOf(a: RobotPath, b: RobotPath): Steps<Omit<PairDiagram, 'a' | 'b'>> {
    const known = this.diagrams.get(a)?.get(b)
    if (known !== undefined) return known
    const diagram = yield* diagramOf(this.model, a, b, this.terms.clearance)
    const made = { diagram, components: diagramComponents(diagram) }
    if (!this.diagrams.has(a)) this.diagrams.set(a, new Map())
    this.diagrams.get(a)!.set(b, made)
    return made
  }
}

/** No order helps where a robot that stands is in the way, or both starts or both ends exclude each other. */
function badEnds(pair: PairDiagram): BadPair | undefined {
  const { diagram, components } = pair
  const { a, b, states } = diagram
  const [cells] = components.map((component) => component.cells)
  if (cells !== undefined && (a.atoms === 1 || b.atoms === 1)) {
    return { kind: 'ends', pair, what: 'stands', cell: [cells[0]!, cells[1]!] }
  }
  if (states[0] !== CELL_FREE) return { kind: 'ends', pair, what: 'starts', cell: [0, 0] }
  if (states.at(-1) !== CELL_FREE) return { kind: 'ends', pair, what: 'ends', cell: [a.atoms - 1, b.atoms - 1] }
  return undefined
}
