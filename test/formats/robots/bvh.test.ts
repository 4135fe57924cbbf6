// BVH files → a figure that is where the oracle says, in every frame; and what is refused.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RobotFileError } from '../../../src/errors.js'
import { type MotionCapture, parseBvh } from '../../../src/formats/robots/bvh-clip.js'
import { configurationsOf } from '../../../src/formats/robots/scene-path.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { World } from '../../../src/robots/world/world.js'
import { type OraclePoint, oracleFrames } from '../../oracle/robots/bvh.js'
import { FIGURE, KNEE } from './bvh-samples.js'

/** The largest deviation of any entry of any joint's pose, and of the far end of any bone, in any frame. */
function deviation({ robot, path }: MotionCapture, frames: readonly (readonly OraclePoint[])[]): number {
  expect(path.waypoints.length).toBe(frames.length)
  let worst = 0
  let compared = 0
  path.waypoints.forEach((values, k) => {
    const q = robot.configuration(Object.fromEntries(path.joints.map((name, i) => [name, values[i]!])))
    const poses = robot.linkPoses(q)
    const tips: number[][] = []
    for (const { name, matrix } of frames[k]!) {
      tips.push(matrix.slice(0, 3).map((row) => row[3]!))
      if (name.endsWith(' end')) continue
      const { index } = robot.link(name)
      compared++
      for (let i = 0; i < 12; i++) {
        worst = Math.max(worst, Math.abs(poses[12 * index + i]! - matrix[Math.floor(i / 4)]![i % 4]!))
      }
    }
    // Every bone ends at some point of the oracle.
    for (const { index, geometry } of robot.links) {
      for (const { shape } of geometry) {
        if (shape.kind !== 'capsule') throw new Error(shape.kind)
        const at = [0, 1, 2].map((row) => {
          const o = 12 * index + 4 * row
          return poses[o]! * shape.to[0]! + poses[o + 1]! * shape.to[1]! + poses[o + 2]! * shape.to[2]! + poses[o + 3]!
        })
        worst = Math.max(worst, Math.min(...tips.map((tip) => Math.hypot(...tip.map((x, i) => x - at[i]!)))))
      }
    }
  })
  expect(compared).toBeGreaterThan(0)
  return worst
}

/** The oracle splits at blanks: no blanks in names, braces apart. */
const PLAIN = FIGURE.replaceAll('Right Arm {', 'RightArm\n{')

test('joints and bones are where the oracle has them, in every frame', () => {
  expect(deviation(parseBvh(PLAIN), oracleFrames(PLAIN))).toBeLessThan(1e-12)
  expect(deviation(parseBvh(KNEE), oracleFrames(KNEE))).toBeLessThan(1e-12)
})

test('names, channels, times, thickness and notes', () => {
  const { robot, path, frameTime, thickness } = parseBvh(FIGURE, { name: 'dancer' })
  expect(robot.name).toBe('dancer')
  expect(path.joints.slice(0, 7)).toEqual([
    ...['Hips.Xposition', 'Hips.Yposition', 'Hips.Zposition', 'Hips.Zrotation', 'Hips.Yrotation', 'Hips.Xrotation'],
    'Chest.Yrotation',
  ])
  expect([...robot.variables].sort()).toEqual([...path.joints].sort())
  expect(robot.link('Right Arm').geometry.length).toBe(1)
  expect(frameTime).toBe(0.04)
  expect(path.times).toEqual([0, 0.04, 0.08, 0.12])
  // From -7 to 5.5 in y, from -5.5 to 6.5 in x.
  expect(thickness).toBeCloseTo(0.02 * 12.5, 12)
  expect(robot.notes.join(' ')).toContain('Bones are 0.25 thick')
  expect(robot.notes.join(' ')).toContain("The root's OFFSET is added")
  expect(parseBvh(FIGURE, { scale: 0.1 }).thickness).toBeCloseTo(0.025, 12)
  expect(parseBvh(FIGURE, { scale: 0.1 }).path.waypoints[0]![1]).toBeCloseTo(1, 12)
  expect(parseBvh(FIGURE, { thickness: 0.3 }).thickness).toBe(0.3)
})

test('angles are unwrapped: by turns, and by the other description of a rotation', () => {
  const { path } = parseBvh(FIGURE)
  const degrees = (name: string): number[] => path.waypoints.map((q) => (q[path.joints.indexOf(name)]! * 180) / Math.PI)
  const near = (values: readonly number[], expected: readonly number[]): void =>
    values.forEach((value, i) => void expect(value).toBeCloseTo(expected[i]!, 9))
  near(degrees('Hips.Zrotation'), [175, 181, 190, 200])
  near(degrees('LeftArm.Xrotation'), [10, 10, 12, 13])
  near(degrees('LeftArm.Zrotation'), [20, 20, 21, 22])
  near(degrees('LeftArm.Yrotation'), [30, 30, 31, 32])
  near(degrees('Leg.Xrotation'), [0, 10, 20, 30])
})

test('bones that meet are allowed to touch, and so are those that cannot but touch', () => {
  const pairs = new Map(parseBvh(FIGURE).robot.allowed.map(({ a, b, reason }) => [[a, b].sort().join(' '), reason]))
  expect(pairs.get('Hips Leg')).toBe('Bones meet at a joint')
  // The chest has no bone of its own: its one child is at its own point.
  expect([...pairs.keys()].some((key) => key.includes('Chest'))).toBe(false)
  expect(pairs.get('LeftArm Shoulders')).toBe('Bones meet at a joint')
  expect(pairs.has('LeftArm Right Arm')).toBe(false)
  expect(pairs.has('LeftArm Leg')).toBe(false)
  const thick = parseBvh(FIGURE, { thickness: 4.5 }).robot.allowed
  expect(thick.find(({ a, b }) => [a, b].sort().join() === 'LeftArm,Right Arm')?.reason).toContain('shorter than')
})

test('a knee that folds: the foot meets the thigh', () => {
  const clip = parseBvh(KNEE)
  const world = new World({ robots: [clip.robot] })
  const verdict = checkMotion(world, configurationsOf(world, clip.path))
  expect(verdict.outcome).toBe('collision')
  const half = checkMotion(world, configurationsOf(world, clip.path).slice(0, 2))
  expect(half.outcome).toBe('free')
})

test('position channels below the root: as OFFSET or zero they are left out, else refused', () => {
  const with6 = (values: string): string =>
    KNEE.replace(
      'CHANNELS 1 Zrotation\n    JOINT ankle',
      'CHANNELS 4 Xposition Yposition Zposition Zrotation\n    JOINT ankle',
    )
      .replace(/^0 0 0$/m, `0 ${values} 0 0`)
      .replace(/^5 80 0$/m, `5 ${values} 80 0`)
      .replace(/^10 180 0$/m, `10 ${values} 180 0`)
  for (const values of ['0 0 0', '0 -4 0', '0 -4.00001 0']) {
    const { robot, path } = parseBvh(with6(values))
    expect(path.joints).toEqual(['hip.Zrotation', 'knee.Zrotation', 'ankle.Zrotation'])
    expect(robot.notes.join(' ')).toContain('3 position channels below the root left out')
  }
  expect(() => parseBvh(with6('0 -4.1 0'))).toThrow(/line 4, joint "knee": expected bones of constant length/)
})

test.each<[string, (text: string) => string, RegExp]>([
  ['no hierarchy', () => 'ROOT hip', /line 1: expected HIERARCHY, got "ROOT"/],
  ['two roots', (t) => t.replace('MOTION', 'ROOT b\nMOTION'), /expected MOTION, since one ROOT is read/],
  ['an unknown channel', (t) => t.replace('1 Zrotation', '1 Wrotation'), /line 3: expected Xposition, Yposition/],
  ['a channel twice', (t) => t.replace('1 Zrotation', '2 Zrotation Zrotation'), /line 3: expected each channel once/],
  ['more channels than said', (t) => t.replace('1 Zrotation', '1 Zrotation Xrotation'), /line 3: expected 1 channels/],
  [
    'a name twice',
    (t) => t.replace('JOINT ankle', 'JOINT knee'),
    /line 6, joint "knee": expected each name once: line 4/,
  ],
  ['a slash in a name', (t) => t.replace('JOINT ankle', 'JOINT a/b'), /line 6, joint: expected a name without slashes/],
  ['no offset', (t) => t.replace('OFFSET 0 -4 0', ''), /line 5: expected OFFSET/],
  ['a frame too few', (t) => t.replace('Frames: 3', 'Frames: 4'), /expected 4 frames, one a line, got 3/],
  ['a frame too many', (t) => t.replace('Frames: 3', 'Frames: 2'), /line 14: expected the end of the file after 2/],
  ['a number too few', (t) => t.replace('5 80 0', '5 80'), /line 13: expected frame 1: 3 numbers, one a channel/],
  ['a number too many', (t) => t.replace('5 80 0', '5 80 0 1'), /line 13: expected frame 1: 3 numbers/],
  [
    'not a number',
    (t) => t.replace('5 80 0', '5 nan 0'),
    /line 13: expected frame 1: 3 numbers, one a channel, got "nan"/,
  ],
  ['no time', (t) => t.replace('Time: 0.1', 'Time: 0'), /line 11: expected the seconds between frames, above zero/],
  ['no frames', (t) => t.replace('Frames: 3', 'Frames: 0'), /line 10: expected the number of frames, 1 to/],
  ['no bones', (t) => t.replaceAll(/OFFSET [-\d ]+/g, 'OFFSET 0 0 0\n'), /OFFSET: expected bones that have a length/],
  ['far too large an angle', (t) => t.replace('5 80 0', '5 1e9 0'), /line 13: expected an angle of at most 1000000°/],
  ['a file that ends', (t) => t.slice(0, t.indexOf('End')), /expected JOINT, End Site or }, got the end of the file/],
])('refused: %s', (_, change, message) => {
  const act = (): unknown => parseBvh(change(KNEE), { file: 'knee.bvh' })
  expect(act).toThrow(RobotFileError)
  expect(act).toThrow(message)
})

const DATA = process.env.LIMBER_DATA
const CLIPS = ['09_03', 'pirouette'].map((name) => join(DATA ?? '', 'trajectories', `${name}.bvh`))

test.skipIf(DATA === undefined || !existsSync(CLIPS[0]!)).each(CLIPS)('%s: every joint in every frame', (path) => {
  const text = readFileSync(path, 'utf8')
  const clip = parseBvh(text)
  expect(deviation(clip, oracleFrames(text))).toBeLessThan(1e-9 * clip.thickness * 50)
  clip.path.waypoints.slice(1).forEach((q, k) => {
    q.forEach((value, i) => {
      if (clip.path.joints[i]!.endsWith('rotation')) {
        expect(Math.abs(value - clip.path.waypoints[k]![i]!)).toBeLessThanOrEqual(Math.PI)
      }
    })
  })
})
