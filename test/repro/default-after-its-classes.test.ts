// MuJoCo copies a class of defaults into the classes inside of it when it reads them. A second <default> section, as an included file brings
// one, that says contype="0" conaffinity="0" changes `main` and nothing else; it was taken over by all classes, whose geoms then touched nothing: a
// ball inside of a wall was free.
import { expect, test } from 'vitest'
import { World } from '../../src/robots/world/world.js'
import { readMjcf } from '../formats/robots/mjcf-samples.js'

const BODIES = `<worldbody><geom class="solid" size="0.1 1 1" pos="1 0 0"/>
  <body name="ball" childclass="solid"><joint type="slide" axis="1 0 0"/><geom type="sphere"/><geom class="main" type="sphere" size="9"/></body>
</worldbody>`

test.each([
  ['before them', '<default><geom contype="0" conaffinity="0"/></default>', '', 0],
  ['after them', '', '<default><geom contype="0" conaffinity="0"/></default>', 1],
])('a section %s', async (_, before, after, count) => {
  const classes = '<default><default class="solid"><geom type="box" size="0.5 0.5 0.5"/></default></default>'
  const robot = await readMjcf(`<mujoco>${before}${classes}${after}${BODIES}</mujoco>`)
  expect(robot.link('ball').geometry.length).toBe(count)
  const world = new World({ robots: [{ robot, name: 'r' }] })
  expect(world.collides({ 'r/ball.joint1': 1 })).toBe(count === 1)
})
