// `markAt` added up the seconds of all atoms and compared: at the end of a path, by its own times, half of all robots had not arrived, so
// that others waited for them forever. Of NaN it said that the robot had arrived.
import { expect, test } from 'vitest'
import { coordinateNow, Robot, sphere, World } from '../../src/entries/robots.js'
import { expectField } from '../expect-field.js'

test('a robot at the end of its path has reached its last mark, and one that is nowhere has not', () => {
  const cart = new Robot({
    name: 'cart',
    links: [{ name: 'rail' }, { name: 'box', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
    joints: [
      {
        name: 'slide',
        kind: 'prismatic',
        parent: 'rail',
        child: 'box',
        axis: [1, 0, 0],
        limits: { lower: -9, upper: 9, velocity: 1 },
      },
    ],
  })
  const world = new World({
    robots: [
      { robot: cart, name: 'a' },
      { robot: cart, name: 'b', base: { at: [0, 5, 0] } },
    ],
  })
  for (let k = 1; k <= 20; k++) {
    const times = [0, 0.1 * k, 0.1 * k + 0.3]
    const result = coordinateNow(world, { a: { waypoints: [[0], [1], [2]], times } }, { atom: 0.03 })
    if (result.outcome !== 'scheduled') throw new Error(result.reason)
    const { schedule, lowerBound } = result
    const last = schedule.marksOf('a') - 1
    for (const end of [times[2]!, lowerBound, 99]) expect(schedule.markAt('a', end), `${k}`).toBe(last)
    expect(schedule.markAt('a', times[2]! - 1e-6)).toBe(last - 1)
    expect(schedule.markAt('a', -1)).toBe(0)
    expectField('seconds', () => schedule.markAt('a', Number.NaN))
  }
})
