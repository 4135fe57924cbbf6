// Five of thirteen SRDF files that robots ship with were refused for names that their URDF files do not have: a free-flyer in
// named states (Talos, iCub), fingers that a smaller version of the robot is without (Romeo), groups by their short names (HyQ).
// None of that says anything about pairs: it is noted, and the exemptions count.
import { describe, expect, test } from 'vitest'
import { parseRobot } from '../../src/formats/robots/robot-parse.js'
import { World } from '../../src/robots/world/world.js'

const leg = (name: string, y: number): string => `
  <link name="${name}_upper"><collision><geometry><box size="0.1 0.1 0.4"/></geometry></collision></link>
  <link name="${name}_lower"><collision><geometry><box size="0.1 0.1 0.4"/></geometry></collision></link>
  <joint name="${name}_hip" type="revolute"><parent link="trunk"/><child link="${name}_upper"/>
    <origin xyz="0 ${y} 0"/><limit lower="-1" upper="1"/></joint>
  <joint name="${name}_knee" type="revolute"><parent link="${name}_upper"/><child link="${name}_lower"/>
    <origin xyz="0 0 -0.5"/><limit lower="-1" upper="1"/></joint>`
const WALKER = `<robot name="walker"><link name="trunk"/>${leg('l', 0.1)}${leg('r', -0.1)}</robot>`

const PAIRS = `
  <disable_collisions link1="l_upper" link2="r_upper" reason="Never"/>
  <disable_collisions link1="l_upper" link2="r_finger" reason="Never"/>`

const CASES = {
  // Talos, iCub.
  'a free-flyer in a state': [
    `<group name="all"><joint name="l_hip"/></group>
     <group_state name="half_sitting" group="all">
       <joint name="root_joint" value="0. 0. 1.019 0. 0. 0. 1."/><joint name="l_hip" value="0.3"/>
     </group_state>
     <group_state name="standing" group="all"><joint name="root_joint" value="0 0 0.5 0 0 0 1"/></group_state>`,
    'shipped.srdf, line 4: 1 joint of a named state that the robot does not have, passed over: root_joint.',
  ],
  // Romeo.
  'fingers in a state': [
    `<group name="all"/><group_state name="half_sitting" group="all">
       <joint name="l_hip" value="0.3"/><joint name="LFinger11" value="0"/><joint name="LFinger12" value="0"/>
     </group_state>`,
    'shipped.srdf, line 3: 2 joints of named states that the robot does not have, passed over: LFinger11, LFinger12.',
  ],
  // HyQ.
  'groups by their short names': [
    `<group name="l_leg"><chain base_link="trunk" tip_link="l_lower"/></group>
     <group name="all_legs"><group name="lf"/><group name="rf"/></group>
     <group_state name="half_sitting" group="all_legs"><joint name="l_hip" value="0.3"/></group_state>`,
    'shipped.srdf, line 3: 2 groups in groups that the file does not have, passed over: lf, rf.',
  ],
} as const

describe.each(Object.entries(CASES))('%s', (_, [inside, note]) => {
  test('is noted once, and what is known counts', async () => {
    const robot = await parseRobot(WALKER, {
      srdf: `<robot name="walker">\n${inside}${PAIRS}</robot>`,
      srdfFile: 'shipped.srdf',
    })
    expect(robot.notes).toEqual([
      note,
      'shipped.srdf names 1 link that the robot does not have in pairs that need no checking: r_finger.',
    ])
    expect(robot.allowed).toEqual([{ a: 'l_upper', b: 'r_upper', reason: 'Never' }])
    expect(robot.states.find(({ name }) => name === 'half_sitting')?.values).toEqual({ l_hip: 0.3 })
    // Only the exemption that both links of are there is one: the others are checked, as without the file.
    const skipped = new World({ robots: [robot] }).pairs().filter(({ reason }) => reason === 'Never').length
    expect(skipped).toBe(1)
  })
})
