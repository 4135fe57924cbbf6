// A stand-in for the engine in tests of files and checkpoints: a walk of a few numbers, whose every bit depends on all before.
import { setImmediate } from 'node:timers/promises'
import type { FoldRecord } from '../../../cli/fold/fold-record.js'
import type { Column } from '../../../cli/fold/fold-table.js'
import { Random } from '../../../src/entries/meshes.js'

export const COLUMNS: readonly Column[] = [
  { name: 'step', title: 'step', plotted: false },
  { name: 'temperature', title: 'temperature', plotted: false },
  { name: 'energy', title: 'energy', plotted: true },
]

export interface WalkOptions {
  readonly steps: number
  readonly every: number
  readonly saveEvery: number
  readonly atoms: number
}

/** As the engine is to be: a sample before a checkpoint of the same step, and not again after it. */
export async function walk(
  record: FoldRecord,
  { steps, every, saveEvery, atoms }: WalkOptions,
  state?: Uint8Array,
): Promise<void> {
  const positions = new Float64Array(3 * atoms)
  let [seed, step] = [7, 0]
  if (state === undefined) sample()
  else {
    const numbers = new Float64Array(state.slice().buffer)
    ;[seed, step] = [numbers[0]!, numbers[1]!]
    positions.set(numbers.subarray(2))
  }
  function sample(): void {
    const energy = positions.reduce((sum, x) => sum + x * x, 0)
    record.sample([step, step % 2 === 0 ? 1.5 : undefined, step === 3 ? Infinity : energy])
    record.frame(step, positions)
  }
  const bytes = (): Uint8Array => new Uint8Array(Float64Array.of(seed, step, ...positions).buffer)
  while (step < steps) {
    const random = new Random(seed)
    for (let k = 0; k < positions.length; k++) positions[k]! += random.range(-1, 1)
    seed = random.integer(2 ** 31)
    step++
    if (step % every === 0) sample()
    if (step % saveEvery === 0) record.save(step, bytes())
    // Sometimes the next step is taken while the checkpoint is still being written.
    if (step % 7 < 4) await setImmediate()
  }
  record.save(step, bytes(), true)
  await record.settled()
}
