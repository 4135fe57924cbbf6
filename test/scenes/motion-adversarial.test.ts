// What is said of the motions that are easy to get wrong is so: free ones keep their clearance wherever one looks, and where a
// collision is said to be, it is.
import { expect, test } from 'vitest'
import { adversarial } from '../../scenes/index.js'

const ALL = adversarial()

function between(a: Float64Array, b: Float64Array, t: number, quaternion: boolean): Float64Array {
  const q = a.map((from, i) => (t === 1 ? b[i]! : from + t * (b[i]! - from)))
  if (quaternion) {
    // All of them turn about z.
    const angle = (v: Float64Array): number => 2 * Math.atan2(v[5]!, v[6]!)
    const turned = angle(a) + t * (angle(b) - angle(a))
    q.set([0, 0, Math.sin(turned / 2), Math.cos(turned / 2)], 3)
  }
  return q
}

test('there are cases of every kind, under names of their own', () => {
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
  for (const expected of ['free', 'collision', 'either']) {
    expect(ALL.some((one) => one.expected === expected)).toBe(true)
  }
})

test.each(ALL.map((one) => [one.name, one] as const))('%s', (_, { world, motion, expected, at, clearance }) => {
  const quaternion = world.variables.some((name) => name.endsWith('rot_w'))
  expect(motion.every((q) => q.length === world.dof)).toBe(true)
  expect(motion.flatMap((q) => world.outsideLimits(q))).toEqual([])
  if (expected === 'collision') {
    const next = motion[at!.segment + 1] ?? motion[at!.segment]!
    expect(world.collides(between(motion[at!.segment]!, next, at!.at, quaternion))).toBe(true)
    return
  }
  let least = Infinity
  const steps = world.objects.length > 100 ? 16 : 256
  motion.forEach((from, k) => {
    const to = motion[k + 1] ?? from
    for (let i = 0; i <= steps; i++) {
      const q = between(from, to, i / steps, quaternion)
      least = Math.min(least, world.distance(q).distance)
    }
  })
  if (expected === 'free') {
    expect(least).toBeGreaterThan(clearance!)
    // A bound that says something. Samples miss the nearest place by a little.
    expect(least).toBeLessThan(Math.max(10 * clearance!, 1e-4))
  } else expect(least).toBeLessThan(0.01)
})
