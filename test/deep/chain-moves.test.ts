// The long comparison of moves of chains with dense sampling: at least 30,000 moves, one joint and several, spheres, groups and other
// shapes; and proofs of free moves, forged in many ways. LIMBER_DEEP_STEPS scales it; LIMBER_DEEP_SEED says where it starts.
import { expect, test } from 'vitest'
import { type MoveCase, type MoveTally, moveCase, playMoveCase } from '../oracle/chains/chain-moves-cases.js'
import { forgeMoves } from '../verify/forge-chain-moves.js'

const WANTED = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const SEED = Number(process.env.LIMBER_DEEP_SEED ?? 1)

function play(share: number, links: number, joints: number, shapes: MoveCase['shapes'], from: number): MoveTally {
  const tally: MoveTally = { free: 0, collision: 0, undecided: 0, tests: 0 }
  const count = Math.ceil(share * WANTED)
  for (let k = 0; k < count; k++) playMoveCase(moveCase(SEED * 1e6 + from + k, links, joints, shapes), 50, tally)
  const { free, collision, undecided } = tally
  console.info(
    `${shapes}: ${free} free, ${collision} collisions, ${undecided} undecided, 0 disagreements with sampling`,
  )
  return tally
}

test.each(['spheres', 'groups', 'mixed'] as const)('[chain-moves] one joint against dense sampling: %s', (shapes) => {
  expect(play(0.06, 30, 1, shapes, 0).free).toBeGreaterThan(0)
})

test.each(['spheres', 'groups', 'mixed'] as const)(
  '[chain-moves] several joints against dense sampling: %s',
  (shapes) => {
    expect(play(0.05, 16, 6, shapes, 200_000).free).toBeGreaterThan(0)
  },
)

test('[chain-moves] nearly all joints at once against dense sampling', () => {
  const tally: MoveTally = { free: 0, collision: 0, undecided: 0, tests: 0 }
  for (let k = 0; k < Math.ceil(0.03 * WANTED); k++) {
    const { angle, ...rest } = moveCase(SEED * 1e6 + 400_000 + k, 24, 23, k % 2 === 0 ? 'spheres' : 'groups')
    playMoveCase({ ...rest, moving: 23, angle: angle / 10 }, 50, tally)
  }
  expect(tally.free).toBeGreaterThan(0)
})

test('[chain-moves] forged proofs of moves: none is accepted that says something false', () => {
  const tally = forgeMoves(SEED * 1e6, Math.ceil(0.05 * WANTED))
  console.info(`${tally.forged} forged, ${tally.refused} refused, ${tally.harmless} still true`)
  expect(tally.refused).toBeGreaterThan(0)
})
