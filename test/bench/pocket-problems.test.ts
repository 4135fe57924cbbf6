// Problems in pockets are what they say: ends that are free, hands inside compartments, the same for everybody.
import { expect, test } from 'vitest'
import { POCKET_KINDS, pocketProblems } from '../../bench/planning/pocket-problems.js'

const robots = process.env.LIMBER_DATA

test.skipIf(robots === undefined).each(POCKET_KINDS)(
  '%s: both ends are free, and the hands are inside',
  async (kind) => {
    const problems = await pocketProblems(kind, 3)
    const again = await pocketProblems(kind, 3)
    const hands = kind === 'two-arm' ? ['left/panda_hand', 'right/panda_hand'] : ['fetch/gripper_link']
    for (const [k, problem] of problems.entries()) {
      const { start, goal, moving, obstacles } = problem
      expect([...again[k]!.goal]).toEqual([...goal])
      expect(moving.length).toBe(kind === 'two-arm' ? 14 : 8)
      const world = problem.world()
      for (const q of [start, goal]) {
        expect(world.collides(q)).toBe(false)
        expect(world.outsideLimits(q)).toEqual([])
      }
      const at = (part: string): number =>
        (obstacles.find(({ name }) => name === part)!.pose as { at: number[] }).at[0]!
      // Fingers are a decimetre before the hand.
      const front = 2 * at('board-0') - at('back') - 0.1
      for (const hand of hands) {
        const x = world.linkPose(goal, hand)[3]!
        expect(x).toBeGreaterThan(front)
        expect(x).toBeLessThan(at('back'))
      }
    }
  },
)
