// Moves a second under a Lennard-Jones energy: one trajectory of torsions, Metropolis, walked by every method in turn.
//
// Kept sums drive; in bursts each other method walks the same steps from the same conformation by its own energies. What is timed: the
// turn, the energy, and taking it or taking it back. What is not: handing conformations over, comparing. Energies must agree. Bursts of the
// methods differ in length by a hundred times, and on a busy machine a long one is interrupted and a short one is not: so processor time is
// read, not the clock.
import { backboneMoves, extendedBackbone, foldedBackbone, type TorsionMoves } from '../../scenes/index.js'
import { Random } from '../../src/entries/meshes.js'
import type { Progress } from '../experiment.js'
import { processorMs } from '../machine.js'
import { ENERGY_METHODS, type EnergyMethod, type EnergyWalker, energyWalker } from './energy-methods.js'

export type EnergyState = 'folded' | 'extended'

export interface EnergyRow {
  readonly protein: string
  readonly residues: number
  readonly n: number
  readonly state: EnergyState
  readonly method: EnergyMethod
  /** Mean, of processor time. */
  readonly stepMicros: number
  readonly movesPerSecond: number
  readonly acceptance: number
  /** Steps at which it was timed. */
  readonly samples: number
}

export interface EnergyPlan {
  readonly seed: number
  readonly steps: number
}

/** Steps in a burst. */
const BURST = 50
/** Turns within ±1°: what keeps a folded chain folded, and an extended one extended. */
const WIDTH = Math.PI / 180
const TEMPERATURE = 1
/** Energies are sums of up to 1e5 terms in another order. Relative to the largest sum met, as sums near 0 have no digits of their own. */
const TOLERANCE = 1e-9

export async function runEnergy(
  residues: number,
  state: EnergyState,
  plan: EnergyPlan,
  progress: Progress,
): Promise<{ rows: EnergyRow[]; disagreements: number }> {
  const { seed, steps } = plan
  const n = 3 * residues
  const protein = `generated-${residues}`
  const start = state === 'folded' ? foldedBackbone(residues) : extendedBackbone(residues)
  const walk = { turns: backboneMoves(residues, seed, steps, WIDTH), allowed: allowances(seed, steps) }
  const contenders = ENERGY_METHODS.map((method) => new EnergyContender(method, n))
  const [driver, ...others] = contenders as [EnergyContender, ...EnergyContender[]]
  const energies = new Float64Array(BURST)
  const theirs = new Float64Array(BURST)
  let disagreements = 0
  for (const contender of contenders) contender.sync(start)
  for (let from = 0; from < steps; from += BURST) {
    const to = Math.min(steps, from + BURST)
    driver.walk(walk, from, to, energies)
    const largest = energies.subarray(0, to - from).reduce((most, e) => Math.max(most, Math.abs(e)), 1)
    for (const contender of others) {
      contender.walk(walk, from, to, theirs)
      for (let s = 0; s < to - from; s++) {
        if (!(Math.abs(theirs[s]! - energies[s]!) <= TOLERANCE * largest)) disagreements++
      }
    }
    const pause = progress(from / steps, `energy of ${residues} residues, ${state}`)
    if (pause !== undefined) await pause
  }
  return { rows: contenders.map((c) => ({ protein, residues, n, state, ...c.row() })), disagreements }
}

interface Walk {
  readonly turns: TorsionMoves
  /** By how much the energy may rise at each step: Metropolis, drawn beforehand. */
  readonly allowed: Float64Array
}

function allowances(seed: number, steps: number): Float64Array {
  const random = new Random(seed ^ 0x5eed)
  return Float64Array.from({ length: steps }, () => -TEMPERATURE * Math.log(1 - random.unit()))
}

class EnergyContender {
  private readonly walker: EnergyWalker
  private energy = 0
  private micros = 0
  private steps = 0
  private accepted = 0

  constructor(
    private readonly method: EnergyMethod,
    atoms: number,
  ) {
    this.walker = energyWalker(method, atoms)
  }

  sync(positions: Float64Array): void {
    this.walker.sync(positions)
    // A turn by nothing gives the energy as it is.
    this.energy = this.walker.propose(0, 0)
    this.walker.undo()
  }

  walk({ turns, allowed }: Walk, from: number, to: number, energies: Float64Array): void {
    const { walker } = this
    let energy = this.energy
    let accepted = 0
    const start = processorMs()
    for (let s = from; s < to; s++) {
      const next = walker.propose(turns.joints[s]!, turns.angles[s]!)
      energies[s - from] = next
      if (next <= energy + allowed[s]!) {
        walker.accept()
        energy = next
        accepted++
      } else walker.undo()
    }
    this.micros += 1000 * (processorMs() - start)
    this.energy = energy
    this.steps += to - from
    this.accepted += accepted
  }

  row(): Pick<EnergyRow, 'method' | 'stepMicros' | 'movesPerSecond' | 'acceptance' | 'samples'> {
    const { method, steps } = this
    const micros = this.micros / steps
    return {
      method,
      stepMicros: Number(micros.toFixed(3)),
      movesPerSecond: Math.round(1e6 / micros),
      acceptance: Number((this.accepted / steps).toFixed(4)),
      samples: steps,
    }
  }
}
