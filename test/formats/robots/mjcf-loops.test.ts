// <connect> of MuJoCo models: which loops become joints that closed loops set, and which are refused.
import { describe, expect, test } from 'vitest'
import { mjcf, readMjcf, refusedMjcf } from './mjcf-samples.js'

const hinge = (name: string, more = ''): string => `<joint name="${name}" axis="0 1 0" ${more}/>`
const ball = '<geom size="0.001"/>'

/** A crank and its coupler, and a rocker, in the plane x z; the pin is at the rocker's end. */
function bars({
  rocker = '0.4 0 0',
  more = '',
  third = '',
  connect = '<connect body1="coupler" body2="rocker" anchor="0.4 0 0.1"/>',
} = {}): string {
  return mjcf(`<worldbody><body name="base">${ball}
    <body name="crank">${hinge('a', 'range="-30 30"')}${ball}
      <body name="coupler" pos="0 0 0.2">${hinge('b', 'range="-90 90"')}${ball}</body></body>
    <body name="other" pos="${rocker}">${third}${ball}
      <body name="rocker">${hinge('c', more)}${ball}</body></body>
    </body></worldbody><equality>${connect}</equality>`)
}

describe('connect', () => {
  test('[mjcf] [loops] a four-bar: two hinges follow one, and the pin holds', async () => {
    const robot = await readMjcf(bars())
    expect(robot.variables).toEqual(['a'])
    expect([robot.joint('b').drivers, robot.joint('c').drivers]).toEqual([['a'], ['a']])
    expect(robot.notes[0]).toBe('Closed loops (<connect>) set b, c; what moves them: a.')
    for (const a of [-0.5, -0.2, 0, 0.3, 0.5]) {
      const poses = robot.linkPoses([a])
      const at = (link: string, p: readonly number[]): number[] => {
        const o = 12 * robot.link(link).index
        return [0, 4, 8].map((r) => poses[o + r]! * p[0]! + poses[o + r + 2]! * p[2]! + poses[o + r + 3]!)
      }
      const [one, other] = [at('coupler', [0.4, 0, 0.1]), at('rocker', [0, 0, 0.3])]
      expect(Math.hypot(...one.map((x, k) => x - other[k]!))).toBeLessThan(1e-15)
    }
    expect(robot.jointValue('b', [0])).toBeCloseTo(0, 14)
    expect(robot.jointValue('c', [0])).toBeCloseTo(0, 14)
  })

  test('[mjcf] a five-bar with a spring: its link may be anywhere', async () => {
    const robot = await readMjcf(bars({ third: hinge('s', 'range="-10 10" stiffness="2"') }))
    expect(robot.variables).toEqual(['a', 's'])
    expect(robot.joint('c').drivers).toEqual(['a', 's'])
    expect(robot.notes[1]).toContain('Springs are forces, which are not modelled: s may be anywhere')
  })

  test('a parallelogram follows exactly', async () => {
    const robot = await readMjcf(bars({ connect: '<connect body1="coupler" body2="rocker" anchor="0.4 0 0"/>' }))
    expect(robot.joint('c').mimic).toMatchObject({ joint: 'a', multiplier: 1 })
    expect(robot.joint('b').mimic).toMatchObject({ joint: 'a', multiplier: -1 })
  })

  test.each([
    [bars({ connect: '<connect body1="coupler" site2="s"/>' }), 'site2: expected body1, body2 and anchor'],
    [bars({ connect: '<connect body1="coupler" anchor="0 0 1"/>' }), 'two bodies that hinges of the loop move'],
    [
      bars({ connect: '<connect body1="coupler" body2="no" anchor="0 0 1"/>' }),
      'body2: expected the name of a body, got "no"',
    ],
    [bars({ more: 'type="slide"' }), 'expected a loop of hinges, got "c", a slide joint'],
    [bars({ third: '<joint name="s" axis="0 1 0.1"/>' }), 'a planar loop: "s" is parallel to "b"'],
    [bars({ third: hinge('s') + hinge('t', 'pos="0.1 0 0"') }), 'a four-bar or a five-bar'],
    [
      bars({ connect: '<connect body1="coupler" body2="rocker" anchor="0.4 0 -0.2"/>' }),
      'not on the axis of a hinge next to it',
    ],
    [bars({ connect: '<connect body1="coupler" body2="rocker" anchor="0.2 0 -0.1"/>' }), 'not in one line at first'],
    [
      bars({ connect: '<connect body1="coupler" body2="rocker" anchor="0.4 0 0.1"/><joint joint1="a" joint2="c"/>' }),
      'that no closed loop (<connect>) sets',
    ],
    [
      bars({ connect: '<connect body1="coupler" body2="rocker" anchor="0.4 0 0.1"/><joint joint1="c"/>' }),
      'that no closed loop (<connect>) sets',
    ],
  ])('what is no planar loop of four or five hinges is refused by name (%#)', async (text, message) => {
    expect((await refusedMjcf(text)).message).toContain(message)
  })
})
