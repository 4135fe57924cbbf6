// Certificates for motions that are not free, forged as well as one can: time is cut evenly, and in each stretch the two things are
// said to be parted along the line between their nearest points in the middle of it, or nearly so, seen from some frame. A
// verifier that accepts one of them is wrong.

import type { Random } from '../../../src/base/math/random.js'
import { type Certificate, makeCertificate } from '../../../src/robots/motion/certificate.js'
import { readMotion } from '../../../src/robots/motion/motion-input.js'
import { polyline } from './motions.js'
import type { CaseText, MotionCase, RobotText, ShapeText } from './motions-cases.js'

const isConvex = ({ kind }: ShapeText): boolean => kind !== 'mesh' && kind !== 'group'

/** The case with nothing left in it but one convex geometry of a link and one convex obstacle, if it has such. */
export function lonelyPair(text: CaseText, random: Random): CaseText | undefined {
  const places = text.robots.flatMap(({ links }, r) =>
    links.flatMap((list, l) => list.flatMap(({ shape }, g) => (isConvex(shape) && l > 0 ? [{ r, l, g }] : []))),
  )
  const things = text.obstacles.filter(({ shape }) => isConvex(shape))
  const place = places[random.integer(Math.max(1, places.length))]
  const thing = things[random.integer(Math.max(1, things.length))]
  if (place === undefined || thing === undefined) return undefined
  const robots = text.robots.map(
    (robot, r): RobotText => ({
      ...robot,
      links: robot.links.map((list, l) => list.filter((_, g) => r === place.r && l === place.l && g === place.g)),
    }),
  )
  return { ...text, robots, obstacles: [thing], attached: [] }
}

/** How many movers there are between the one link that has geometry and the obstacle. */
function moversOf({ robots }: CaseText): number {
  const COUNTS = { fixed: 0, revolute: 1, continuous: 1, prismatic: 1, planar: 3, floating: 4 }
  const robot = robots.find(({ links }) => links.some((list) => list.length > 0))!
  let sum = 0
  for (let link = robot.links.findIndex((list) => list.length > 0); link > 0; link = robot.joints[link - 1]!.parent) {
    sum += COUNTS[robot.joints[link - 1]!.kind]
  }
  return sum
}

/** Of a case with one pair, whose parameters of time are cut into 2^depth stretches. */
export function forge({ world, waypoints, text }: MotionCase, depth: number, random: Random): Certificate {
  const frames = moversOf(text) + 1
  const motion = readMotion(world, waypoints)
  const way = polyline(world, waypoints)
  const proofs = motion.pieces.map((_, segment) => {
    const bytes: number[] = []
    const cut = (level: number, index: number): void => {
      if (level < depth) {
        bytes.push(16)
        cut(level + 1, 2 * index)
        cut(level + 1, 2 * index + 1)
        return
      }
      const { normal } = world.distance(way.at(segment, (index + 0.5) / 2 ** level))
      // From B to A; `normal` is from A to B.
      const off = random.unit() < 0.5 ? 0 : 0.05
      const n = Array.from(normal, (c) => -c + off * random.range(-1, 1))
      const m = random.integer(frames)
      bytes.push(4, m & 255, m >> 8, ...new Uint8Array(Float64Array.from(n).buffer))
    }
    cut(0, 0)
    return [{ a: 0, b: 1, proof: Uint8Array.from(bytes) }]
  })
  return makeCertificate({
    model: world.model(),
    pieces: motion.pieces,
    continuous: 'as-given',
    delta: 0,
    clearance: 0,
    limitTolerance: 0,
    ignoreLimits: true,
    proofs,
  })
}

/**
 * A ball on an arm of two joints with one axis, which turns by a radian, in front of a wall that it is in at both ends. In the middle
 * it is 0.11 away, and whoever counts what the two joints do to each other once only takes that for enough.
 */
export const TWO_ON_ONE_AXIS: CaseText = {
  robots: [
    {
      base: { at: [0, 0, 0] },
      links: [[], [], [{ shape: { kind: 'sphere', radius: 0.01 }, at: [1, 0, 0] }]],
      joints: [0, 1].map((parent) => ({ kind: 'revolute', parent, at: [0, 0, 0], axis: [0, 0, 1] })),
    },
  ],
  obstacles: [{ shape: { kind: 'box', size: [1, 4, 1] }, at: [0.38, 0, 0] }],
  attached: [],
  waypoints: [
    [-0.25, -0.25],
    [0.25, 0.25],
  ],
}
