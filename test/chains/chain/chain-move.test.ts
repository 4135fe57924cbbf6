import { expect, test } from 'vitest'
import { moveCase, playMoveCase } from '../../oracle/chains/chain-moves-cases.js'

const none = () => ({ free: 0, collision: 0, undecided: 0, tests: 0 })

test.each(['spheres', 'groups', 'mixed'] as const)('[chain-moves] one joint, against dense sampling: %s', (shapes) => {
  const counts = none()
  for (let seed = 0; seed < 45; seed++) playMoveCase(moveCase(seed, 24, 1, shapes), 40, counts)
  expect(counts.free).toBeGreaterThan(10)
  expect(counts.collision).toBeGreaterThan(10)
})

test.each(['spheres', 'groups', 'mixed'] as const)(
  '[chain-moves] several joints, against dense sampling: %s',
  (shapes) => {
    const counts = none()
    for (let seed = 1000; seed < 1045; seed++) playMoveCase(moveCase(seed, 16, 5, shapes), 40, counts)
    expect(counts.free).toBeGreaterThan(10)
    expect(counts.collision).toBeGreaterThan(10)
  },
)
