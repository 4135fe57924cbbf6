// Some robots of a world without the others: links, obstacles, what is carried, and what may touch.
import { expect, test } from 'vitest'
import { readScene } from '../../../node/index.js'
import { sphere, worldOfRobots } from '../../../src/entries/robots.js'
import { example } from '../../cli/run.js'

test('robots that are named are there, as they were, and no others', async () => {
  const { world } = await readScene(example('arms.json'))
  world.attach({ name: 'cup', link: 'right/hand', shape: sphere({ radius: 0.03 }), touch: ['right/left_finger'] })
  world.allow('right/forearm', 'bin', 'it may')
  const part = worldOfRobots(world, ['right', 'left'])
  expect(part.variables).toEqual(world.variables.filter((name) => !name.startsWith('back/')))
  expect(part.objects).toEqual(world.objects.filter((name) => !name.startsWith('back/')))
  const pairs = (own: typeof world): string[] =>
    own
      .pairs()
      .filter(({ a, b }) => !`${a} ${b}`.includes('back/'))
      .map(({ a, b, status, reason }) => `${a} ${b} ${status} ${reason}`)
      .sort()
  expect(pairs(part)).toEqual(pairs(world))
  // The same distances, as far as the third arm is far away.
  const q = world.configuration({ 'left/shoulder': 1, 'right/shoulder': 0.5, 'back/turn': 1 })
  const near = world.distances(q).filter(({ a, b }) => !`${a} ${b}`.includes('back/'))
  const own = part.distances(q.slice(0, part.dof))
  expect(own.map(({ a, b, distance }) => [a, b, distance])).toEqual(near.map(({ a, b, distance }) => [a, b, distance]))
})

test('names that the world does not have are refused', async () => {
  const { world } = await readScene(example('arms.json'))
  expect(() => worldOfRobots(world, ['middle'])).toThrow('a robot of the world: left, right, back')
  expect(() => worldOfRobots(world, [])).toThrow('a list of names')
  const cable = (await readScene(example('cable.json'))).world
  expect(() => worldOfRobots(cable, ['arm'])).toThrow('without things that bend')
})
