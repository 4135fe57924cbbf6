// What a check says is left while it goes on: what it does not name is proved.
import { expect, test } from 'vitest'
import { box, cylinder, lineMotion, Robot, SegmentCheck, sampleMotion, World } from '../../../src/entries/robots.js'

/** Two links that swing past posts, the nearer the larger `reach`. */
function swinging(reach: number): World {
  const robot = new Robot({
    name: 'r',
    links: [
      { name: 'base' },
      { name: 'upper', geometry: [{ shape: box({ size: [1, 0.1, 0.1], at: [0.5, 0, 0] }) }] },
      { name: 'fore', geometry: [{ shape: box({ size: [reach, 0.06, 0.06], at: [reach / 2, 0, 0] }) }] },
    ],
    joints: [
      { name: 'a', kind: 'continuous', parent: 'base', child: 'upper', axis: [0, 0, 1] },
      { name: 'b', kind: 'continuous', parent: 'upper', child: 'fore', axis: [0, 0, 1], origin: { at: [1.1, 0, 0] } },
    ],
  })
  const post = (x: number, y: number) => ({ shape: cylinder({ radius: 0.05, length: 2 }), pose: { at: [x, y, 0] } })
  return new World({
    robots: [robot],
    obstacles: [
      { name: 'one', ...post(0, 1.8) },
      { name: 'two', ...post(-1.5, 1.2) },
    ],
  })
}

test('what is left shrinks to nothing, and nothing touches in what is not left', () => {
  const outcomes = new Set<string>()
  for (const reach of [0.3, 0.5, 0.62, 0.8]) {
    const world = swinging(reach)
    const check = new SegmentCheck(world, [
      [0, 0],
      [3, 0.4],
    ])
    const { piece } = check
    const whole = check.left()
    expect(whole.length).toBeGreaterThan(1)
    expect(whole.every(({ from, to }) => from === 0 && to === 1)).toBe(true)
    const q = new Float64Array(2)
    let before = Infinity
    for (let k = 0; check.outcome === 'open' && k < 10_000; k++) {
      const next = check.next()!
      const left = check.left()
      expect(left).toContainEqual(next)
      const sum = left.reduce((total, { from, to }) => total + to - from, 0)
      expect(sum).toBeLessThanOrEqual(before)
      before = sum
      for (let i = 0; i <= 64; i++) {
        const t = i / 64
        if (left.some(({ from, to }) => from <= t && t <= to)) continue
        piece.at(q, t)
        expect(world.collides(q), `reach ${reach}, at ${t}`).toBe(false)
      }
      check.run({ maxSteps: 3 })
    }
    outcomes.add(check.outcome)
    expect(check.next()).toBeUndefined()
    if (check.outcome === 'free') expect(check.left()).toEqual([])
    else expect(check.left().length).toBeGreaterThan(0)
  }
  expect([...outcomes].sort()).toEqual(['collision', 'free'])
})

test('a sampled motion tells where it has looked', () => {
  const world = swinging(0.3)
  const motion = lineMotion(world, [
    [0, 0],
    [2, 0],
    [3, 0.4],
  ])
  const places: { segment: number; at: number }[] = []
  const verdict = sampleMotion(world, motion, { resolution: 0.2, onSample: (place) => places.push(place) })
  expect(verdict.outcome).toBe('sampled')
  expect(places.length).toBe(verdict.stats.configurations)
  expect(places.slice(0, 3)).toEqual([
    { segment: 0, at: 0 },
    { segment: 0, at: 1 },
    { segment: 1, at: 1 },
  ])
  // The first piece is two radians long: halves until they are no longer than 0.2.
  const first = places.filter(({ segment }) => segment === 0).map(({ at }) => at)
  expect(first.sort((p, q) => p - q)).toEqual(Array.from({ length: 17 }, (_, i) => i / 16))
  const wrong = 7 as unknown as () => void
  expect(() => sampleMotion(world, motion, { resolution: 0.2, onSample: wrong })).toThrow('options.onSample')
})
