import { expect, test } from 'vitest'
import { ReplicaLadder } from '../../../src/molecules/monte-carlo/replica-ladder.js'

test('samples the exact joint distribution of which state is where', () => {
  // Two replicas that keep their energies: how often each is at the lower temperature is known.
  const [t0, t1] = [0.8, 1.3]
  const energies = [0.3, 1.1]
  const ladder = new ReplicaLadder({ temperatures: [t0, t1], seed: 5 })
  const rounds = 40_000
  let first = 0
  for (let n = 0; n < rounds; n++) {
    ladder.exchange(energies)
    if (ladder.replicaAt[0] === 0) first++
  }
  const here = Math.exp(-energies[0]! / t0 - energies[1]! / t1)
  const there = Math.exp(-energies[1]! / t0 - energies[0]! / t1)
  const share = here / (here + there)
  // Pairs take turns, so every second round offers nothing; what is in between is the same state twice.
  expect(Math.abs(first / rounds - share)).toBeLessThan(4 * Math.sqrt((2 * share * (1 - share) * 4) / rounds))
})

test('counts a round trip when a replica is back at the bottom after the top', () => {
  const ladder = new ReplicaLadder({ temperatures: [1, 2, 3], seed: 1 })
  // Whoever is lower is sent up: every swap is certain.
  const trace: number[][] = []
  for (let n = 0; n < 12; n++) {
    const energies = new Float64Array(3)
    for (const [rung, replica] of ladder.replicaAt.entries()) energies[replica] = -1e6 * rung
    ladder.exchange(energies)
    trace.push([...ladder.rungOf])
  }
  const expected = [0, 1, 2].map((replica) => {
    let [way, trips] = [replica === 0 ? 'up' : '', 0]
    for (const rungs of trace) {
      if (rungs[replica] === 2 && way === 'up') way = 'down'
      if (rungs[replica] === 0) {
        if (way === 'down') trips++
        way = 'up'
      }
    }
    return trips
  })
  expect([...ladder.roundTrips]).toEqual(expected)
  expect(expected.reduce((a, b) => a + b)).toBeGreaterThan(2)
  expect([...ladder.swapped]).toEqual([...ladder.tried])
})

test('saved and restored, it continues the same', () => {
  const energies = [1, 0.4, 0.2, 0.1]
  const make = (temperatures = [1, 1.2, 1.5, 2]): ReplicaLadder => new ReplicaLadder({ temperatures, seed: 3 })
  const whole = make()
  for (let n = 0; n < 41; n++) whole.exchange(energies)
  const state = whole.save()
  const later = make()
  later.restore(state)
  expect(later).toEqual(whole)
  for (let n = 0; n < 41; n++) for (const ladder of [whole, later]) ladder.exchange(energies)
  expect(later).toEqual(whole)
  expect(() => make([1, 2]).restore(state)).toThrow(/another number of temperatures/)
})

test.each([[[1]], [[]], [[2, 1]], [[1, 1]], [[0, 1]], [[1, Number.NaN]], [[1, Infinity]]])(
  'refuses %j',
  (temperatures) => {
    expect(() => new ReplicaLadder({ temperatures, seed: 1 })).toThrow(/temperatures/)
  },
)
