// Times several contenders in one run, round by round in turn, so that a slow spell of the machine falls on all of them.
// Only ratios of such a run mean anything.
import { median } from '../lab/statistics.js'

export { median }

export interface Contender {
  readonly name: string
  /** Goes back to the start, before a round and not counted. */
  readonly prepare?: () => void
  /** Does one round of work from the same start each time, and returns how many units of work it did. */
  readonly round: () => number
}

export interface Timing {
  readonly name: string
  /** Median over the rounds of microseconds a unit of work. */
  readonly micros: number
  /** Median over the rounds of this contender's time divided by the first one's in the same round. */
  readonly ratio: number
}

/** Microseconds by the clock. */
export function clockMicros(): number {
  return Number(process.hrtime.bigint()) / 1000
}

/** Microseconds of processor time: what else a busy machine does is not in it. */
export function processorMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

export function interleave(
  contenders: readonly Contender[],
  rounds: number,
  progress: (share: number, label: string) => void,
  now: () => number = clockMicros,
): Timing[] {
  const micros = contenders.map(() => [] as number[])
  // One round more, first, that is not counted: it is the compiler's.
  for (let r = -1; r < rounds; r++) {
    for (let k = 0; k < contenders.length; k++) {
      // Another order every round.
      const c = (k + r + 1) % contenders.length
      progress((r + 1 + k / contenders.length) / (rounds + 1), contenders[c]!.name)
      contenders[c]!.prepare?.()
      const start = now()
      const units = contenders[c]!.round()
      const time = (now() - start) / units
      if (r >= 0) micros[c]!.push(time)
    }
  }
  return contenders.map(({ name }, c) => ({
    name,
    micros: median(micros[c]!),
    ratio: median(micros[c]!.map((m, r) => m / micros[0]![r]!)),
  }))
}
