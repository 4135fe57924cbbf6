// The bound on what rounding does to the verifier's kinematics, against 300 bits: how far two points of different links are apart
// does not depend on any frame, so it is compared.
import { expect, test } from 'vitest'
import { box, type JointInput, Random, Robot, World } from '../../src/entries/robots.js'
import { LinePiece } from '../../src/robots/motion/line-piece.js'
import { chainBetween } from '../../src/verify/kinematics.js'
import { gapSlack } from '../../src/verify/leaf.js'
import { U } from '../../src/verify/poses.js'
import { verifierOf } from './leaf-cases.js'

// Fixed point: whole multiples of 2^-BITS.
const BITS = 300n
const ONE = 1n << BITS

function fixed(x: number): bigint {
  // A double times 2^300 is whole, or its rest is below anything that counts here.
  let [value, shift] = [x, 0n]
  while (!Number.isInteger(value) && shift < BITS) {
    value *= 2
    shift++
  }
  return (BigInt(Math.trunc(value)) << BITS) >> shift
}

const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS

function root(a: bigint): bigint {
  let x = a > ONE ? a : ONE
  for (;;) {
    const next = (x + (a << BITS) / x) / 2n
    if (next >= x) return x
    x = next
  }
}

/** Sine and cosine by their series: for angles of some turns, a hundred terms are plenty. */
function sineCosine(x: bigint): [bigint, bigint] {
  let [sine, cosine, term] = [0n, 0n, ONE]
  for (let k = 0n; k < 400n; k++) {
    const signed = (k / 2n) % 2n === 0n ? term : -term
    if (k % 2n === 0n) cosine += signed
    else sine += signed
    term = times(term, x) / (k + 1n)
  }
  return [sine, cosine]
}

type Pose = bigint[]

function compose(x: Pose, y: Pose): Pose {
  return x.map((_, i) => {
    const [row, column] = [4 * Math.floor(i / 4), i % 4]
    const sum = [0, 1, 2].reduce((total, k) => total + times(x[row + k]!, y[column + 4 * k]!), 0n)
    return column === 3 ? sum + x[row + 3]! : sum
  })
}

function motionOf(kind: string, axis: ArrayLike<number>, value: bigint): Pose {
  const given = [0, 1, 2].map((k) => fixed(axis[k]!))
  const length = root(given.reduce((sum, a) => sum + times(a, a), 0n))
  const a = given.map((x) => (x << BITS) / length)
  const [sine, cosine] = kind === 'prismatic' ? [0n, ONE] : sineCosine(value)
  const cross = [0n, -a[2]!, a[1]!, a[2]!, 0n, -a[0]!, -a[1]!, a[0]!, 0n]
  return Array.from({ length: 12 }, (_, i) => {
    const [row, column] = [Math.floor(i / 4), i % 4]
    if (column === 3) return kind === 'prismatic' ? times(a[row]!, value) : 0n
    const same = row === column ? cosine : 0n
    return same + times(sine, cross[3 * row + column]!) + times(ONE - cosine, times(a[row]!, a[column]!))
  })
}

function chainRobot(random: Random, far: number): Robot {
  const count = 1 + random.integer(14)
  const vector = (size: number): number[] => [0, 1, 2].map(() => random.range(-size, size))
  const rotation = (): number[] => {
    const q = [0, 1, 2, 3].map(() => random.range(-1, 1))
    return q.map((x) => x / Math.hypot(...q))
  }
  const joints = Array.from({ length: count }, (_, k): JointInput => {
    const kind = (['revolute', 'revolute', 'continuous', 'prismatic', 'fixed'] as const)[random.integer(5)]!
    return {
      name: `j${k}`,
      kind,
      parent: `l${random.unit() < 0.2 ? random.integer(k + 1) : k}`,
      child: `l${k + 1}`,
      origin: { at: vector(far), rotation: rotation() },
      axis: random.unit() < 0.3 ? [0, 0, 1] : vector(1),
    }
  })
  const links = Array.from({ length: count + 1 }, (_, k) => ({
    name: `l${k}`,
    geometry: [{ shape: box({ size: [0.1, 0.1, 0.1] }), pose: { at: vector(far), rotation: rotation() } }],
  }))
  return new Robot({ name: 'r', links, joints })
}

test('two points are as far apart as in 300 bits, within a fraction of the bound', () => {
  const random = new Random(3)
  let worst = 0
  let looked = 0
  for (let k = 0; k < 30; k++) {
    const far = 10 ** random.range(-3, 3)
    const robot = chainRobot(random, far)
    const world = new World({ robots: [{ robot, base: { at: [far, 0, -far] } }] })
    const end = (): Float64Array => Float64Array.from({ length: world.dof }, () => random.range(-8, 8))
    const [from, to] = [end(), end()]
    const { bodies, scene, anchors } = verifierOf(world, new LinePiece(from, to, []))
    const { geometries } = scene.world
    const anchor = anchors.at(3, 2)
    const t = fixed(5 / 16)
    const poses: Pose[] = []
    const base = Array.from(world.model().robots[0]!.base, fixed)
    for (const { joint } of robot.links) {
      if (joint === undefined) {
        poses.push(base)
        continue
      }
      const joined = compose(poses[joint.parent]!, Array.from(joint.origin, fixed))
      if (joint.kind === 'fixed') poses.push(joined)
      else {
        const [a, b] = [fixed(from[joint.variable]!), fixed(to[joint.variable]!)]
        poses.push(compose(joined, motionOf(joint.kind, joint.axis, a + times(t, b - a))))
      }
    }
    const exact = robot.links.map(({ geometry }, g) => compose(poses[g]!, Array.from(geometry[0]!.pose, fixed)))
    for (let a = 0; a < exact.length; a++) {
      for (let b = a + 1; b < exact.length; b++) {
        const [objectA, objectB] = [geometries[a]!.object, geometries[b]!.object]
        const chain = chainBetween(bodies, scene.bodyOf(objectA), scene.bodyOf(objectB))
        const [p, y] = [
          [0.05, -0.05, 0.05],
          [-0.05, 0.05, 0.05],
        ] as const
        const there = (x: Pose, q: readonly number[]): bigint[] =>
          [0, 4, 8].map((r) => q.reduce((sum, c, i) => sum + times(x[r + i]!, fixed(c)), x[r + 3]!))
        const difference = there(exact[a]!, p).map((c, i) => c - there(exact[b]!, y)[i]!)
        const truth = root(difference.reduce((sum, d) => sum + times(d, d), 0n))
        const here = (x: Float64Array, q: readonly number[]): number[] =>
          [0, 4, 8].map((r) => x[r]! * q[0]! + x[r + 1]! * q[1]! + x[r + 2]! * q[2]! + x[r + 3]!)
        const found = here(scene.placeOf(a, anchor), p).map((c, i) => c - here(scene.placeOf(b, anchor), y)[i]!)
        const off = Number(fixed(Math.hypot(...found)) - truth) / Number(ONE)
        const sum = (turns: boolean): number =>
          chain.movers.reduce((total, m) => total + (bodies.movers[m]!.isTurn === turns ? anchor.error[m]! : 0), 0)
        const [setA, setB] = [scene.setOf(objectA), scene.setOf(objectB)]
        const { lengths } = anchor
        const size = Math.max(lengths[chain.bodyA]! + setA.reach, lengths[chain.bodyB]! + setB.reach)
        const e = ((chain.steps + setA.steps + setB.steps) * U + sum(true)) * size + sum(false)
        worst = Math.max(worst, Math.abs(off) / gapSlack(e, chain.movers.length, size, 0))
        looked++
      }
    }
  }
  expect(looked).toBeGreaterThan(500)
  expect(worst).toBeGreaterThan(0)
  expect(worst).toBeLessThan(0.25)
})
