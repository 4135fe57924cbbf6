// What was asked of whole steps, and what came out.
import type { ChainMoveRow } from '../../lab/bend/chain-moves.js'
import type { MeshStepRow } from '../../lab/bend/mesh-steps.js'
import type { RopeStepRow } from '../../lab/bend/rope-steps.js'
import type { PrimitiveRow } from './primitives.js'
import type { SnakeRow } from './snake.js'

/** Tests of a step in units of the discrete query's, by the same method: ordinary steps, and a turn of one radian. */
const ORDINARY = 1.3
const RADIAN = 2
/** Its time, for ordinary steps, with the method left to the necklace. */
const ORDINARY_TIME = 2.5
/** Node tests of gentle steps of 20,000 triangles; seconds of a roll by 2.5 rad. */
const GENTLE_MESH = 1.2
const ROLL_SECONDS = 3
/** Tests of one joint by 0.1 rad, in the median, by links; and the time of one in a chain of a million. */
const CHAIN_TESTS: Readonly<Record<number, number>> = { 1000: 100, 10000: 300, 100000: 500 }
const CHAIN_MICROS = 1000
const SNAKE_TESTS = 2000
const PRIMITIVE_MICROS = 1

function line(holds: boolean, text: string): string {
  return `${holds ? 'yes' : 'NO '}  ${text}`
}

export function primitiveVerdicts(rows: readonly PrimitiveRow[]): string[] {
  return rows.map(({ pair, micros }) =>
    line(
      micros <= PRIMITIVE_MICROS,
      `${pair}: ${micros} µs in the median where doubles decide, ${PRIMITIVE_MICROS} allowed`,
    ),
  )
}

export function chainVerdicts(rows: readonly ChainMoveRow[]): string[] {
  return rows
    .filter(({ joints, angle }) => joints === 1 && angle === 0.1)
    .flatMap(({ links, tests, micros }) => {
      const allowed = CHAIN_TESTS[links]
      const size = links.toLocaleString('en')
      if (links === 1_000_000) {
        return line(
          micros < CHAIN_MICROS,
          `a move of ${size} links takes ${micros} µs in the median, ${CHAIN_MICROS} allowed`,
        )
      }
      if (allowed === undefined) return []
      return line(
        tests <= allowed,
        `one joint of ${size} links by 0.1 rad: ${tests} tests in the median, ${allowed} allowed`,
      )
    })
}

export function snakeVerdicts(rows: readonly SnakeRow[]): string[] {
  return rows
    .filter(({ joints }) => joints === 1)
    .map(({ from, links, tests }) =>
      line(
        tests <= SNAKE_TESTS,
        `one joint of a ${from} snake of ${links.toLocaleString('en')} links: ${tests} tests, ${SNAKE_TESTS} allowed`,
      ),
    )
}

/** The worst row of each scene. */
export function ropeVerdicts(rows: readonly RopeStepRow[]): string[] {
  const isOrdinary = ({ motion }: RopeStepRow): boolean => motion === 'gentle' || motion === 'middle'
  const same = rows.filter(({ answered, answeredFrame }) => answered === answeredFrame)
  return [...new Set(rows.map(({ scene }) => scene))].flatMap((scene) => {
    const worst = (
      of: readonly RopeStepRow[],
      by: (row: RopeStepRow) => number,
      most: number,
      what: string,
    ): string[] => {
      const here = of.filter((row) => row.scene === scene)
      if (here.length === 0) return []
      const top = here.reduce((best, row) => (by(row) > by(best) ? row : best))
      const where = `${top.beads.toLocaleString('en')} ${top.items}, ${top.motion}, ${top.answered}`
      return [
        line(
          by(top) <= most,
          `${scene} rope, ${what}: ${by(top)} of the discrete query's at most (${where}), ${most} allowed`,
        ),
      ]
    }
    return [
      ...worst(same.filter(isOrdinary), ({ ratio }) => ratio, ORDINARY, 'tests of ordinary steps'),
      ...worst(
        same.filter(({ motion }) => motion === 'turn 1'),
        ({ ratio }) => ratio,
        RADIAN,
        'tests of a turn by 1 rad',
      ),
      ...worst(
        rows.filter((row) => isOrdinary(row) && row.method === 'auto'),
        ({ timeRatio }) => timeRatio,
        ORDINARY_TIME,
        'time of ordinary steps',
      ),
    ]
  })
}

export function meshVerdicts(rows: readonly MeshStepRow[]): string[] {
  return rows
    .filter(({ asked }) => asked === 'auto')
    .flatMap(({ scene, angle, ratio, millis }) => {
      if (scene !== 'roll')
        return line(ratio <= GENTLE_MESH, `${scene}: node tests ${ratio} of the frame's, ${GENTLE_MESH} allowed`)
      if (angle !== 2.5) return []
      return line(
        millis <= 1000 * ROLL_SECONDS,
        `roll by ${angle} rad in one step: ${millis / 1000} s, ${ROLL_SECONDS} allowed`,
      )
    })
}
