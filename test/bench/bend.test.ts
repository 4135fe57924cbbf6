// The bench of whole steps: every part measures what it says, and targets are compared with what came out.
import { expect, test } from 'vitest'
import { measurePrimitives, primitiveTable } from '../../bench/bend/primitives.js'
import { measureRopeSteps } from '../../bench/bend/ropes.js'
import { measureSnake, snakeTable } from '../../bench/bend/snake.js'
import {
  chainVerdicts,
  meshVerdicts,
  primitiveVerdicts,
  ropeVerdicts,
  snakeVerdicts,
} from '../../bench/bend/verdicts.js'
import { bend } from '../../bench/bend.js'
import { type ChainMoveRow, looseChain, measureChainMoves } from '../../lab/bend/chain-moves.js'
import { type MeshStepRow, measureMeshStep } from '../../lab/bend/mesh-steps.js'
import { chainMoveTable, meshStepTable, ropeStepTable } from '../../lab/bend/print.js'

const quiet = (): void => {}
/** `yes` or `NO` of each line. */
const words = (lines: readonly string[]): string[] => lines.map((line) => line.slice(0, 3).trim())

test('ropes: each method against itself, and the one that is chosen', () => {
  const rows = measureRopeSteps({ sizes: [60], motions: ['gentle', 'turn 1'], rounds: 1 }, quiet)
  // Three ways each. Gentle steps of three ropes with three kinds of items; turns of thick beads for the loose rope alone.
  expect(rows.length).toBe(3 * (9 + 7))
  for (const { method, answered, answeredFrame } of rows) {
    if (method !== 'auto') expect([answered, answeredFrame]).toEqual([method, method])
  }
  expect(ropeStepTable(rows).split('\n').length).toBe(rows.length + 2)
  const good = rows.map((row) => ({ ...row, ratio: 1.3, timeRatio: 2.5 }))
  expect(words(ropeVerdicts(good))).toEqual(Array(9).fill('yes'))
  // A turn may take twice as many tests; time counts where the method is chosen.
  expect(words(ropeVerdicts(good.map((row) => ({ ...row, ratio: 1.4 }))))).toEqual(
    Array(3).fill(['NO', 'yes', 'yes']).flat(),
  )
  const slow = good.map((row) => ({ ...row, timeRatio: row.method === 'auto' ? 1 : 9 }))
  expect(words(ropeVerdicts(slow))).toEqual(Array(9).fill('yes'))
  // What another method answered for the frame is not compared.
  const other = good.map((row) => ({ ...row, ratio: 9, answeredFrame: 'power-diagram' as const }))
  expect(words(ropeVerdicts(other))).toEqual(Array(3).fill('yes'))
})

test('a snake: work follows what moves, and a target for one joint', () => {
  const cases = [
    { joints: 1, angle: 0.1 },
    { joints: 60, angle: 0.003 },
  ]
  const rows = measureSnake({ links: 60, cases, rounds: 1 }, quiet)
  expect(rows.map(({ from, joints, outcome }) => [from, joints, outcome])).toEqual([
    ['straight', 1, 'free'],
    ['straight', 60, 'free'],
    ['bent', 1, 'free'],
    ['bent', 60, 'free'],
  ])
  for (const { tests, pairs } of rows) expect([tests > 0 && tests < pairs, pairs]).toEqual([true, 1711])
  expect(snakeTable(rows)).toContain('1,711')
  expect(words(snakeVerdicts(rows))).toEqual(['yes', 'yes'])
  expect(words(snakeVerdicts(rows.map((row) => ({ ...row, tests: 2001 }))))).toEqual(['NO', 'NO'])
})

test('primitives, chains and meshes, and their targets', () => {
  const primitives = measurePrimitives(2, quiet)
  expect(primitives.map(({ pairs }) => pairs)).toEqual([128, 128, 128, 128])
  expect(primitiveTable(primitives)).toContain('strand and strand')
  expect(words(primitiveVerdicts(primitives.map((row) => ({ ...row, micros: 1 }))))).toEqual(Array(4).fill('yes'))
  expect(words(primitiveVerdicts(primitives.map((row) => ({ ...row, micros: 1.1 }))))).toEqual(Array(4).fill('NO'))

  const row = measureChainMoves(looseChain(100), { joints: 1, angle: 0.1 }, 3)
  expect(chainMoveTable([row])).toContain('100')
  const chain = (change: Partial<ChainMoveRow>): string[] => words(chainVerdicts([{ ...row, ...change }]))
  expect(chain({})).toEqual([])
  expect(chain({ links: 10_000, tests: 300 })).toEqual(['yes'])
  expect(chain({ links: 10_000, tests: 301 })).toEqual(['NO'])
  expect(chain({ links: 10_000, tests: 301, joints: 10 })).toEqual([])
  expect(chain({ links: 1_000_000, tests: 9999, micros: 999 })).toEqual(['yes'])
  expect(chain({ links: 1_000_000, tests: 9999, micros: 1000 })).toEqual(['NO'])

  const sheet = measureMeshStep({ scene: 'wave', angle: 0.4, slabs: 'auto' }, 200, 1)
  expect(meshStepTable([sheet])).toContain('1 (auto)')
  const mesh = (change: Partial<MeshStepRow>): string[] => words(meshVerdicts([{ ...sheet, ...change }]))
  expect(mesh({ ratio: 1.2 })).toEqual(['yes'])
  expect(mesh({ ratio: 1.21 })).toEqual(['NO'])
  expect(mesh({ scene: 'roll', ratio: 20, angle: 2.5, millis: 3000 })).toEqual(['yes'])
  expect(mesh({ scene: 'roll', angle: 2.5, millis: 3001 })).toEqual(['NO'])
  expect(mesh({ scene: 'roll', angle: 1, millis: 9000 })).toEqual([])
})

test('a part of it alone, of which nothing is kept; its text ends with what was asked for', async () => {
  const { rows, keep, text } = await bend.run(true, quiet, { part: 'snake' })
  expect(keep).toBe(false)
  expect(rows.length).toBe(8)
  expect(
    text
      .split('\n')
      .slice(-2)
      .map((line) => line.slice(0, 3)),
  ).toEqual(['yes', 'yes'])
})
