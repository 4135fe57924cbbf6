// Random worlds and motions through them, as plain data: what fails can be printed, made smaller, and pasted into `buildCase`.
// Robots of up to eight joints of every kind, branches, mimics, shapes of every kind, meshes closed and open, groups, things
// that are carried, several robots, obstacles; motions of one or more straight pieces, small and large, full turns, none at all.
import fc from 'fast-check'
import {
  box,
  capsule,
  convex,
  cylinder,
  group,
  type JointInput,
  type JointKind,
  mesh,
  Random,
  Robot,
  type Shape,
  sphere,
  World,
  type WorldDistance,
  type WorldInput,
} from '../../../src/entries/robots.js'

export type ShapeText =
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'capsule'; readonly radius: number; readonly from: number[]; readonly to: number[] }
  | { readonly kind: 'box'; readonly size: number[] }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  | { readonly kind: 'convex'; readonly points: number[] }
  | { readonly kind: 'mesh'; readonly positions: number[]; readonly triangles: number[] }
  | { readonly kind: 'group'; readonly parts: readonly ShapeText[] }

export interface PlaceText {
  readonly at: readonly number[]
  readonly rotation?: readonly number[] | undefined
}

export interface GeometryText extends PlaceText {
  readonly shape: ShapeText
}

export interface RobotText {
  readonly base: PlaceText
  /** Geometry of link0, link1, …; joint k moves link k, and link 0 stands on the base. */
  readonly links: readonly (readonly GeometryText[])[]
  readonly joints: readonly JointText[]
}

export interface JointText extends PlaceText {
  readonly kind: JointKind
  /** Number of the link it hangs on, less than its own. */
  readonly parent: number
  readonly axis: readonly number[]
  readonly limits?: { readonly lower: number; readonly upper: number } | undefined
  /** Number of the joint that is followed. */
  readonly mimic?: { readonly joint: number; readonly multiplier: number; readonly offset: number } | undefined
}

export interface CaseText {
  readonly robots: readonly RobotText[]
  readonly obstacles: readonly GeometryText[]
  readonly attached: readonly (GeometryText & { readonly robot: number; readonly link: number })[]
  readonly adjacent?: 'allowed' | 'checked' | undefined
  readonly waypoints: readonly (readonly number[])[]
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  readonly continuous?: 'as-given' | 'shortest' | undefined
}

export interface MotionCase {
  readonly text: CaseText
  readonly world: World
  readonly waypoints: readonly Float64Array[]
  readonly options: {
    readonly delta?: number
    readonly clearance?: number
    readonly continuous?: 'as-given' | 'shortest'
    readonly ignoreLimits: true
  }
}

/** Random waypoints are outside the limits of joints as well: what touches there is to be seen. */
export const ANYWHERE = { ignoreLimits: true } as const

export function buildShape(text: ShapeText): Shape {
  switch (text.kind) {
    case 'sphere':
      return sphere({ radius: text.radius })
    case 'capsule':
      return capsule({ radius: text.radius, from: text.from, to: text.to })
    case 'box':
      return box({ size: text.size })
    case 'cylinder':
      return cylinder({ radius: text.radius, length: text.length })
    case 'convex':
      return convex({ points: text.points })
    case 'mesh':
      return mesh({ positions: text.positions, triangles: text.triangles })
    case 'group':
      return group(text.parts.map(buildShape))
  }
}

function placeOf({ at, rotation }: PlaceText) {
  return rotation === undefined ? { at } : { at, rotation }
}

export function buildWorld(text: CaseText, hulls?: WorldInput['hulls']): World {
  const robots = text.robots.map(({ links, joints, base }, r) => {
    const robot = new Robot({
      name: `r${r}`,
      links: links.map((geometry, i) => ({
        name: `link${i}`,
        geometry: geometry.map((one) => ({ shape: buildShape(one.shape), pose: placeOf(one) })),
      })),
      joints: joints.map((joint, k): JointInput => {
        const { kind, parent, axis, limits, mimic } = joint
        return {
          name: `joint${k + 1}`,
          kind,
          parent: `link${parent}`,
          child: `link${k + 1}`,
          origin: placeOf(joint),
          axis,
          ...(limits === undefined ? {} : { limits }),
          ...(mimic === undefined ? {} : { mimic: { ...mimic, joint: `joint${mimic.joint}` } }),
        }
      }),
    })
    return { robot, base: placeOf(base) }
  })
  const world = new World({
    robots,
    obstacles: text.obstacles.map((one, i) => ({
      name: `thing${i}`,
      shape: buildShape(one.shape),
      pose: placeOf(one),
    })),
    adjacent: text.adjacent,
    hulls,
  })
  text.attached.forEach((one, i) => {
    const [name, link] = [`held${i}`, `r${one.robot}/link${one.link}`]
    world.attach({ name, link, shape: buildShape(one.shape), pose: placeOf(one) })
  })
  return world
}

export function buildCase(text: CaseText): MotionCase {
  const options = {
    ...ANYWHERE,
    ...(text.delta === undefined ? {} : { delta: text.delta }),
    ...(text.clearance === undefined ? {} : { clearance: text.clearance }),
    ...(text.continuous === undefined ? {} : { continuous: text.continuous }),
  }
  return { text, world: buildWorld(text), waypoints: text.waypoints.map((q) => Float64Array.from(q)), options }
}

// By seed.

export function unitQuaternion(random: Random): number[] {
  const q = [0, 0, 0, 0].map(() => random.range(-1, 1))
  const n = Math.hypot(...q)
  return q.map((x) => x / n)
}

function vector(random: Random, size: number): number[] {
  return [0, 0, 0].map(() => random.range(-size, size))
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)]!
}

/** An open strip, a closed box of triangles, a tetrahedron, or a round thing of some dozens of triangles, open or closed. */
function randomMesh(random: Random, size: number): ShapeText {
  switch (random.integer(4)) {
    case 0: {
      const positions = vector(random, size / 2)
      const triangles: number[] = []
      for (let k = 1; k < 3 + random.integer(4); k++) {
        positions.push(...vector(random, size / 2))
        if (k >= 2) triangles.push(k - 2, k - 1, k)
      }
      return { kind: 'mesh', positions, triangles }
    }
    case 1:
      return blockMesh(vector(random, 0).map(() => random.range(0.1, 0.5) * size))
    case 2: {
      const positions = Array.from({ length: 12 }, () => random.range(-size / 2, size / 2))
      return { kind: 'mesh', positions, triangles: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2] }
    }
    default: {
      const made = roundMesh(3 + random.integer(5), 2 + random.integer(3), size / 2, random)
      // A hole, now and then.
      return random.unit() < 0.3 ? { ...made, triangles: made.triangles.slice(6) } : made
    }
  }
}

/** A closed box by its half extents. */
export function blockMesh(half: readonly number[]): ShapeText & { kind: 'mesh' } {
  const positions = Array.from({ length: 8 }, (_, c) =>
    [0, 1, 2].map((k) => ((c >> k) & 1 ? half[k]! : -half[k]!)),
  ).flat()
  const triangles = [
    ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
    ...[2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
  ]
  return { kind: 'mesh', positions, triangles }
}

/** Closed, about round, of 2·around·rings triangles. */
export function roundMesh(
  around: number,
  rings: number,
  radius: number,
  random?: Random,
): ShapeText & { kind: 'mesh' } {
  const positions = [0, 0, -radius]
  for (let i = 1; i <= rings; i++) {
    const polar = (Math.PI * i) / (rings + 1)
    for (let k = 0; k < around; k++) {
      const angle = (2 * Math.PI * k) / around
      const r = radius * (random === undefined ? 1 : random.range(0.7, 1))
      positions.push(r * Math.sin(polar) * Math.cos(angle), r * Math.sin(polar) * Math.sin(angle), -r * Math.cos(polar))
    }
  }
  positions.push(0, 0, radius)
  const last = 1 + around * rings
  const triangles: number[] = []
  for (let k = 0; k < around; k++) {
    const next = (k + 1) % around
    triangles.push(0, 1 + next, 1 + k, last, last - around + k, last - around + next)
    for (let i = 0; i < rings - 1; i++) {
      const low = 1 + around * i
      triangles.push(low + k, low + next, low + around + k, low + next, low + around + next, low + around + k)
    }
  }
  return { kind: 'mesh', positions, triangles }
}

export function randomShape(random: Random, size: number): ShapeText {
  const length = (): number => random.range(0.15, 1) * size
  switch (random.integer(9)) {
    case 0:
      return { kind: 'sphere', radius: length() / 2 }
    case 1:
      return { kind: 'capsule', radius: length() / 5, from: vector(random, size / 2), to: vector(random, size / 2) }
    case 2:
      return { kind: 'cylinder', radius: length() / 3, length: length() }
    case 3:
      return {
        kind: 'convex',
        points: Array.from({ length: 12 + 3 * random.integer(5) }, () => random.range(-size / 2, size / 2)),
      }
    case 4:
    case 5:
      return randomMesh(random, size)
    case 6:
      return { kind: 'group', parts: [randomPart(random, size), randomPart(random, size)] }
    case 7:
      // Thin.
      return { kind: 'box', size: [length(), length(), size * 10 ** random.range(-6, -1)] }
    default:
      return { kind: 'box', size: [length(), length(), length()] }
  }
}

function randomPart(random: Random, size: number): ShapeText {
  for (;;) {
    const made = randomShape(random, size)
    if (made.kind !== 'group') return made
  }
}

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

function randomJoints(random: Random, count: number): JointText[] {
  const joints: JointText[] = []
  for (let k = 0; k < count; k++) {
    const kinds = ['continuous', 'prismatic', 'fixed', 'planar', 'floating', 'revolute'] as const
    const kind = random.unit() < 0.6 ? 'revolute' : pick(random, kinds)
    const parent = random.unit() < 0.75 ? k : random.integer(k + 1)
    // A joint before it that turns or slides, to be followed.
    const followed = joints.flatMap((one, i) =>
      one.mimic === undefined && ['revolute', 'continuous', 'prismatic'].includes(one.kind) ? [i + 1] : [],
    )
    const follows = followed.length > 0 && ['revolute', 'prismatic'].includes(kind) && random.unit() < 0.25
    joints.push({
      kind,
      parent,
      at: [random.range(0.15, 0.6), random.range(-0.2, 0.2), random.range(-0.2, 0.2)],
      rotation: random.unit() < 0.3 ? [0, 0, 0, 1] : unitQuaternion(random),
      axis: random.unit() < 0.5 ? pick(random, AXES) : vector(random, 1),
      ...(kind === 'prismatic' && random.unit() < 0.5 ? { limits: { lower: -0.2, upper: 0.4 } } : {}),
      ...(follows
        ? { mimic: { joint: pick(random, followed), multiplier: pick(random, [-1, 1, -0.5, 2, -3, 0]), offset: 0.1 } }
        : {}),
    })
  }
  return joints
}

function randomRobotText(random: Random, r: number): RobotText {
  const joints = randomJoints(random, 1 + random.integer(8))
  const links = Array.from({ length: joints.length + 1 }, () =>
    Array.from({ length: pick(random, [0, 1, 1, 1, 2]) }, () => ({
      shape: randomShape(random, 0.3),
      at: vector(random, 0.1),
      rotation: unitQuaternion(random),
    })),
  )
  return { base: { at: [1.5 * r, 0, 0], rotation: unitQuaternion(random) }, links, joints }
}

/** Which numbers of a robot's configuration are what: in the order in which a world has them. */
export function variableKinds(world: World): ('turn' | 'slide' | 'quaternion' | 'rest')[] {
  const kinds: ('turn' | 'slide' | 'quaternion' | 'rest')[] = []
  for (const { robot } of world.model().robots) {
    for (const { kind, variables } of robot.joints) {
      if (variables === 0) continue
      if (kind === 'prismatic') kinds.push('slide')
      else if (kind === 'planar') kinds.push('slide', 'slide', 'turn')
      else if (kind === 'floating') kinds.push('slide', 'slide', 'slide', 'quaternion', 'rest', 'rest', 'rest')
      else kinds.push('turn')
    }
  }
  return kinds
}

export function randomConfiguration(world: World, random: Random): number[] {
  const q = new Array<number>(world.dof)
  variableKinds(world).forEach((kind, i) => {
    if (kind === 'turn') q[i] = random.range(-Math.PI, Math.PI)
    else if (kind === 'slide') q[i] = random.range(-0.5, 0.5)
    else if (kind === 'quaternion') for (const [k, c] of unitQuaternion(random).entries()) q[i + k] = c
  })
  return q
}

/** From q, to somewhere nearby, far off, the same place, all the way round, or with one joint moving only. */
export function randomNext(world: World, q: readonly number[], random: Random): number[] {
  const next = randomConfiguration(world, random)
  const kinds = variableKinds(world)
  const mix = (share: number): number[] => {
    const to = q.map((from, i) => from + share * (next[i]! - from))
    kinds.forEach((kind, i) => {
      if (kind !== 'quaternion') return
      const norm = Math.hypot(to[i]!, to[i + 1]!, to[i + 2]!, to[i + 3]!)
      for (let k = 0; k < 4; k++) to[i + k] = norm > 1e-3 ? to[i + k]! / norm : q[i + k]!
    })
    return to
  }
  const turns = kinds.flatMap((kind, i) => (kind === 'turn' ? [i] : []))
  switch (random.integer(8)) {
    case 0:
      return next
    case 1:
      return mix(random.range(0, 0.02))
    case 2:
      return [...q]
    case 3:
      // A whole turn, or two, either way.
      return q.map((x, i) => (i === turns[0] ? x + pick(random, [-4, -2, 2, 4]) * Math.PI : x))
    case 4: {
      const one = kinds.findIndex(
        (kind, i) => kind !== 'quaternion' && kind !== 'rest' && i >= random.integer(q.length),
      )
      return q.map((x, i) => (i === one ? next[i]! : x))
    }
    case 5: {
      const one = turns[random.integer(Math.max(1, turns.length))]
      return q.map((x, i) => (i === one ? x + pick(random, [1e-12, -1e-9, 1e-6]) : x))
    }
    default:
      return mix(random.range(0.02, 0.5))
  }
}

export interface RandomCaseOptions {
  /** With clearance, delta, short ways round at times. */
  readonly options?: boolean
  readonly obstacles?: number
}

/** Same seed, same case. Begins where nothing touches, if such a place is found at all. */
export function randomCase(seed: number, { options = false, obstacles = 6 }: RandomCaseOptions = {}): CaseText {
  const random = new Random(seed)
  const robots = Array.from({ length: 1 + (random.unit() < 0.3 ? 1 : 0) }, (_, r) => randomRobotText(random, r))
  const things = Array.from({ length: random.integer(obstacles) }, () => ({
    shape: randomShape(random, 0.6),
    at: vector(random, 1.3),
    rotation: unitQuaternion(random),
  }))
  const attached = random.unit() < 0.2 ? [carried(random, robots)] : []
  const text: CaseText = { robots, obstacles: things, attached, waypoints: [] }
  const world = buildWorld(text)
  let q = randomConfiguration(world, random)
  for (let k = 0; k < 20 && world.collides(q); k++) q = randomConfiguration(world, random)
  const waypoints = [q]
  for (let k = pick(random, [0, 1, 1, 1, 1, 1, 2, 3]); k > 0; k--) {
    waypoints.push(randomNext(world, waypoints.at(-1)!, random))
  }
  if (!options) return { ...text, waypoints }
  return {
    ...text,
    waypoints,
    clearance: pick(random, [0, 0, 1e-6, 1e-3, 0.02]),
    delta: pick(random, [0, 0, 1e-9, 1e-4, 1e-2]),
    continuous: pick(random, ['as-given', 'shortest']),
  }
}

/**
 * A random case with one obstacle moved until it all but touches, at the instant at which it was nearest: by so much that a gap of
 * 1e-3 to 1e-9 is left there, or that it is as deep in. What is nearest at another instant then is another matter.
 */
export function grazingCase(
  seed: number,
  make: (seed: number) => CaseText | undefined = (number) => randomCase(number, { obstacles: 4 }),
): CaseText {
  const random = new Random(seed)
  for (let number = seed; ; number += 1_000_003) {
    const text = make(number)
    if (text === undefined || text.obstacles.length === 0 || text.waypoints.length < 2) continue
    const { world, waypoints } = buildCase(text)
    let best: Pick<WorldDistance, 'distance' | 'b' | 'pointA' | 'pointB'> = {
      distance: Infinity,
      b: '',
      pointA: new Float64Array(3),
      pointB: new Float64Array(3),
    }
    for (let k = 0; k <= 64; k++) {
      const [from, to] = waypoints as [Float64Array, Float64Array]
      const q = from.map((x, i) => x + (k / 64) * (to[i]! - x))
      variableKinds(world).forEach((kind, i) => {
        if (kind !== 'quaternion') return
        const norm = Math.hypot(q[i]!, q[i + 1]!, q[i + 2]!, q[i + 3]!)
        for (let j = 0; j < 4; j++) q[i + j] = q[i + j]! / norm
      })
      if (!q.every(Number.isFinite)) continue
      const found = world.distances(q).find(({ b, distance }) => b.startsWith('thing') && distance > 0)
      if (found !== undefined && found.distance < best.distance) best = found
    }
    if (best.distance === Infinity) continue
    const gap = pick(random, [1, 1, -1]) * 10 ** random.range(-9, -3)
    const moved = Number(best.b.slice(5))
    const share = 1 - gap / best.distance
    const obstacles = text.obstacles.map((one, i) =>
      i === moved ? { ...one, at: one.at.map((x, k) => x + share * (best.pointA[k]! - best.pointB[k]!)) } : one,
    )
    return { ...text, obstacles, waypoints: text.waypoints.slice(0, 2) }
  }
}

/** A random case in which everything is a closed, bumpy mesh of a hundred or two hundred triangles. */
export function meshedCase(seed: number): CaseText {
  const random = new Random(seed)
  const text = randomCase(seed, { obstacles: 4 })
  const bump = <T extends GeometryText>(one: T, around: number, least: number, most: number): T => ({
    ...one,
    shape: roundMesh(around, (2 * around) / 3, random.range(least, most), random),
  })
  return {
    ...text,
    robots: text.robots.map((robot) => ({
      ...robot,
      links: robot.links.map((list) => list.map((one) => bump(one, 9, 0.05, 0.2))),
    })),
    obstacles: text.obstacles.map((one) => bump(one, 12, 0.2, 0.5)),
  }
}

function carried(random: Random, robots: readonly RobotText[]): CaseText['attached'][number] {
  const robot = random.integer(robots.length)
  const link = random.integer(robots[robot]!.links.length)
  return { robot, link, shape: randomShape(random, 0.2), at: vector(random, 0.2), rotation: unitQuaternion(random) }
}

// Making a case smaller.

/** Cases a step simpler than this one, simplest first. What cannot be built is left out. */
export function simplerCases(text: CaseText): CaseText[] {
  const found: CaseText[] = []
  const without = <T>(list: readonly T[], i: number): T[] => list.filter((_, k) => k !== i)
  const last = text.robots.length - 1
  if (text.robots.length > 1) found.push(dropRobot(text))
  if (text.waypoints.length > 2) {
    text.waypoints.forEach((_, i) => {
      found.push({ ...text, waypoints: without(text.waypoints, i) })
    })
  }
  text.obstacles.forEach((_, i) => {
    found.push({ ...text, obstacles: without(text.obstacles, i) })
  })
  text.attached.forEach((_, i) => {
    found.push({ ...text, attached: without(text.attached, i) })
  })
  if (last >= 0 && text.robots[last]!.joints.length > 1) found.push(dropLastJoint(text, last))
  text.robots.forEach((robot, r) => {
    robot.links.forEach((geometry, l) => {
      geometry.forEach((one, g) => {
        const replace = (list: readonly GeometryText[]): CaseText => ({
          ...text,
          robots: text.robots.map((kept, i) =>
            i === r ? { ...kept, links: kept.links.map((old, k) => (k === l ? list : old)) } : kept,
          ),
        })
        found.push(replace(without(geometry, g)))
        for (const simple of simplerShapes(one.shape)) {
          found.push(replace(geometry.map((old, k) => (k === g ? { ...old, shape: simple } : old))))
        }
      })
    })
  })
  text.obstacles.forEach((one, i) => {
    for (const shape of simplerShapes(one.shape)) {
      found.push({ ...text, obstacles: text.obstacles.map((old, k) => (k === i ? { ...old, shape } : old)) })
    }
  })
  // One variable at a time that stands still.
  if (text.waypoints.length === 2) {
    const [from, to] = text.waypoints as [number[], number[]]
    from.forEach((x, i) => {
      if (x !== to[i]) found.push({ ...text, waypoints: [from, to.map((y, k) => (k === i ? x : y))] })
    })
  }
  return found.filter(isBuildable)
}

function simplerShapes(shape: ShapeText): ShapeText[] {
  if (shape.kind === 'group') return [...shape.parts]
  if (shape.kind === 'mesh' && shape.triangles.length > 3) {
    const half = 3 * Math.ceil(shape.triangles.length / 6)
    return [
      { ...shape, triangles: shape.triangles.slice(0, half) },
      { ...shape, triangles: shape.triangles.slice(half) },
    ]
  }
  return []
}

function dropRobot(text: CaseText): CaseText {
  const last = text.robots.length - 1
  const smaller = {
    ...text,
    robots: text.robots.slice(0, -1),
    attached: text.attached.filter(({ robot }) => robot < last),
  }
  const dof = buildWorld(smaller).dof
  return { ...smaller, waypoints: text.waypoints.map((q) => q.slice(0, dof)) }
}

/** Of the last robot, the numbers of which stand last; its joints in the order of the links, which is not that of the numbers. */
function dropLastJoint(text: CaseText, r: number): CaseText {
  const robot = text.robots[r]!
  const gone = robot.joints.length
  const names = buildWorld(text).variables
  const kept = { ...robot, joints: robot.joints.slice(0, -1), links: robot.links.slice(0, -1) }
  const keep = names.map((name) => name !== `r${r}/joint${gone}` && !name.startsWith(`r${r}/joint${gone}/`))
  return {
    ...text,
    robots: text.robots.map((old, i) => (i === r ? kept : old)),
    attached: text.attached.filter(({ robot: own, link }) => own !== r || link < gone),
    waypoints: text.waypoints.map((q) => q.filter((_, i) => keep[i])),
  }
}

function isBuildable(text: CaseText): boolean {
  try {
    const world = buildWorld(text)
    for (const q of text.waypoints) world.collides(q)
    return true
  } catch {
    return false
  }
}

/** Random cases for fast-check, which makes a failing one smaller by `simplerCases`. */
export class CaseArbitrary extends fc.Arbitrary<CaseText> {
  constructor(private readonly make: (seed: number) => CaseText) {
    super()
  }

  generate(random: fc.Random): fc.Value<CaseText> {
    return new fc.Value(this.make(random.nextInt(0, 2 ** 31 - 1)), undefined)
  }

  canShrinkWithoutContext(value: unknown): value is CaseText {
    return value !== null && typeof value === 'object' && 'robots' in value
  }

  shrink(value: CaseText): fc.Stream<fc.Value<CaseText>> {
    return fc.Stream.of(...simplerCases(value).map((text) => new fc.Value(text, undefined)))
  }
}

/** The same without fast-check: as long as some simpler case fails too, take that one. */
export function smallest(text: CaseText, fails: (text: CaseText) => boolean): CaseText {
  let best = text
  for (let again = true; again; ) {
    again = false
    for (const next of simplerCases(best)) {
      if (!fails(next)) continue
      best = next
      again = true
      break
    }
  }
  return best
}
