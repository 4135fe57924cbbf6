// Takes a protein out of clashes by turning its torsions, as little as it can: overlapping atoms push each other apart, and all
// atoms are held, more and more weakly, where they were. Bond lengths and angles stay, since nothing else turns. The same
// protein gives the same result, to the bit: there are no random numbers in it.
import { checkFields, checkIndex, checkSize } from '../../base/math/checks.js'
import { type Job, Running, type StopSignal } from '../../base/work/running.js'
import { InvalidInputError } from '../../errors.js'
import type { Protein } from './protein.js'
import { proteinClashes, turnTo } from './protein-core.js'
import { type ProteinClash, ProteinOverlaps } from './protein-overlaps.js'
import { Direction, type Pushed } from './relax-direction.js'
import { wrapAngle } from './torsion.js'
import { TorsionJacobian } from './torsion-jacobian.js'

/** How a protein is taken out of its clashes. */
export interface RelaxOptions {
  /** Most steps. Default 200. */
  readonly steps?: number | undefined
  /** Å: how far the spheres of atoms that clashed are to be apart. Default 0.02. */
  readonly margin?: number | undefined
  /** Checked several times a step. */
  readonly signal?: StopSignal | undefined
}

/** How far a relaxation has come. */
export interface RelaxProgress {
  /** Steps done, of at most `steps`. */
  readonly step: number
  readonly steps: number
  /** Pairs of atoms that clash now. */
  readonly clashes: number
}

/** What a relaxation has done. */
export interface RelaxResult {
  /** `free`: nothing clashes. `clashing`: pairs of atoms are left that do. `stopped`: by `cancel()` or the signal. */
  readonly outcome: 'free' | 'clashing' | 'stopped'
  readonly steps: number
  /** The pairs of atoms that clashed at the beginning, and those that do at the end; the deepest first. */
  readonly before: readonly ProteinClash[]
  readonly after: readonly ProteinClash[]
  /** Root mean square distance (Å) of all atoms from where they were, without superposition. */
  readonly rmsd: number
  /** The atom that moved farthest, as the protein numbers it, and how far (Å); undefined where nothing moved. */
  readonly largest: { readonly atom: number; readonly distance: number } | undefined
  /** By torsion: how far it was turned (radians). */
  readonly turns: Float64Array
}

/** A relaxation that proceeds by itself: await it for the result, iterate it for progress. */
export class RelaxRun extends Running<RelaxProgress, RelaxResult> {}

const STEPS = 200
/** Å. Coordinates in files have three decimals; it is far above that and above all rounding, and far below what radii are uncertain by. */
const MARGIN = 0.02
/** How strongly atoms are held where they were, as part of what an overlap pushes with: at first, by how much less a step, and at least. */
const FIRST_HOLD = 0.1
const HOLD_RATIO = 0.5
const LEAST_HOLD = 1e-5
/** The largest turn of a step (radians), within which atoms move nearly straight. */
const LARGEST_TURN = 0.25
/** How often a step that does not help is halved. */
const HALVINGS = 8

/**
 * Turns the torsions of `protein` until none of its atoms clash, and moves them as little as it can; no other code may move it
 * meanwhile. It is one change set: `protein.undo()` takes it back. Where clashes are left, they are listed, and the
 * protein is where it clashes least.
 */
export function relax(protein: Protein, options: RelaxOptions = {}): RelaxRun {
  checkFields('options', options, ['steps', 'margin', 'signal'])
  const { steps = STEPS, margin = MARGIN, signal } = options
  checkIndex('options.steps', steps, 1, 2 ** 31)
  checkSize('options.margin', margin)
  if (protein?.core === undefined) throw new InvalidInputError('protein', protein, 'a Protein')
  const job = new RelaxJob(protein, steps, margin, signal)
  return new RelaxRun(job.steps(), job)
}

interface State {
  readonly turns: Float64Array
  readonly positions: Float64Array
  readonly pushed: Pushed
  /** How many really clash. */
  readonly clashes: number
}

class RelaxJob implements Job<RelaxProgress> {
  isCancelled = false
  private step = 0
  private now: State
  private readonly overlaps: ProteinOverlaps
  private readonly all: readonly number[]
  private readonly start: Float64Array
  private readonly home: Float64Array

  constructor(
    private readonly protein: Protein,
    private readonly most: number,
    private readonly margin: number,
    private readonly signal: StopSignal | undefined,
  ) {
    const { core } = protein
    this.overlaps = new ProteinOverlaps(core.selection)
    this.all = core.list.torsions.map((_, k) => k)
    this.start = core.turns.slice()
    this.home = protein.coordinates()
    this.now = this.look(this.start, this.home)
  }

  progress(): RelaxProgress {
    return { step: this.step, steps: this.most, clashes: this.now.clashes }
  }

  *steps(): Generator<void, RelaxResult, void> {
    const { protein, home, all } = this
    const { core } = protein
    const before = this.overlaps.clashes(home)
    if (before.length === 0 && !proteinClashes(core)) return this.result('free', before, before)
    const direction = new Direction(new TorsionJacobian(core), protein.atoms, all.length)
    const turn = new Float64Array(all.length)
    let hold = FIRST_HOLD
    let best = this.now
    for (let helps = true; all.length > 0 && helps && this.step < this.most; ) {
      for (const _ of direction.solve(turn, this.now.positions, home, this.now.pushed, hold)) {
        if (this.isStopped()) return this.stopped(best, before)
        yield
      }
      this.step++
      helps = this.advance(turn, hold) || hold > LEAST_HOLD
      if (isBetter(this.now, best)) best = this.now
      if (this.now.clashes === 0 && this.isFree(this.now)) return this.result('free', before, [])
      hold = Math.max(LEAST_HOLD, HOLD_RATIO * hold)
      if (this.isStopped()) return this.stopped(best, before)
      yield
    }
    this.put(best)
    return this.result('clashing', before, this.overlaps.clashes(best.positions))
  }

  /** Goes along `turn` as far as it helps; false where it does not help at all, and everything stays. */
  private advance(turn: Float64Array, hold: number): boolean {
    let largest = 0
    for (const by of turn) largest = Math.max(largest, Math.abs(by))
    const energy = this.energy(this.now, hold)
    let share = Math.min(1, LARGEST_TURN / largest)
    for (let n = 0; n < HALVINGS && share > 0; n++, share /= 2) {
      const next = this.at(this.now.turns.map((value, k) => wrapAngle(value + share * turn[k]!)))
      if (this.energy(next, hold) >= energy) continue
      this.now = next
      return true
    }
    return false
  }

  /** Turns the protein to these turns, from its start on: one change set, whatever was tried before. */
  private put({ turns }: Pick<State, 'turns'>): void {
    const { core } = this.protein
    if (this.all.length === 0) return
    turnTo(core, this.all, Array.from(this.start))
    turnTo(core, this.all, Array.from(turns))
  }

  private at(turns: Float64Array): State {
    turnTo(this.protein.core, this.all, Array.from(turns))
    return this.look(turns, this.protein.coordinates())
  }

  private isFree(state: State): boolean {
    this.put(state)
    return !proteinClashes(this.protein.core)
  }

  private isStopped(): boolean {
    return this.isCancelled || this.signal?.aborted === true
  }

  private stopped(best: State, before: readonly ProteinClash[]): RelaxResult {
    this.put(best)
    return this.result('stopped', before, this.overlaps.clashes(best.positions))
  }

  /** What pushes what at these positions. */
  private look(turns: Float64Array, positions: Float64Array): State {
    const { margin } = this
    const { count, pairs, distances } = this.overlaps.within(positions, margin)
    const lines = new Float64Array(3 * count)
    const overlaps = new Float64Array(count)
    let clashes = 0
    for (let pair = 0; pair < count; pair++) {
      const [i, j] = [3 * pairs[2 * pair]!, 3 * pairs[2 * pair + 1]!]
      let squares = 0
      for (let axis = 0; axis < 3; axis++) {
        const along = positions[i + axis]! - positions[j + axis]!
        lines[3 * pair + axis] = along
        squares += along * along
      }
      // Two atoms in one place: any way apart is as good.
      if (squares === 0) lines[3 * pair] = 1
      else for (let axis = 0; axis < 3; axis++) lines[3 * pair + axis]! /= Math.sqrt(squares)
      overlaps[pair] = margin - distances[pair]!
      if (distances[pair]! <= 0) clashes++
    }
    return { turns, positions, pushed: { count, pairs, lines, overlaps }, clashes }
  }

  private energy({ positions, pushed }: State, hold: number): number {
    let sum = 0
    for (let pair = 0; pair < pushed.count; pair++) sum += pushed.overlaps[pair]! ** 2
    let away = 0
    for (let k = 0; k < positions.length; k++) away += (positions[k]! - this.home[k]!) ** 2
    return sum + hold * away
  }

  private result(
    outcome: RelaxResult['outcome'],
    before: readonly ProteinClash[],
    after: readonly ProteinClash[],
  ): RelaxResult {
    const { protein, home, start, step } = this
    const positions = protein.coordinates()
    let [sum, most, atom] = [0, 0, -1]
    for (let i = 0; i < protein.atoms; i++) {
      let square = 0
      for (let k = 3 * i; k < 3 * i + 3; k++) square += (positions[k]! - home[k]!) ** 2
      sum += square
      if (square > most) [most, atom] = [square, i]
    }
    return {
      ...{ outcome, steps: step, before, after },
      rmsd: Math.sqrt(sum / protein.atoms),
      largest: atom < 0 ? undefined : { atom, distance: Math.sqrt(most) },
      turns: protein.core.turns.map((turn, k) => wrapAngle(turn - start[k]!)),
    }
  }
}

/** Fewer clashes; of as many, less overlap. */
function isBetter(a: State, b: State): boolean {
  if (a.clashes !== b.clashes) return a.clashes < b.clashes
  const total = ({ pushed }: State): number => pushed.overlaps.reduce((sum, overlap) => sum + overlap, 0)
  return total(a) < total(b)
}
