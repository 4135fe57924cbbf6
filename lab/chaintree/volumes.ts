// Boxes beside swept rectangles, question by question. The paper's section 6.3 names swept rectangles as the better volume for
// distances and believes that they "would work well" for self-collision too: here is what they do.
//
// Both run in plain TypeScript, so that volumes are compared and not languages: swept rectangles have no WebAssembly twin. Both
// chains walk the same trajectory, and at regular steps both get the same queries, in turn; answers are compared.
import { torsionMoves } from '../../scenes/index.js'
import type { ChainVolume } from '../../src/chains/chain/chain-arrays.js'
import { setWasmEnabled } from '../../src/chains/chain/chain-wasm.js'
import { type ChainTree, type KeptStats, Random, sphere } from '../../src/entries/chains.js'
import type { Progress } from '../experiment.js'
import type { SizePlan } from './options.js'
import { startChain, type Walk } from './trajectory.js'

export type Question = 'self-collision' | 'closest-pair' | 'pairs-within' | 'distance-to-sphere' | 'distance-to-chain'

/** Means over the times a question was asked. */
export interface VolumeRow {
  readonly n: number
  readonly question: Question
  readonly volume: ChainVolume
  /** Of one question; of a whole step (update, test, undo) for self-collision. */
  readonly micros: number
  readonly volumeTests: number
  readonly leafTests: number
  readonly samples: number
}

const STEPS_BETWEEN = 50
/** Surfaces this near: two links that are neighbours in the compact start are 2 apart, and 3.7 across a corner. */
const CUTOFF = 3
/** What is measured to is this far from the surface of some link, to begin with: from next to nothing to a few links. */
const FARTHEST = 20
/** Links of the chain that distances are taken to. */
const OTHER_LINKS = 100

/** Rounds that are not counted: the compiler's. */
const WARM_ROUNDS = 4

/** What one question took with one volume, all times added up. */
class Tally {
  private micros = 0
  private volumeTests = 0
  private leafTests = 0
  private samples = 0

  add(ms: number, { volumeTests, leafTests }: Counts, samples: number): void {
    this.micros += 1000 * ms
    this.volumeTests += volumeTests
    this.leafTests += leafTests
    this.samples += samples
  }

  means(): Pick<VolumeRow, 'micros' | 'volumeTests' | 'leafTests' | 'samples'> {
    const { samples } = this
    const mean = (sum: number): number => Number((sum / samples).toFixed(3))
    return { micros: mean(this.micros), volumeTests: mean(this.volumeTests), leafTests: mean(this.leafTests), samples }
  }
}

type Counts = Pick<KeptStats, 'volumeTests' | 'leafTests'>

/** A chain with one kind of volume, another chain that distances are taken to, and what all of it took. */
class Asked {
  private readonly chain: ChainTree
  private readonly other: ChainTree
  private readonly tallies = new Map<Question, Tally>()
  /** What was answered since it was last emptied. */
  answers: number[] = []
  counting = false

  constructor(
    private readonly n: number,
    walk: Walk,
    private readonly volume: ChainVolume,
  ) {
    setWasmEnabled(false)
    this.chain = startChain(n, walk, { volume })
    this.other = startChain(OTHER_LINKS, walk, { volume })
    setWasmEnabled(true)
  }

  /** Steps of the trajectory: update, test, undo where it hit. */
  walk({ joints, angles }: ReturnType<typeof torsionMoves>, from: number, to: number): void {
    const { chain } = this
    const sum = { volumeTests: 0, leafTests: 0 }
    const start = performance.now()
    for (let s = from; s < to; s++) {
      chain.rotate(joints[s]!, angles[s]!)
      const hit = chain.selfCollides()
      const { volumeTests, leafTests } = chain.stats
      sum.volumeTests += volumeTests
      sum.leafTests += leafTests
      this.answers.push(hit ? 1 : 0)
      if (hit) chain.undo()
    }
    this.tally('self-collision', performance.now() - start, sum, to - from)
  }

  /** Everything else, with the things that distances are taken to at `at`. */
  ask(at: readonly number[]): void {
    const { chain, other } = this
    other.setBase({ at })
    // Volumes are compared, so nothing is kept from one question to the next.
    chain.core.near = undefined
    this.time('closest-pair', () => chain.closestPair()?.distance ?? -1)
    chain.core.near = undefined
    this.time('pairs-within', () => chain.pairsWithin(CUTOFF).count)
    this.time('distance-to-sphere', () => chain.distanceTo(BALL, { at }).distance)
    this.time('distance-to-chain', () => chain.distanceTo(other).distance)
  }

  /** A place near a random link. */
  nearby(random: Random): number[] {
    const link = this.chain.linkPose(random.integer(this.n))
    const away = random.range(2, FARTHEST)
    const direction = random.direction(new Float64Array(3))
    return [0, 1, 2].map((k) => link[4 * k + 3]! + away * direction[k]!)
  }

  rows(): VolumeRow[] {
    const { n, volume } = this
    return [...this.tallies].map(([question, tally]) => ({ n, question, volume, ...tally.means() }))
  }

  private time(question: Question, work: () => number): void {
    const start = performance.now()
    this.answers.push(work())
    this.tally(question, performance.now() - start, this.chain.stats, 1)
  }

  private tally(question: Question, ms: number, counts: Counts, samples: number): void {
    if (!this.counting) return
    const tally = this.tallies.get(question) ?? new Tally()
    this.tallies.set(question, tally)
    tally.add(ms, counts, samples)
  }
}

export async function measureVolumes(
  plan: SizePlan,
  walk: Walk,
  progress: Progress,
): Promise<{ rows: VolumeRow[]; disagreements: number }> {
  const { n, questions } = plan
  if (questions === 0) return { rows: [], disagreements: 0 }
  const label = `${n.toLocaleString('en')} links: volumes`
  await progress(0, label)
  const boxes = new Asked(n, walk, 'obb')
  const swept = new Asked(n, walk, 'rss')
  const rounds = WARM_ROUNDS + questions
  const moves = torsionMoves(n, walk.seed, STEPS_BETWEEN * rounds)
  const random = new Random(walk.seed)
  let disagreements = 0
  for (let round = 0; round < rounds; round++) {
    // Another one first every round.
    const both = round % 2 === 0 ? [boxes, swept] : [swept, boxes]
    for (const asked of both) {
      asked.counting = round >= WARM_ROUNDS
      asked.walk(moves, round * STEPS_BETWEEN, (round + 1) * STEPS_BETWEEN)
    }
    const at = boxes.nearby(random)
    for (const asked of both) asked.ask(at)
    disagreements += differences(boxes.answers, swept.answers)
    boxes.answers = []
    swept.answers = []
    const pause = progress(round / rounds, label)
    if (pause !== undefined) await pause
  }
  return { rows: [...boxes.rows(), ...swept.rows()], disagreements }
}

const BALL = sphere({ radius: 1 })

/** Answers that differ by more than rounding. */
function differences(a: readonly number[], b: readonly number[]): number {
  return a.filter((x, k) => Math.abs(x - b[k]!) > 1e-9 * (1 + Math.abs(x))).length
}
