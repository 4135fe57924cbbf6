// A plane of a MuJoCo model is a box that reaches a hundred times as far as the model does; meshes were not counted. Of a model in millimetres whose
// bodies are all at the origin, with meshes at their places in the world, the box reached 100, and a block at 390, half sunk into the plane, was free.
import { expect, test } from 'vitest'
import { World } from '../../src/robots/world/world.js'
import { readMjcf, world } from '../formats/robots/mjcf-samples.js'

const BLOCK = `v 390 0 -1
v 400 0 -1
v 390 9 -1
v 390 0 5
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
`

test('a block half below a plane, far from the origin, touches it', async () => {
  const model = world(
    '<geom type="plane" size="0 0 1"/><body name="a"><joint axis="1 0 0"/><geom type="mesh" mesh="block"/></body>',
    '<asset><mesh file="block.obj" scale="-1 1 1"/></asset>',
  )
  const robot = await readMjcf(model, { 'block.obj': BLOCK })
  expect(robot.notes).toContain(
    'Planes are the top faces of boxes that reach 100000 to each side and downwards: 1 in this model.',
  )
  expect(new World({ robots: [{ robot, name: 'r' }] }).collides({})).toBe(true)
})
