// Necklaces: a step and a question by every method, in turns on the same frames; cages repaired against cages rebuilt; the
// necklace that chooses its method against the best of the others, scene by scene; the power diagram beside CGAL. One core.
import type { Bench, Progress } from './bench.js'
import { type PowerRow, powerTable, raceMoves, racePower, randomBalls } from './necklaces/power.js'
import type { RaceLimits } from './necklaces/race.js'
import { ballsOf, type RepairRow, raceRepair, repairTable } from './necklaces/repair.js'
import { ropes, shapes } from './necklaces/scenes.js'
import { raceSteps, type StepRow, stepTable } from './necklaces/steps.js'

const FULL: RaceLimits = { rounds: 7, budget: 120, least: 1 }
const QUICK: RaceLimits = { rounds: 3, budget: 30, least: 2 }

/** Milliseconds a step of a rope of 10,000 beads may take, with its question. */
const TARGETS: Readonly<Record<string, number>> = { 'loose rope': 4, 'coiled rope': 8, 'packed rope': 25 }
/** How much slower than the best of the others a necklace that chooses may be. */
const CHOICE = 1.3
/** How much cheaper repair is to be than rebuilding. */
const REPAIR = 5
/** How much longer than CGAL the power diagram of 10,000 balls may take. */
const POWER = 4

export const necklaces: Bench = {
  name: 'necklaces',
  /** `--part=ropes`, `shapes` or `power`: a part of it, of which nothing is kept. */
  async run(quick, progress, { part } = {}) {
    const wants = (name: string): boolean => part === undefined || part === name
    const limits = quick ? QUICK : FULL
    const long = !wants('ropes') && !wants('power') ? [] : ropes(quick ? 1000 : 10_000, quick ? 20 : 60)
    const short = wants('shapes') ? shapes(quick, quick ? 10 : 60) : []
    const steps: StepRow[] = []
    const repairs: RepairRow[] = []
    const moves: PowerRow[] = []
    const jobs: { readonly label: string; readonly run: (progress: Progress) => void }[] = []
    for (const scene of long) {
      const { name: label } = scene
      if (wants('power')) jobs.push({ label, run: (p) => moves.push(...raceMoves(scene, limits.rounds, p)) })
      if (!wants('ropes')) continue
      jobs.push({ label, run: (p) => repairs.push(...raceRepair(scene, limits, p)) })
      for (const question of ['collides', 'all pairs', 'closest'] as const) {
        const all = question === 'collides'
        jobs.push({ label, run: (p) => steps.push(...raceSteps(scene, question, limits, all, p)) })
      }
    }
    for (const scene of short) {
      for (const question of ['collides', 'closest'] as const) {
        jobs.push({ label: scene.name, run: (p) => steps.push(...raceSteps(scene, question, limits, false, p)) })
      }
    }
    for (const [k, { label, run }] of jobs.entries()) {
      run((share, what) => progress((0.9 * (k + share)) / jobs.length, `${label}: ${what}`))
    }
    const sizes = quick ? [1000] : [1000, 10_000, 100_000]
    const sets = !wants('power')
      ? []
      : [
          ...sizes.map((n) => ({ name: 'random balls', balls: randomBalls(n) })),
          ...long.map(({ name, frames, radius }) => ({ name, balls: ballsOf(frames[0]!, radius) })),
        ]
    const { rows: built, note } = await racePower(sets, limits.rounds, (share, what) =>
      progress(0.9 + 0.1 * share, what),
    )
    const power = [...built, ...moves]
    return {
      about: { cgal: note },
      keep: part === undefined,
      rows: [
        ...repairs.map((row) => ({ part: 'repair', ...row })),
        ...steps.map((row) => ({ part: 'step', ...row })),
        ...power.map((row) => ({ part: 'power diagram', ...row })),
      ],
      text: [
        repairs.length > 0 ? repairTable(repairs) : '',
        steps.length > 0 ? stepTable(steps) : '',
        power.length > 0 ? powerTable(power) : '',
        note,
        verdicts(steps, repairs, built).join('\n'),
      ]
        .filter((section) => section !== '')
        .join('\n\n'),
    }
  },
}

/** What was asked for, and what came out. */
function verdicts(steps: readonly StepRow[], repairs: readonly RepairRow[], power: readonly PowerRow[]): string[] {
  const lines: string[] = []
  const say = (holds: boolean, text: string): void => {
    lines.push(`${holds ? 'yes' : 'NO '}  ${text}`)
  }
  for (const { scene, beads, question, way, millis, ratio } of steps) {
    if (way !== 'auto') continue
    const target = question === 'collides' && beads === 10_000 ? TARGETS[scene] : undefined
    if (target !== undefined) {
      say(millis <= target, `${scene}: a step and its question in ${millis} ms, ${target} allowed`)
    }
    say(ratio <= CHOICE, `${scene}, ${question}: the choice takes ${ratio} of the best, ${CHOICE} allowed`)
  }
  for (const { scene, way, ratio } of repairs) {
    if (way !== 'rebuild') continue
    say(ratio >= REPAIR, `${scene}: repair is ${ratio} times cheaper than rebuilding, ${REPAIR} wanted`)
  }
  for (const { balls, count, what, ratio } of power) {
    if (what !== 'Limber' || count !== 10_000 || ratio === undefined) continue
    say(ratio <= POWER, `${balls}: the power diagram takes ${ratio} of CGAL's time, ${POWER} allowed`)
  }
  return lines
}
