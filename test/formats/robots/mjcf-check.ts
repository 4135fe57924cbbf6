// What tests of MuJoCo models ask of the robots that come out.
import { expect } from 'vitest'
import type { Robot } from '../../../src/robots/model/robot.js'
import { World } from '../../../src/robots/world/world.js'
import { rotated } from '../../oracle/robots/mjcf.js'

/** Twelve numbers of a link. */
export function poseOf(robot: Robot, link: string, values: Readonly<Record<string, number>> = {}): number[] {
  const { index } = robot.link(link)
  return Array.from(robot.linkPoses(robot.configuration(values)).slice(12 * index, 12 * index + 12))
}

export function expectClose(found: ArrayLike<number>, expected: readonly number[], within = 1e-12): void {
  expect(found.length).toBe(expected.length)
  expected.forEach((x, k) => {
    expect(Math.abs(found[k]! - x), `[${k}]: ${found[k]} beside ${x}`).toBeLessThanOrEqual(within)
  })
}

export function matrixOf(quaternion: readonly number[], position: readonly number[]): number[] {
  const columns = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((v) => rotated(quaternion, v))
  return [0, 1, 2].flatMap((k) => [...columns.map((column) => column[k]!), position[k]!])
}

/** Which pairs of links are tested, as MuJoCo names bodies: `a-b`, in order. */
export function tested(robot: Robot): string[] {
  const own = new World({ robots: [{ robot, name: 'r' }] })
  return own
    .pairs()
    .filter(({ status }) => status === 'checked' || status === 'never')
    .map(({ a, b }) => [a.slice(2), b.slice(2)].sort().join('-'))
    .sort()
}
