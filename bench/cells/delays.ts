// Robots that are late at random: every execution is proved free, and sampled by the world's own queries as well. And what must
// collide: schedules without the signals of a pair, without those of regions that the nominal timing does not meet, and from
// diagrams whose bound is wrong by two centimetres.
import { checkMotion, type Delays, Random, type World } from '../../src/entries/robots.js'
import { RobotSchedule } from '../../src/robots/coordinate/schedule.js'
import type { Signal } from '../../src/robots/coordinate/schedule-search.js'
import type { Motion } from '../../src/robots/motion/piece.js'
import { KINDS } from './diagrams.js'
import type { CellPart } from './part.js'
import { cellScene } from './scenes.js'
import { tryCell } from './try-cell.js'

/** Executions of each scheduled scene, by number of arms. */
const EXECUTIONS: Readonly<Record<number, number>> = { 2: 90, 3: 70, 4: 50, 6: 40 }

/** Seconds between samples of the oracle. */
const SAMPLE = 0.005

export const measureDelays: CellPart = (robots, quick, progress) => {
  const rows = (quick ? KINDS.slice(0, 1) : KINDS).map((kind, k) => {
    const count = quick ? 3 : EXECUTIONS[kind.arms.length]!
    const total = { executions: 0, proved: 0, collide: 0, seen: 0 }
    const controls = { dropped: 0, droppedOf: 0, unmet: 0, unmetOf: 0, wrong: 0, wrongOf: 0 }
    for (let seed = 1, scenes = 0; scenes < (quick ? 1 : kind.seeds) && seed <= 4 * kind.seeds; seed++) {
      const scene = cellScene(robots, kind, seed)
      if (scene === undefined) continue
      scenes++
      const { paths, found } = tryCell(scene)
      if (found?.kind !== 'schedule') continue
      const { world } = scene
      const random = new Random(seed)
      const schedule = new RobotSchedule(paths, found.signals, 0)
      const play = (own: RobotSchedule, delays: Delays): boolean => {
        const outcome = checkMotion(world, own.motion(world, delays)).outcome
        return outcome !== 'free'
      }
      for (let n = 0; n < count; n++) {
        progress((k + n / count) / KINDS.length, `${kind.name}, seed ${seed}`)
        const motion = schedule.motion(world, n === 0 ? {} : randomDelays(schedule, random))
        const { outcome } = checkMotion(world, motion)
        total.executions++
        if (outcome === 'free') total.proved++
        else total.collide++
        if (samplesTouch(world, motion)) total.seen++
      }
      const control = (signals: readonly Signal[], rounds: number): [number, number] => {
        let collided = 0
        const wrong = new RobotSchedule(paths, signals, 0)
        for (let n = 0; n < rounds; n++) if (play(wrong, randomDelays(wrong, random))) collided++
        return [collided, rounds]
      }
      const rounds = Math.ceil(count / 8)
      const pair = found.signals[0]
      if (pair !== undefined) {
        const kept = found.signals.filter(({ robot, after }) => !isPair(pair, robot, after))
        const [collided, of] = control(kept, rounds)
        controls.dropped += collided
        controls.droppedOf += of
      }
      if (found.met.length < found.signals.length) {
        const [collided, of] = control(found.met, rounds)
        controls.unmet += collided
        controls.unmetOf += of
      }
      const false2 = tryCell(scene, -0.02)
      if (false2.found?.kind === 'schedule') {
        const [collided, of] = control(false2.found.signals, rounds)
        controls.wrong += collided
        controls.wrongOf += of
      }
    }
    return { arms: kind.name, ...total, ...controls }
  })
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((all, row) => all + of(row), 0)
  const executions = sum((row) => row.executions)
  return {
    rows,
    head: [
      'arms',
      'executions',
      'proved',
      'collide',
      'seen by samples',
      'pair dropped',
      'unmet left out',
      'bound − 2 cm',
    ],
    table: rows.map((row) => [
      row.arms,
      `${row.executions}`,
      `${row.proved}`,
      `${row.collide}`,
      `${row.seen}`,
      `${row.dropped} of ${row.droppedOf}`,
      `${row.unmet} of ${row.unmetOf}`,
      `${row.wrong} of ${row.wrongOf}`,
    ]),
    checks: [
      {
        claim: '2,000 delayed executions or more, all proved free, none seen to touch',
        passed: executions >= 2000 && sum((row) => row.proved) === executions && sum((row) => row.seen) === 0,
        seen: `${sum((row) => row.proved)} of ${executions}, ${sum((row) => row.seen)} seen`,
      },
      {
        claim: 'with the signals of one pair dropped, some collide',
        passed: sum((row) => row.dropped) > 0,
        seen: `${sum((row) => row.dropped)} of ${sum((row) => row.droppedOf)}`,
      },
      {
        claim: 'with regions left out that the nominal timing does not meet, some collide',
        passed: sum((row) => row.unmet) > 0,
        seen: `${sum((row) => row.unmet)} of ${sum((row) => row.unmetOf)}`,
      },
      {
        claim: 'with a bound that is wrong by 2 cm, some collide',
        passed: sum((row) => row.wrong) > 0,
        seen: `${sum((row) => row.wrong)} of ${sum((row) => row.wrongOf)}`,
      },
    ],
  }
}

function isPair({ robot, after }: Signal, one: number, other: number): boolean {
  return (robot === one && after === other) || (robot === other && after === one)
}

/** Up to five waits of up to two seconds, anywhere. */
function randomDelays(schedule: RobotSchedule, random: Random): Delays {
  return Object.fromEntries(
    schedule.robots.map((name) => {
      const marks = Array.from({ length: random.integer(6) }, () => random.integer(schedule.marksOf(name)))
      return [name, new Map(marks.map((mark) => [mark, random.range(0, 2)]))]
    }),
  )
}

/** The oracle: samples of the whole motion, by `collidesMany`. */
export function samplesTouch(world: World, { pieces, times }: Motion, every = SAMPLE): boolean {
  const q: number[] = []
  const at = new Float64Array(world.dof)
  for (let time = times![0]!, k = 0; k < pieces.length; ) {
    const [begin, end] = [times![k]!, times![k + 1]!]
    if (time > end || end === begin) {
      k++
      continue
    }
    pieces[k]!.at(at, (time - begin) / (end - begin))
    q.push(...at)
    time += every
  }
  return world.collidesMany(Float64Array.from(q)).some((one) => one === 1)
}
