// What a world says it consists of: enough to draw it.
import { expect, test } from 'vitest'
import { box, Robot, sphere, World } from '../../../src/index.js'

const robot = new Robot({
  name: 'arm',
  links: [
    { name: 'base', geometry: [{ shape: box({ size: [1, 1, 1] }) }] },
    { name: 'frame' },
    { name: 'tip', geometry: [{ shape: sphere({ radius: 0.1 }), pose: { at: [0, 0, 0.5] }, name: 'ball' }] },
  ],
  joints: [
    { name: 'turn', kind: 'revolute', parent: 'base', child: 'frame', limits: { lower: -1, upper: 1 } },
    { name: 'fix', kind: 'fixed', parent: 'frame', child: 'tip' },
  ],
})

function world(): World {
  const made = new World({
    robots: [{ robot, name: 'one' }],
    obstacles: [{ name: 'post', shape: box({ size: [0.1, 0.1, 2] }), pose: { at: [3, 0, 1] } }],
  })
  made.attach({ name: 'cup', link: 'one/tip', shape: sphere({ radius: 0.05 }), pose: { at: [0, 0, 0.7] } })
  return made
}

test('every object has its shapes, in the frame of its link or of the world', () => {
  const w = world()
  expect(w.objects.map((name) => [name, w.geometryOf(name).link])).toEqual([
    ['one/base', 'one/base'],
    ['one/tip', 'one/tip'],
    ['cup', 'one/tip'],
    ['post', undefined],
  ])
  const tip = w.geometryOf('tip')
  expect(tip.geometry.map(({ name, shape }) => [name, shape.kind])).toEqual([['ball', 'sphere']])
  expect([...tip.geometry[0]!.pose]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.5])
  expect([...w.geometryOf('cup').geometry[0]!.pose]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.7])
  expect([...w.geometryOf('post').geometry[0]!.pose]).toEqual([1, 0, 0, 3, 0, 1, 0, 0, 0, 0, 1, 1])
})

test('a link without geometry has none; an unknown name is refused', () => {
  const w = world()
  expect(w.geometryOf('one/frame')).toEqual({ link: 'one/frame', geometry: [] })
  expect(() => w.geometryOf('nobody')).toThrow('the name of a link or an obstacle')
})

test('what is returned is a copy', () => {
  const w = world()
  w.geometryOf('post').geometry[0]!.pose.fill(7)
  expect(w.geometryOf('post').geometry[0]!.pose[3]).toBe(3)
  expect(w.distance([0]).distance).toBeLessThan(3)
})
