// A world as a plain list of things, for judging motions: forward kinematics link after link from the robots' descriptions, every
// pair of things, every part of one against every part of the other, every triangle against every triangle. No hierarchy,
// no cache, no pruning but by balls around parts, handfuls of triangles and triangles. Shares nothing with World's search, nor with Kinematics.
//
// In doubles: good to some 1e-14 of the scene's size. What is nearer than that is measured again exactly (`exactly`).
import type { Joint, Robot, World } from '../../../src/entries/robots.js'
import { convex, type MeshShape, type PartShape, type Shape } from '../../../src/shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { type BruteDistance, bruteDistance, plainTriangles, solidBall } from '../meshes/brute-mesh.js'
import { bruteNested, shellsOf } from '../meshes/brute-mesh-inside.js'
import { exactNested } from '../meshes/solids.js'

/** Twelve numbers, row-major 3×4. */
export type Pose = Float64Array

export interface ScenePart {
  readonly shape: PartShape
  /** In the frame of its link, or of the world. */
  readonly pose: Pose
  /** About it, in the shape's frame: x, y, z, radius. */
  readonly ball: Float64Array
  /** Convex pieces of a mesh: corners of triangles, nine numbers each, and a ball about each. */
  readonly triangles: Triangles | undefined
}

interface Triangles {
  readonly corners: Float64Array
  readonly balls: Float64Array
  /** About HANDFUL triangles each, one handful after the other. */
  readonly handfuls: Float64Array
}

const HANDFUL = 16

export interface SceneObject {
  readonly name: string
  /** -1 for what stands still. */
  readonly robot: number
  readonly link: number
  readonly parts: readonly ScenePart[]
}

export interface ScenePair {
  readonly a: number
  readonly b: number
}

export interface ScenePairDistance {
  readonly a: string
  readonly b: string
  readonly distance: number
}

/** Below this share of the size, plain arithmetic does not decide. */
const DOUBT = 1e-11

/** Is it one closed piece, or an open one? Then it has no hollows. */
function hasOneShell({ shape }: ScenePart): boolean {
  return shape.kind !== 'mesh' || shellsOf(shape).filter(({ choice }) => !choice).length === 1
}

export class MotionScene {
  readonly objects: readonly SceneObject[]
  /** Those that count: checked ones, and those that are said never to meet. */
  readonly pairs: readonly ScenePair[]
  /** About as large as everything in it. */
  readonly size: number
  readonly robots: readonly { readonly robot: Robot; readonly base: Pose; readonly first: number }[]
  /** By robot and link, where `place` put them. */
  linkPoses: Pose[][] = []
  /** By object and part, in the world: x, y, z, radius. */
  readonly balls: Float64Array[][]
  private readonly placed: Pose[][]

  constructor(world: World) {
    const { robots, index } = world.model()
    let first = 0
    this.robots = robots.map(({ robot, base }) => {
      const placed = { robot, base, first }
      first += robot.dof
      return placed
    })
    this.objects = index.objects.map(({ name, robot, link, geometry }) => ({
      name,
      robot,
      link,
      parts: geometry.flatMap(({ shape, pose }) =>
        partsOf(shape).map((part) => ({ shape: part, pose, ball: ballOf(part), triangles: trianglesOf(part) })),
      ),
    }))
    const byName = new Map(this.objects.map(({ name }, i) => [name, i]))
    this.pairs = world.pairs().flatMap(({ a, b, status }) => {
      if (status === 'allowed' || status === 'rigid') return []
      return [{ a: byName.get(a)!, b: byName.get(b)! }]
    })
    this.placed = this.objects.map(({ parts }) => parts.map(() => new Float64Array(12)))
    this.balls = this.objects.map(({ parts }) => parts.map(() => new Float64Array(4)))
    this.place(world.neutral())
    let size = 0
    for (const list of this.balls) {
      for (const [x, y, z, r] of list) size = Math.max(size, Math.hypot(x!, y!, z!) + r!)
    }
    for (const { robot } of this.robots) for (const { origin } of robot.joints) size += Math.hypot(...at(origin))
    this.size = size
  }

  /** Puts everything where q has it. */
  place(q: ArrayLike<number>): void {
    this.linkPoses = this.robots.map(({ robot, base, first }) => placeLinks(robot, base, q, first))
    this.objects.forEach(({ robot, link, parts }, o) => {
      parts.forEach(({ pose, ball }, p) => {
        const placed = this.placed[o]![p]!
        if (robot === -1) placed.set(pose)
        else placed.set(product(this.linkPoses[robot]![link]!, pose))
        const out = this.balls[o]![p]!
        transform(out, placed, ball)
        out[3] = ball[3]!
      })
    })
  }

  /** Where a part is, as everything was put last. */
  poseOf(object: number, part: number): Pose {
    return this.placed[object]![part]!
  }

  /** The first pair that touches, or comes nearer than `clearance`; anything but that is farther apart. */
  contact(q: ArrayLike<number>, clearance = 0): ScenePairDistance | undefined {
    this.place(q)
    for (const pair of this.pairs) {
      const found = this.pairContact(pair, clearance)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The same of one pair, where everything stands now. */
  pairContact({ a, b }: ScenePair, clearance: number): ScenePairDistance | undefined {
    const distance = this.pairDistance(a, b, clearance)
    if (distance > clearance) return undefined
    return { a: this.objects[a]!.name, b: this.objects[b]!.name, distance }
  }

  /** Every pair no farther apart than `cutoff`, nearest first. */
  near(q: ArrayLike<number>, cutoff: number): ScenePairDistance[] {
    this.place(q)
    return this.pairs
      .map(({ a, b }) => ({
        a: this.objects[a]!.name,
        b: this.objects[b]!.name,
        distance: this.pairDistance(a, b, cutoff),
      }))
      .filter(({ distance }) => distance <= cutoff)
      .sort((one, other) => one.distance - other.distance)
  }

  /** Of two things by name where q has them, between bounds that are good to the last digits. */
  exactly(q: ArrayLike<number>, nameA: string, nameB: string): BruteDistance {
    this.place(q)
    const a = this.objectOf(nameA)
    const b = this.objectOf(nameB)
    let lower = Infinity
    let upper = Infinity
    this.objects[a]!.parts.forEach((partA, i) => {
      this.objects[b]!.parts.forEach((partB, j) => {
        const x = related(this.placed[a]![i]!, this.placed[b]![j]!)
        const d = bruteDistance(partA.shape, partB.shape, x, this.size)
        const nested = d.lower > 0 && this.areNested(a, i, b, j, x)
        lower = Math.min(lower, nested ? 0 : d.lower)
        upper = Math.min(upper, nested ? 0 : d.upper)
      })
    })
    return { lower, upper }
  }

  /** Do two things touch, by name, where q has them? In plain arithmetic: what is all but touching may be called either. */
  touches(q: ArrayLike<number>, nameA: string, nameB: string): boolean {
    this.place(q)
    return this.pairDistance(this.objectOf(nameA), this.objectOf(nameB), 0) === 0
  }

  objectOf(name: string): number {
    const found = this.objects.findIndex((object) => object.name === name)
    if (found === -1) throw new Error(`no ${name} in this scene`)
    return found
  }

  countsPair(nameA: string, nameB: string): boolean {
    const a = this.objectOf(nameA)
    const b = this.objectOf(nameB)
    return this.pairs.some((pair) => (pair.a === a && pair.b === b) || (pair.a === b && pair.b === a))
  }

  /**
   * Where everything stands now: the distance, or some number above the cutoff. Without `inside`, of surfaces only: what is not inside
   * a thing does not get there without passing its surface.
   */
  pairDistance(a: number, b: number, cutoff: number, inside = true): number {
    let best = Infinity
    const partsA = this.objects[a]!.parts
    const partsB = this.objects[b]!.parts
    for (let i = 0; i < partsA.length; i++) {
      for (let j = 0; j < partsB.length; j++) {
        const limit = Math.min(best, cutoff)
        if (ballGap(this.balls[a]![i]!, this.balls[b]![j]!) > limit) continue
        const x = related(this.placed[a]![i]!, this.placed[b]![j]!)
        let d = partDistance(partsA[i]!, partsB[j]!, x, limit)
        if (inside && d > 0 && this.areNested(a, i, b, j, x)) d = 0
        else if (d > 0 && d < DOUBT * this.size) {
          // Too near for plain arithmetic to say that they do not touch.
          d = bruteDistance(partsA[i]!.shape, partsB[j]!.shape, x, this.size).upper
        }
        best = Math.min(best, d)
        if (best === 0) return 0
      }
    }
    return best
  }

  /** Is a piece of one inside the other, surfaces being apart? */
  private areNested(a: number, i: number, b: number, j: number, x: Pose): boolean {
    const one = this.objects[a]!.parts[i]!
    const other = this.objects[b]!.parts[j]!
    if (one.shape.kind !== 'mesh' && other.shape.kind !== 'mesh') return false
    if (!mayHold(one, other, x) && !mayHold(other, one, inverted(x))) return false
    const back = inverted(x)
    const held = bruteNested(
      one.shape,
      other.shape,
      (p) => [...transform(new Float64Array(3), x, p)],
      (p) => [...transform(new Float64Array(3), back, p)],
    )
    // Rays take hollows for solid: what they have inside may be in one.
    if (!held || (hasOneShell(one) && hasOneShell(other))) return held
    return exactNested(one.shape, other.shape, x)
  }
}

/** Has A a closed shell whose box holds something of B? */
function mayHold(a: ScenePart, b: ScenePart, x: Pose): boolean {
  if (a.shape.kind !== 'mesh') return false
  const c = transform(new Float64Array(4), x, b.ball)
  return shellsOf(a.shape).some(
    (shell) =>
      shell.cycles.length > 0 &&
      [0, 1, 2].every((k) => c[k]! + b.ball[3]! >= shell.low[k]! && c[k]! - b.ball[3]! <= shell.high[k]!),
  )
}

function partsOf(shape: Shape): readonly PartShape[] {
  return shape.kind === 'group' ? shape.parts : [shape]
}

function at(pose: ArrayLike<number>): number[] {
  return [pose[3]!, pose[7]!, pose[11]!]
}

function ballOf(part: PartShape): Float64Array {
  if (part.kind !== 'mesh') {
    const [centre, radius] = solidBall(part)
    return Float64Array.of(...centre, radius * (1 + 1e-12))
  }
  const { corners } = trianglesOf(part)!
  return ballAround(corners)
}

/** About the middle of the box around all of them. */
function ballAround(corners: Float64Array): Float64Array {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  corners.forEach((c, i) => {
    low[i % 3] = Math.min(low[i % 3]!, c)
    high[i % 3] = Math.max(high[i % 3]!, c)
  })
  const out = Float64Array.of(...low.map((l, k) => (l + high[k]!) / 2), 0)
  for (let i = 0; i < corners.length; i += 3) {
    const far = Math.hypot(corners[i]! - out[0]!, corners[i + 1]! - out[1]!, corners[i + 2]! - out[2]!)
    out[3] = Math.max(out[3]!, far * (1 + 1e-12))
  }
  return out
}

const soups = new WeakMap<MeshShape, Triangles>()

function trianglesOf(part: PartShape): Triangles | undefined {
  if (part.kind !== 'mesh') return undefined
  let soup = soups.get(part)
  if (soup === undefined) {
    soup = soupOf(part)
    soups.set(part, soup)
  }
  return soup
}

/** Near triangles next to each other, so that handfuls are small. */
function soupOf({ positions, triangles }: MeshShape): Triangles {
  const middle = (t: number, axis: number): number =>
    [0, 1, 2].reduce((sum, c) => sum + positions[3 * triangles[3 * t + c]! + axis]!, 0)
  const halved = (list: number[], axis: number): number[] => {
    if (list.length <= HANDFUL) return list
    const sorted = list.sort((t, u) => middle(t, axis) - middle(u, axis))
    // Whole handfuls on the left.
    const half = HANDFUL * Math.ceil(sorted.length / 2 / HANDFUL)
    return [...halved(sorted.slice(0, half), (axis + 1) % 3), ...halved(sorted.slice(half), (axis + 1) % 3)]
  }
  const order = halved(
    Array.from({ length: triangles.length / 3 }, (_, t) => t),
    0,
  )
  const corners = Float64Array.from(
    order.flatMap((t) => [0, 1, 2].flatMap((c) => [...positions.subarray(3 * triangles[3 * t + c]!).subarray(0, 3)])),
  )
  const balls = Float64Array.from(order.flatMap((_, t) => [...ballAround(corners.subarray(9 * t, 9 * t + 9))]))
  const groups = Array.from({ length: Math.ceil(order.length / HANDFUL) }, (_, g) => 9 * HANDFUL * g)
  const handfuls = Float64Array.from(groups.flatMap((at) => [...ballAround(corners.subarray(at, at + 9 * HANDFUL))]))
  return { corners, balls, handfuls }
}

function ballGap(p: Float64Array, q: Float64Array): number {
  return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!) - p[3]! - q[3]!
}

const out = new ShapeDistance()

/** Surfaces of meshes, and solids; B stands at x in A's frame. Some number above the limit where they are farther apart. */
function partDistance(a: ScenePart, b: ScenePart, x: Pose, limit: number): number {
  if (a.triangles !== undefined) {
    return b.triangles !== undefined
      ? meshesDistance(a.triangles, b.triangles, x, limit)
      : meshDistance(a.triangles, b, x, limit, false)
  }
  if (b.triangles !== undefined) return meshDistance(b.triangles, a, inverted(x), limit, true)
  return distanceShapes(out, a.shape, b.shape, x, 0, Infinity)
}

function meshesDistance(a: Triangles, b: Triangles, x: Pose, limit: number): number {
  const ball = new Float64Array(4)
  const placed = new Float64Array(9)
  let best = Infinity
  const around = ballAround(a.corners)
  for (let h = 0; h < b.handfuls.length / 4; h++) {
    transform(ball, x, b.handfuls.subarray(4 * h, 4 * h + 3))
    ball[3] = b.handfuls[4 * h + 3]!
    if (ballGap(ball, around) > Math.min(limit, best)) continue
    const near = handfulsNear(a, ball, Math.min(limit, best))
    const end = Math.min(b.balls.length / 4, HANDFUL * (h + 1))
    for (let j = HANDFUL * h; j < end; j++) {
      transform(ball, x, b.balls.subarray(4 * j, 4 * j + 3))
      ball[3] = b.balls[4 * j + 3]!
      for (let k = 0; k < 9; k += 3) placed.set(transform(new Float64Array(3), x, b.corners.subarray(9 * j + k)), k)
      for (const g of near) {
        const last = Math.min(a.balls.length / 4, HANDFUL * (g + 1))
        for (let i = HANDFUL * g; i < last; i++) {
          const dx = a.balls[4 * i]! - ball[0]!
          const dy = a.balls[4 * i + 1]! - ball[1]!
          const dz = a.balls[4 * i + 2]! - ball[2]!
          const sum = a.balls[4 * i + 3]! + ball[3]! + Math.min(limit, best)
          if (dx * dx + dy * dy + dz * dz > sum * sum) continue
          best = Math.min(best, plainTriangles(a.corners, 9 * i, placed, 0))
          if (best === 0) return 0
        }
      }
    }
  }
  return best
}

/** Those of which something may be within `reach` of a ball, nearest first: what is found soon spares the rest. */
function handfulsNear({ handfuls }: Triangles, ball: Float64Array, reach: number): number[] {
  const found: { g: number; gap: number }[] = []
  for (let g = 0; g < handfuls.length / 4; g++) {
    const gap = ballGap(ball, handfuls.subarray(4 * g, 4 * g + 4))
    if (gap <= reach) found.push({ g, gap })
  }
  return found.sort((p, q) => p.gap - q.gap).map(({ g }) => g)
}

const single = new WeakMap<Triangles, PartShape[]>()

function triangleShapes(soup: Triangles): PartShape[] {
  let shapes = single.get(soup)
  if (shapes === undefined) {
    shapes = Array.from({ length: soup.corners.length / 9 }, (_, t) =>
      convex({ points: soup.corners.subarray(9 * t, 9 * t + 9) }),
    )
    single.set(soup, shapes)
  }
  return shapes
}

/** A solid at x in the mesh's frame; which of the two is given to the formulas first is the caller's. */
function meshDistance(soup: Triangles, solid: ScenePart, x: Pose, limit: number, swapped: boolean): number {
  const ball = transform(new Float64Array(4), x, solid.ball)
  ball[3] = solid.ball[3]!
  const back = swapped ? inverted(x) : x
  let best = Infinity
  const shapes = triangleShapes(soup)
  const near = handfulsNear(soup, ball, limit)
  for (const t of near.flatMap((g) => Array.from({ length: HANDFUL }, (_, k) => HANDFUL * g + k))) {
    if (t >= shapes.length) continue
    if (ballGap(soup.balls.subarray(4 * t, 4 * t + 4), ball) > Math.min(limit, best)) continue
    const d = swapped
      ? distanceShapes(out, solid.shape, shapes[t]!, back, 0, Infinity)
      : distanceShapes(out, shapes[t]!, solid.shape, back, 0, Infinity)
    best = Math.min(best, d)
    if (best === 0) return 0
  }
  return best
}

// Poses: X_AC = X_AB · X_BC, and so on, written out.

export function product(x: Pose, y: Pose): Pose {
  const z = new Float64Array(12)
  for (let i = 0; i < 12; i += 4) {
    for (let j = 0; j < 4; j++) {
      z[i + j] = x[i]! * y[j]! + x[i + 1]! * y[4 + j]! + x[i + 2]! * y[8 + j]! + (j === 3 ? x[i + 3]! : 0)
    }
  }
  return z
}

export function inverted(x: Pose): Pose {
  const z = new Float64Array(12)
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) z[4 * i + j] = x[4 * j + i]!
    z[4 * i + 3] = -(x[i]! * x[3]! + x[4 + i]! * x[7]! + x[8 + i]! * x[11]!)
  }
  return z
}

/** X_AB of two things in the world: the places are taken from each other first, so that being far away costs no digits. */
export function related(a: Pose, b: Pose): Pose {
  const z = new Float64Array(12)
  const t = [3, 7, 11].map((k) => b[k]! - a[k]!)
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) z[4 * i + j] = a[i]! * b[j]! + a[4 + i]! * b[4 + j]! + a[8 + i]! * b[8 + j]!
    z[4 * i + 3] = a[i]! * t[0]! + a[4 + i]! * t[1]! + a[8 + i]! * t[2]!
  }
  return z
}

function transform<T extends Float64Array>(out: T, x: Pose, p: ArrayLike<number>): T {
  for (let i = 0; i < 3; i++) out[i] = x[4 * i]! * p[0]! + x[4 * i + 1]! * p[1]! + x[4 * i + 2]! * p[2]! + x[4 * i + 3]!
  return out
}

/** Where every link is: its parent's place, the joint's origin, and what the joint does. Parents stand before children. */
function placeLinks(robot: Robot, base: Pose, q: ArrayLike<number>, first: number): Pose[] {
  const poses: Pose[] = []
  for (const { joint } of robot.links) {
    if (joint === undefined) poses.push(base)
    else {
      const value = (k: number): number => {
        const own = q[first + joint.variable + k]!
        return joint.mimic === undefined ? own : joint.mimic.multiplier * own + joint.mimic.offset
      }
      poses.push(product(product(poses[joint.parent]!, joint.origin), jointMotion(joint, value)))
    }
  }
  return poses
}

function jointMotion({ kind, axis }: Joint, value: (k: number) => number): Pose {
  const [x, y, z] = axis as unknown as [number, number, number]
  switch (kind) {
    case 'fixed':
      return about([0, 0, 1], 0)
    case 'revolute':
    case 'continuous':
      return about([x, y, z], value(0))
    case 'prismatic':
      return shifted(about([0, 0, 1], 0), [x * value(0), y * value(0), z * value(0)])
    case 'planar': {
      const across = Math.hypot(x, y)
      const plane =
        across === 0
          ? about([1, 0, 0], z > 0 ? 0 : Math.PI)
          : about([-y / across, x / across, 0], Math.atan2(across, z))
      const p = transform(new Float64Array(3), plane, [value(0), value(1), 0])
      return shifted(about([x, y, z], value(2)), p)
    }
    case 'floating':
      return shifted(turnOf([3, 4, 5, 6].map(value)), [0, 1, 2].map(value))
  }
}

function shifted(x: Pose, t: ArrayLike<number>): Pose {
  for (let k = 0; k < 3; k++) x[4 * k + 3] = t[k]!
  return x
}

function about(axis: readonly number[], angle: number): Pose {
  const s = Math.sin(angle / 2)
  return turnOf([axis[0]! * s, axis[1]! * s, axis[2]! * s, Math.cos(angle / 2)])
}

/** Of a quaternion x, y, z, w of any length: the columns are q·v·q⁻¹ of the axes. */
export function turnOf(q: readonly number[]): Pose {
  const n = Math.hypot(...q)
  const [x, y, z, w] = q.map((c) => c / n) as [number, number, number, number]
  return Float64Array.of(
    ...[w * w + x * x - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w), 0],
    ...[2 * (x * y + z * w), w * w - x * x + y * y - z * z, 2 * (y * z - x * w), 0],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), w * w - x * x - y * y + z * z, 0],
  )
}
