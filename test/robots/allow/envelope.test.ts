import { expect, test } from 'vitest'
import { composePose, identityPose, POSE, setAxisAngle, setQuaternion } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { ConvexSet } from '../../../src/geometry/convex/convex-set.js'
import { nodeEnvelope } from '../../../src/robots/allow/envelope.js'
import type { BodyAxis, ProblemGeometry } from '../../../src/robots/allow/pair-problem.js'
import { HULL, placeNodeOf } from '../../../src/robots/allow/pair-side.js'
import { motionHull, motionTree } from '../../../src/robots/motion/motion-trees.js'
import { convexPart } from '../../../src/shapes/convex-part.js'
import { cylinder, type PartShape, sphere } from '../../../src/shapes/shape.js'
import { buildShape, randomShape, unitQuaternion } from '../../oracle/robots/motions-cases.js'

function geometryOf(shape: PartShape, inBody: Float64Array): ProblemGeometry {
  const tree = motionTree(shape)
  const hull = shape.kind === 'mesh' ? motionHull(tree, convexPart(shape, 'always')!) : undefined
  return { geometry: 0, part: 0, shape, tree, hull, inBody }
}

/** The shape's frame in its body, turned by `angle` about a line. */
function turned(out: Float64Array, { inBody }: ProblemGeometry, { point, direction }: BodyAxis, angle: number): void {
  const turn = new Float64Array(POSE)
  identityPose(turn, 0)
  setAxisAngle(turn, 0, direction[0]!, direction[1]!, direction[2]!, angle)
  // p ↦ R·(p − o) + o
  for (let k = 0; k < 3; k++) {
    let moved = 0
    for (let j = 0; j < 3; j++) moved += turn[4 * k + j]! * point[j]!
    turn[4 * k + 3] = point[k]! - moved
  }
  composePose(out, 0, turn, 0, inBody, 0)
}

function randomPlace(random: Random, size: number): Float64Array {
  const pose = new Float64Array(POSE)
  identityPose(pose, 0)
  setQuaternion(pose, 0, unitQuaternion(random))
  for (let k = 0; k < 3; k++) pose[4 * k + 3] = random.range(-size, size)
  return pose
}

/** How much farther the envelope reaches along d than the node ever does when it turns: never less, and not much more. */
function excess(geometry: ProblemGeometry, node: number, axis: BodyAxis, d: Float64Array, angles: number): number {
  const lines = Float64Array.of(...axis.direction, ...axis.point)
  const envelope = new ConvexSet()
  envelope.placeEnvelope(nodeEnvelope(geometry, node, axis), lines, 0)
  const set = new ConvexSet()
  const pose = new Float64Array(POSE)
  const reach = (one: ConvexSet): number =>
    one.extent(d[0]!, d[1]!, d[2]!) + one.node[0]! * d[0]! + one.node[1]! * d[1]! + one.node[2]! * d[2]!
  let most = -Infinity
  for (let k = 0; k < angles; k++) {
    turned(pose, geometry, axis, (2 * Math.PI * k) / angles)
    placeNodeOf(set, geometry, node, pose)
    most = Math.max(most, reach(set))
  }
  return reach(envelope) - most
}

test('an envelope holds its node however that turns, and no more', () => {
  const d = new Float64Array(3)
  const direction = new Float64Array(3)
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed)
    const shape = buildShape(randomShape(random, 0.4))
    if (shape.kind === 'group') continue
    const geometry = geometryOf(shape, randomPlace(random, seed % 3 === 0 ? 0 : 0.5))
    random.direction(direction)
    const axis = { point: Float64Array.from([0, 0, 0], () => random.range(-0.3, 0.3)), direction: direction.slice() }
    const whole = geometry.hull === undefined ? 0 : HULL
    random.direction(d)
    // Boxes of a mesh's tree are larger than what they hold, and that is what the envelope is of.
    const found = excess(geometry, whole, axis, d, 720)
    expect(found, `seed ${seed}`).toBeGreaterThan(-1e-12)
    // 720 angles miss (π/720)²/2 of a radius of up to 2; prisms around cylinders and tangents add some thousandths.
    expect(found, `seed ${seed}`).toBeLessThan(5e-3)
  }
})

test('what is round about the axis is its own envelope', () => {
  const inBody = new Float64Array(POSE)
  identityPose(inBody, 0)
  const axis = { point: new Float64Array(3), direction: Float64Array.of(0, 0, 1) }
  const drum = nodeEnvelope(geometryOf(cylinder({ radius: 0.3, length: 0.8 }), inBody), 0, axis)
  expect(drum.middle).toBeCloseTo(0, 14)
  for (let i = 0; i < drum.profile.length; i += 2) {
    expect(drum.profile[i]).toBeCloseTo(0.3, 13)
    expect(Math.abs(drum.profile[i + 1]!)).toBeCloseTo(0.4, 13)
  }
  expect(drum.ball).toBeCloseTo(0.5, 12)
  const ball = nodeEnvelope(geometryOf(sphere({ radius: 0.2, at: [0.5, 0, 1] }), inBody), 0, axis)
  expect([...ball.profile]).toEqual([0.5, 0])
  expect(ball.middle).toBe(1)
  expect(ball.radius).toBeCloseTo(0.2, 12)
})

test('no point of a set is farther from a line than it says', () => {
  const line = new Float64Array(6)
  const d = new Float64Array(3)
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed)
    const shape = buildShape(randomShape(random, 0.4))
    if (shape.kind === 'group') continue
    const geometry = geometryOf(shape, randomPlace(random, 0.5))
    random.direction(line)
    for (let k = 3; k < 6; k++) line[k] = random.range(-0.5, 0.5)
    const set = new ConvexSet()
    const { tree } = geometry
    for (let n = 0; n < tree.triangles && tree.children[n]! > 0; n++) tree.open(n)
    const node = geometry.hull !== undefined && seed % 2 === 0 ? HULL : random.integer(tree.kinds.length)
    if (seed % 3 === 0) {
      const direction = new Float64Array(3)
      random.direction(direction)
      const axis = { point: Float64Array.of(0.1, 0, 0.2), direction }
      set.placeEnvelope(nodeEnvelope(geometry, node, axis), Float64Array.of(...direction, ...axis.point), 0)
    } else placeNodeOf(set, geometry, node, geometry.inBody)
    const far = set.farthestFrom(line, 0)
    let most = 0
    for (let k = 0; k < 200; k++) {
      random.direction(d)
      set.support(d[0]!, d[1]!, d[2]!)
      const [x, y, z] = [0, 1, 2].map((i) => set.point[i]! - line[3 + i]!) as [number, number, number]
      const away = Math.hypot(line[1]! * z - line[2]! * y, line[2]! * x - line[0]! * z, line[0]! * y - line[1]! * x)
      most = Math.max(most, away)
    }
    expect(far, `seed ${seed}`).toBeGreaterThanOrEqual(most)
    expect(far, `seed ${seed}`).toBeLessThan(1.9 * most + 1e-6)
  }
})
