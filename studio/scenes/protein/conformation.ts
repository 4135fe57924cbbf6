// A molecule and what was done to it: torsions that were set, runs that were made. Going to another history does again only what
// differs.
import type { Molecule } from './molecule.js'
import { Sampling } from './sampling.js'
import { isTurn, type ProteinStep, type RunStep } from './state.js'

const RADIANS = Math.PI / 180

export class Conformation {
  private done: ProteinStep[] = []
  /** Where it was before each of them. */
  private readonly saved: Float64Array[] = []
  /** Of the last step, if that is a run; of the one before, while a torsion is turned after it. */
  sampling: Sampling | undefined

  constructor(readonly molecule: Molecule) {}

  /** Does what of `wanted` is not done. `watch` is called now and then while a run is made again. */
  async follow(
    wanted: readonly ProteinStep[],
    signal: { readonly aborted: boolean },
    watch: () => void,
  ): Promise<void> {
    let same = 0
    while (same < wanted.length && same < this.done.length && isSame(wanted[same]!, this.done[same]!)) same++
    if (same === this.done.length - 1 && same === wanted.length - 1 && this.extends(wanted[same]!)) {
      this.turn(wanted[same]!)
      return
    }
    const [old, next] = [this.done[same], wanted[same]]
    const goesOn =
      same === this.done.length - 1 &&
      old !== undefined &&
      next !== undefined &&
      isLongerRun(next, old) &&
      this.sampling
    if (same < this.done.length && !goesOn) this.back(same)
    for (const step of wanted.slice(same)) {
      if (signal.aborted) return
      if (isTurn(step)) this.turn(step)
      else await this.run(step, step.run, signal, watch)
    }
  }

  /** To before step `k`. */
  private back(k: number): void {
    this.molecule.protein.restore(this.saved[k]!)
    this.done = this.done.slice(0, k)
    this.saved.length = k
    this.sampling = undefined
  }

  /** Is this the last step with some more torsions set, or set otherwise? Then nothing has to be undone. */
  private extends(step: ProteinStep): boolean {
    const last = this.done.at(-1)!
    return isTurn(step) && isTurn(last) && Object.keys(last.turn).every((key) => key in step.turn)
  }

  private turn(step: ProteinStep): void {
    if (!isTurn(step)) return
    const { protein } = this.molecule
    const changes = Object.entries(step.turn).map(([key, degrees]) => ({
      torsion: Number(key),
      angle: RADIANS * degrees,
    }))
    const last = this.done.at(-1)
    const before = last !== undefined && isTurn(last) ? undefined : protein.save()
    protein.change(changes)
    if (before === undefined) this.done[this.done.length - 1] = step
    else {
      this.saved.push(before)
      this.done.push(step)
    }
  }

  /** A run that continues the last, if it is the same, or begins here. */
  async run(
    setup: Omit<RunStep, 'run'>,
    to: number,
    signal: { readonly aborted: boolean },
    watch: () => void,
  ): Promise<void> {
    const { temperature, energy, seed } = setup
    const last = this.done.at(-1)
    const goesOn = last !== undefined && !isTurn(last) && isSameRun(last, setup) && this.sampling !== undefined
    if (!goesOn) {
      const before = this.molecule.protein.save()
      this.sampling = new Sampling(this.molecule, { temperature, energy, seed })
      this.saved.push(before)
      this.done.push({ run: 0, temperature, energy, seed })
    }
    const sampling = this.sampling!
    try {
      await sampling.run(to, signal, watch)
    } finally {
      this.done[this.done.length - 1] = { run: sampling.steps, temperature, energy, seed }
    }
  }

  get steps(): readonly ProteinStep[] {
    return this.done
  }
}

function isSameRun(a: RunStep, b: Omit<RunStep, 'run'>): boolean {
  return a.temperature === b.temperature && a.energy === b.energy && a.seed === b.seed
}

function isLongerRun(a: ProteinStep, b: ProteinStep): boolean {
  return !isTurn(a) && !isTurn(b) && isSameRun(a, b) && a.run > b.run
}

function isSame(a: ProteinStep, b: ProteinStep): boolean {
  if (!isTurn(a) && !isTurn(b)) return a.run === b.run && isSameRun(a, b)
  if (!isTurn(a) || !isTurn(b)) return false
  const keys = Object.keys(a.turn)
  return keys.length === Object.keys(b.turn).length && keys.every((key) => a.turn[key] === b.turn[key])
}
