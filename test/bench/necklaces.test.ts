// The bench of necklaces measures what it says: frames in order, ratios of the same rounds, and every way asked the same.
import { expect, test } from 'vitest'
import { PeerMissingError } from '../../bench/meshes/contender.js'
import { racePower, randomBalls } from '../../bench/necklaces/power.js'
import { raceFrames, ratioOf, toAndFro } from '../../bench/necklaces/race.js'
import { raceRepair } from '../../bench/necklaces/repair.js'
import { ropes, shapes } from '../../bench/necklaces/scenes.js'
import { raceSteps } from '../../bench/necklaces/steps.js'

const LIMITS = { rounds: 2, budget: 1, least: 2 }
const quiet = (): void => {}

test('frames are played to and fro, each contender from where it was', () => {
  expect(Array.from({ length: 8 }, (_, k) => toAndFro(k, 4))).toEqual([0, 1, 2, 3, 2, 1, 0, 1])
  expect(toAndFro(5, 1)).toBe(0)
  const frames = [0, 1, 2].map((k) => Float64Array.of(k))
  const seen: number[][] = [[], []]
  const timings = raceFrames(
    ['a', 'b'].map((name, c) => ({ name, frame: (at: Float64Array) => void seen[c]!.push(at[0]!) })),
    frames,
    { ...LIMITS, budget: 0.01 },
    quiet,
  )
  for (const list of seen) expect(list.every((x, k) => x === toAndFro(k, 3))).toBe(true)
  expect(timings.map(({ name, rounds }) => [name, rounds.length])).toEqual([
    ['a', 2],
    ['b', 2],
  ])
})

test('a ratio is the median of the ratios of rounds', () => {
  const timing = (rounds: number[]) => ({ name: '', rounds, millis: 0 })
  expect(ratioOf(timing([2, 30, 4]), timing([1, 10, 4]))).toBe(2)
})

test('all methods answer all questions on all scenes, and are timed', () => {
  for (const scene of [...ropes(80, 3), ...shapes(true, 3).slice(1)]) {
    for (const question of ['collides', 'all pairs', 'closest'] as const) {
      const rows = raceSteps(scene, question, LIMITS, true, quiet)
      expect(rows.length).toBe(question === 'all pairs' ? 6 : 7)
      expect(Math.min(...rows.map(({ millis }) => millis))).toBeGreaterThan(0)
      // The best of the single methods is the measure.
      expect(rows.slice(1, 4).some(({ ratio }) => ratio === 1)).toBe(true)
    }
  }
  const [repair] = ropes(150, 3).map((scene) => raceRepair(scene, LIMITS, quiet))
  expect(repair!.map(({ way }) => way)).toContain('rebuild')
  // Only the cascades test cages.
  expect(repair!.map(({ volumeTests }) => volumeTests > 0)).toEqual([false, true, true, false, false, false])
})

test('power diagrams are timed without CGAL as well', async () => {
  const { rows, note } = await racePower([{ name: 'few', balls: randomBalls(60) }], 1, quiet, () => {
    throw new PeerMissingError('not here')
  })
  expect(note).toContain('not here')
  expect(rows.map(({ what, ratio }) => [what, ratio])).toEqual([['Limber', undefined]])
})
