// Proofs of pairs that never touch, put together by hand; and random robots, cells, envelopes, directions and frames for the
// inequality of a cell: the largest clearance that the verifier accepts is found, and held against how near the two come.

import { encodeBase64 } from '../../src/base/work/encode-base64.js'
import {
  box,
  capsule,
  convex,
  cylinder,
  type GeometryInput,
  type JointInput,
  type LinkInput,
  mesh,
  Random,
  Robot,
  type Shape,
  sphere,
  World,
} from '../../src/entries/robots.js'
import { geometryHash, robotHash } from '../../src/robots/model/robot-document.js'
import { roundMesh } from '../oracle/robots/motions-cases.js'
import { doubles, octahedral } from '../oracle/robots/naive-prover.js'
import { type AllowVerification, verifyAllowedPairs } from './documents.js'

/** Doubles just above 2π and π. */
export const WHOLE_TURN = 6.283185307179587
export const HALF_TURN = WHOLE_TURN / 2

export interface HandMade {
  /** 1: A's envelope, 2: B's. */
  readonly flags?: number
  readonly clearance?: number
  /** Variable, lower, upper. */
  readonly box: readonly (readonly [number, number, number])[]
  readonly tasks: readonly number[]
}

export function proofBytes({ flags = 0, clearance = 0, box: sides, tasks }: HandMade): number[] {
  const number = (x: number): number[] => doubles([x]).slice(0, 8)
  return [
    2,
    flags,
    ...number(clearance),
    ...[sides.length & 255, sides.length >> 8],
    ...sides.flatMap(([variable, lower, upper]) => [variable & 255, variable >> 8, ...number(lower), ...number(upper)]),
    ...tasks,
  ]
}

/** A plane, short or long. */
export function plane(frame: number, n: readonly number[], long = true): number[] {
  return [long ? 4 : 3, frame & 255, frame >> 8, ...(long ? doubles(n) : octahedral(n).bytes)]
}

export interface PairDraft {
  a: string
  b: string
  class: string
  clearance?: { least: number }
  proof?: string | Uint8Array
}

/** What a test may write into. */
export interface AllowDraft {
  limber: 2
  kind: 'limber-allowed-pairs'
  robot: string
  hash: string
  limits: { joint: string; lower: number | null; upper: number | null }[]
  meshes: { link: string; geometry: number; hash: string }[]
  pairs: PairDraft[]
}

export function documentOf(robot: Robot, pairs: readonly PairDraft[]): AllowDraft {
  const end = (x: number): number | null => (Number.isFinite(x) ? x : null)
  return {
    limber: 2,
    kind: 'limber-allowed-pairs',
    robot: robot.name,
    hash: robotHash(robot),
    limits: robot.variables.map((joint, v) => ({ joint, lower: end(robot.lower[v]!), upper: end(robot.upper[v]!) })),
    meshes: robot.links.flatMap(({ name: link, geometry }) =>
      geometry.map(({ shape }, i) => ({ link, geometry: i, hash: geometryHash(shape) })),
    ),
    pairs: [...pairs],
  }
}

/** The verdict about one pair with a proof by hand. */
export function verifyByHand(robot: Robot, a: string, b: string, made: HandMade, as = 'never'): AllowVerification {
  const proof = encodeBase64(Uint8Array.from(proofBytes(made)))
  return verifyAllowedPairs(robot, documentOf(robot, [{ a, b, class: as, proof }]))
}

function vector(random: Random, size: number): number[] {
  return [0, 1, 2].map(() => random.range(-size, size))
}

function rotation(random: Random): number[] {
  const q = [0, 1, 2, 3].map(() => random.range(-1, 1))
  return q.map((x) => x / Math.hypot(...q))
}

function randomShape(random: Random): Shape {
  const size = (): number => random.range(0.05, 0.3)
  switch (random.integer(6)) {
    case 0:
      return sphere({ radius: size(), at: vector(random, 0.2) })
    case 1:
      return capsule({ radius: size() / 2, from: vector(random, 0.3), to: vector(random, 0.3) })
    case 2:
      return box({ size: [size(), size(), size()] })
    case 3:
      return cylinder({ radius: size(), length: size() })
    case 4:
      return convex({ points: Array.from({ length: 8 }, () => vector(random, 0.2)).flat() })
    default: {
      const { positions, triangles } = roundMesh(6, 3, size(), random)
      return mesh({ positions, triangles })
    }
  }
}

export function randomGeometry(random: Random): GeometryInput[] {
  return Array.from({ length: random.unit() < 0.7 ? 1 : 2 }, () => ({
    shape: randomShape(random),
    // Some where their joint has them turn about themselves.
    ...(random.unit() < 0.3 ? {} : { pose: { at: vector(random, 0.3), rotation: rotation(random) } }),
  }))
}

/** Two arms from one stem, none of them longer than three joints; geometry at their ends only. */
export function randomRobot(random: Random): { robot: Robot; a: string; b: string } {
  const links: LinkInput[] = [{ name: 'root' }]
  const joints: JointInput[] = []
  const width = 10 ** random.range(-3, 0.4)
  const grow = (from: string, arm: string, count: number): string => {
    let parent = from
    for (let k = 0; k < count; k++) {
      const name = `${arm}${k}`
      const kind = (['revolute', 'revolute', 'continuous', 'prismatic', 'fixed'] as const)[random.integer(5)]!
      const middle = random.range(-1, 1)
      const originals = joints.filter((joint) => joint.kind !== 'fixed' && joint.mimic === undefined)
      const mimics = kind !== 'fixed' && originals.length > 0 && random.unit() < 0.25
      joints.push({
        name: `j${name}`,
        kind,
        parent,
        child: name,
        origin: { at: vector(random, 0.5), rotation: rotation(random) },
        axis: random.unit() < 0.3 ? [0, 0, random.unit() < 0.5 ? 1 : -1] : vector(random, 1),
        ...(kind === 'fixed' || kind === 'continuous'
          ? {}
          : { limits: { lower: middle - width * random.unit(), upper: middle + width * random.unit() } }),
        ...(mimics
          ? {
              mimic: {
                joint: originals[random.integer(originals.length)]!.name,
                multiplier: random.unit() < 0.3 ? -1 : random.range(-2, 2),
                offset: random.range(-1, 1),
              },
            }
          : {}),
      })
      links.push({ name })
      parent = name
    }
    return parent
  }
  const stem = grow('root', 's', random.integer(2))
  const a = grow(stem, 'a', random.integer(4))
  const b = grow(stem, 'b', 1 + random.integer(3))
  const made = links.map((link) =>
    link.name === a || link.name === b ? { ...link, geometry: randomGeometry(random) } : link,
  )
  return { robot: new Robot({ name: 'r', links: made, joints }), a, b }
}

export interface CellsFound {
  readonly kind: 'none' | 'plain' | 'enveloped'
  /** What is wrong, for a clearance that was accepted and does not hold. */
  readonly wrong: string | undefined
  /** Share of the least distance found that was accepted: 1 is sharp. */
  readonly share: number
}

/** One cell, the whole box, of a random robot: how large a clearance is accepted, and is it one? */
export function judgeCell(seed: number, samples: number): CellsFound {
  const random = new Random(seed)
  const { robot, a, b } = randomRobot(random)
  const [first, second] = robot.link(a).index < robot.link(b).index ? [a, b] : [b, a]
  const world = new World({ robots: [robot], adjacent: 'checked' })
  const { between, movers, common } = chainOf(robot, first, second)
  const sides = between.map((v): [number, number, number] => {
    const [lower, upper] = [robot.lower[v]!, robot.upper[v]!]
    return Number.isFinite(lower) ? [v, lower, upper] : [v, -HALF_TURN, HALF_TURN]
  })
  const middle = robot.neutral()
  for (const [v, lower, upper] of sides) middle[v] = lower / 2 + upper / 2
  const nearest = world.distances(middle)[0]
  if (nearest === undefined) return { kind: 'none', wrong: undefined, share: 0 }
  const flags = random.integer(4)
  const from = flags & 1 ? 1 : 0
  const to = movers - (flags & 2 ? 1 : 0)
  if (from > to) return { kind: 'none', wrong: undefined, share: 0 }
  const frame = from + random.integer(to - from + 1)
  // From B to A as seen from the common link, and some of them off.
  const sign = nearest.a.endsWith(first) ? -1 : 1
  const off = random.unit() < 0.5 ? 0 : 0.3
  const inWorld = Array.from(nearest.normal, (x) => sign * x + off * random.range(-1, 1))
  const pose = robot.linkPoses(middle).subarray(12 * common, 12 * common + 12)
  const n = [0, 1, 2].map((k) => pose[k]! * inWorld[0]! + pose[4 + k]! * inWorld[1]! + pose[8 + k]! * inWorld[2]!)
  const holds = (clearance: number): boolean =>
    verifyByHand(robot, first, second, { flags, clearance, box: sides, tasks: plane(frame, n) }).valid
  if (!holds(0)) return { kind: 'none', wrong: undefined, share: 0 }
  let [low, high] = [0, 10]
  for (let i = 0; i < 45; i++) {
    const half = (low + high) / 2
    if (holds(half)) low = half
    else high = half
  }
  let least = nearest.distance
  const q = middle.slice()
  const at = (point: Float64Array): number => {
    const distance = world.distances(point)[0]!.distance
    least = Math.min(least, distance)
    return distance
  }
  for (let i = 0; i < samples; i++) {
    for (const [v, lower, upper] of sides) {
      const u = random.unit()
      const own = u < 0.3 ? lower : u < 0.6 ? upper : random.range(lower, upper)
      // What has no limits may be anywhere.
      q[v] = Number.isFinite(robot.lower[v]!) ? own : random.range(-10, 10)
    }
    // And downhill from there.
    let now = at(q)
    for (let step = 0.3; step > 0.01; step *= 0.5) {
      for (const [v, lower, upper] of sides) {
        const was = q[v]!
        const to = was + step * (upper - lower) * random.range(-1, 1)
        q[v] = Math.min(upper, Math.max(lower, to))
        const next = at(q)
        if (next < now) now = next
        else q[v] = was
      }
    }
  }
  const wrong =
    least >= low - 1e-12 ? undefined : `seed ${seed}, flags ${flags}, frame ${frame}: ${low} accepted, ${least} found`
  return { kind: flags === 0 ? 'plain' : 'enveloped', wrong, share: least > 0 ? low / least : 0 }
}

/** Variables that move two links against each other, how many single joints do, and the link that carries both. */
function chainOf(robot: Robot, a: string, b: string): { between: number[]; movers: number; common: number } {
  const above = (name: string): number[] => {
    const out: number[] = []
    for (let l = robot.link(name); ; l = robot.links[l.joint.parent]!) {
      out.push(l.index)
      if (l.joint === undefined) return out
    }
  }
  const [upA, upB] = [above(a), above(b)]
  let common = upA.find((l) => upB.includes(l))!
  const own = [...upA.slice(0, upA.indexOf(common)), ...upB.slice(0, upB.indexOf(common))]
  const moving = own.map((l) => robot.links[l]!.joint!).filter(({ kind }) => kind !== 'fixed')
  // What fixed joints hold together is one body: its frame is that of the link that moves it.
  for (let j = robot.links[common]!.joint; j?.kind === 'fixed'; j = robot.links[common]!.joint) common = j.parent
  const between = [...new Set(moving.map(({ variable }) => variable))].sort((x, y) => x - y)
  return { between, movers: moving.length, common }
}
