// Certificates looked at from outside: a motion is sampled in the world of its document, in plain doubles and with kinematics of its own. What
// collides here is not free, whoever says so. (The other way round nothing follows: this is sampling.)
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  box,
  capsule,
  convex,
  cylinder,
  distance,
  InvalidInputError,
  mesh,
  type Shape,
  sphere,
} from '../../../src/index.js'

/** Anything that JSON can be: what tests write into. */
// biome-ignore lint/suspicious/noExplicitAny: documents are mutated in every way
export type Json = any

export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${Array.from(value, (item) => canonical(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value).sort((k, l) => (k < l ? -1 : 1))
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}

/** With the hash or digest of what is in it now: so the content is what is judged. */
export function sealed(document: Json, field: 'hash' | 'digest'): Json {
  const { [field]: _, ...rest } = document
  return { ...rest, [field]: bytesToHex(sha256(utf8ToBytes(canonical(rest)))) }
}

type Pose = readonly number[]

export function decode(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'))
}

export function encode(bytes: ArrayLike<number>): string {
  return Buffer.from(Uint8Array.from(bytes)).toString('base64')
}

/** Nothing is too small to be sampled: the engine has a least size. */
function sized(size: number): number {
  return Math.max(Math.abs(size), 1e-99)
}

/** Undefined for what the engine does not take: that is not sampled. */
function shapeOf(own: Json): Shape | undefined {
  try {
    return makeShape(own)
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
}

function makeShape(own: Json): Shape {
  const words = (text: string): Uint32Array => new Uint32Array(decode(text).slice().buffer)
  switch (own.kind) {
    case 'sphere':
      return sphere({ radius: sized(own.radius), at: own.centre })
    case 'capsule':
      return capsule({ radius: sized(own.radius), from: own.from, to: own.to })
    case 'box':
      return box({ size: own.half.map((h: number) => sized(2 * h)), ...apart(own.pose) })
    case 'cylinder':
      return cylinder({ radius: sized(own.radius), length: sized(own.length), ...apart(own.pose) })
    case 'convex':
      return convex({ points: own.points })
    default:
      return mesh({
        positions: new Float64Array(decode(own.positions).slice().buffer),
        triangles: [...words(own.triangles), ...words(own.added)],
      })
  }
}

function apart(x: Pose): { at: number[]; rotation: number[] } {
  return { at: [x[3]!, x[7]!, x[11]!], rotation: x.filter((_, i) => i % 4 !== 3) }
}

function product(x: Pose, y: Pose): number[] {
  return [0, 4, 8].flatMap((r) =>
    [0, 1, 2, 3].map((c) => x[r]! * y[c]! + x[r + 1]! * y[c + 4]! + x[r + 2]! * y[c + 8]! + (c === 3 ? x[r + 3]! : 0)),
  )
}

function inverse(x: Pose): number[] {
  const t = [0, 1, 2].map((k) => -(x[k]! * x[3]! + x[k + 4]! * x[7]! + x[k + 8]! * x[11]!))
  return [0, 1, 2].flatMap((k) => [x[k]!, x[k + 4]!, x[k + 8]!, t[k]!])
}

function turn([x, y, z]: readonly number[], angle: number): number[] {
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  const k = 1 - c
  const [a, b, d] = [x!, y!, z!]
  return [
    ...[c + k * a * a, k * a * b - s * d, k * a * d + s * b, 0],
    ...[k * a * b + s * d, c + k * b * b, k * b * d - s * a, 0],
    ...[k * a * d - s * b, k * b * d + s * a, c + k * d * d, 0],
  ]
}

function slide(v: readonly number[]): number[] {
  return [1, 0, 0, v[0]!, 0, 1, 0, v[1]!, 0, 0, 1, v[2]!]
}

function ofQuaternion(q: readonly number[]): number[] {
  const size = Math.hypot(...q)
  const [x, y, z, w] = q.map((c) => c / size) as [number, number, number, number]
  const angle = 2 * Math.atan2(Math.hypot(x, y, z), w)
  const s = Math.hypot(x, y, z)
  return s === 0 ? slide([0, 0, 0]) : turn([x / s, y / s, z / s], angle)
}

/** Poses of all links; for a floating joint `rotations` has the rotation, by its first variable. */
function place(world: Json, q: readonly number[], rotations: ReadonlyMap<number, Pose>): number[][] {
  const poses: number[][] = []
  for (const { parent, kind, origin, axis, variable, factor, offset } of world.links) {
    const at = parent < 0 ? origin : product(poses[parent]!, origin)
    const x = (k: number): number => factor * q[variable + k]! + offset
    const along = (v: readonly number[], by: number): number[] => slide(v.map((c) => c * by))
    const motions: Record<string, () => number[]> = {
      fixed: () => slide([0, 0, 0]),
      revolute: () => turn(axis, x(0)),
      continuous: () => turn(axis, x(0)),
      prismatic: () => along(axis, x(0)),
      planar: () => {
        const [ax, ay, az] = axis
        const k = 1 / (1 + az)
        const [u, v] =
          1 + az < 1e-12
            ? [
                [1, 0, 0],
                [0, -1, 0],
              ]
            : [
                [1 - k * ax * ax, -k * ax * ay, -ax],
                [-k * ax * ay, 1 - k * ay * ay, -ay],
              ]
        return product(product(along(u!, x(0)), along(v!, x(1))), turn(axis, x(2)))
      },
      floating: () => product(slide([x(0), x(1), x(2)]), rotations.get(variable + 3) ?? slide([0, 0, 0])),
    }
    poses.push(product(at, motions[kind]!()))
  }
  return poses
}

/** What moves a link against the world: links from it up to its root whose joints move. */
function moving(world: Json, link: number): number[] {
  const out: number[] = []
  for (let l = link; l >= 0; l = world.links[l].parent) if (world.links[l].kind !== 'fixed') out.push(l)
  return out
}

/** Pairs of geometries that a certificate must be right about. Those that the world says are proved are its premises, and left out. */
function pairsThatCount(world: Json): [number, number][] {
  const skipped = new Set([...world.allowed, ...world.proved].map(([a, b]: number[]) => `${a},${b}`))
  const out: [number, number][] = []
  world.geometries.forEach((g: Json, i: number) => {
    world.geometries.forEach((h: Json, j: number) => {
      const [a, b] = [Math.min(g.object, h.object), Math.max(g.object, h.object)]
      if (j <= i || a === b || skipped.has(`${a},${b}`)) return
      const [linkA, linkB] = [world.objects[a].link, world.objects[b].link]
      if (linkA < 0 && linkB < 0) return
      const rigid =
        linkA >= 0 &&
        linkB >= 0 &&
        world.links[linkA].robot === world.links[linkB].robot &&
        moving(world, linkA)[0] === moving(world, linkB)[0]
      if (!rigid) out.push([i, j])
    })
  })
  return out
}

function apartBy(a: Shape | undefined, b: Shape | undefined, x: Pose, y: Pose): number {
  return a === undefined || b === undefined ? Infinity : distance(a, b, product(inverse(x), y)).distance
}

/** Why the motion of a certificate is not free, as far as so many samples a piece tell; undefined if they tell nothing. */
export function refuteMotion(world: Json, certificate: Json, samples: number): string | undefined {
  const shapes = world.shapes.map(shapeOf)
  const pairs = pairsThatCount(world)
  for (const [segment, { from, to, higher, turns = [] }] of certificate.pieces.entries()) {
    for (let k = 0; k <= samples; k++) {
      const t = k / samples
      const q = from.map((a: number, v: number) => {
        const rest: number[] = higher?.[v] ?? []
        const linear = rest.reduce((sum, c) => sum - c, to[v] - a)
        return a + t * linear + rest.reduce((sum, c, j) => sum + c * t ** (j + 2), 0)
      })
      const rotations = new Map<number, Pose>(
        turns.map(({ variable, axis, angle }: Json) => [
          variable,
          product(ofQuaternion(from.slice(variable, variable + 4)), turn(axis, angle * t)),
        ]),
      )
      const poses = place(world, q, rotations)
      const poseOf = (g: number): number[] => {
        const { object, pose } = world.geometries[g]
        const { link } = world.objects[object]
        return link < 0 ? [...pose] : product(poses[link]!, pose)
      }
      for (const [a, b] of pairs) {
        const found = apartBy(
          shapes[world.geometries[a].shape],
          shapes[world.geometries[b].shape],
          poseOf(a),
          poseOf(b),
        )
        // Doubles, here and there: what is as near as this to the clearance refutes nothing.
        if (found < certificate.clearance - 1e-9 || (found === 0 && certificate.clearance === 0)) {
          return `geometries ${a} and ${b} are ${found} apart at ${t} of piece ${segment}`
        }
      }
    }
  }
  return undefined
}

/** Why a report about pairs of links is wrong, as far as so many configurations within the limits tell. */
export function refutePairs(world: Json, report: Json, samples: number): string | undefined {
  const shapes = world.shapes.map(shapeOf)
  for (const { a, b, class: claim, proof, clearance } of report.pairs) {
    if (proof === undefined) continue
    const least = Math.max(new DataView(decode(proof).buffer).getFloat64(2, true), clearance?.least ?? 0)
    const [ofA, ofB] = [a, b].map((name) => {
      const object = world.objects.findIndex((own: Json) => own.name === name)
      return world.geometries.flatMap((g: Json, i: number) => (g.object === object ? [i] : [])) as number[]
    }) as [number[], number[]]
    for (let k = 0; k < samples; k++) {
      // Corners first, then places with no pattern.
      const q = world.variables.map(({ lower, upper }: Json, v: number) => {
        const part = k < 2 ? k : (0.1 + k * 0.7548776662466927 * (v + 1)) % 1
        const [low, high] = [lower ?? -4, upper ?? 4]
        return low + part * (high - low)
      })
      const poses = place(world, q, new Map())
      const poseOf = (g: number): number[] => {
        const { object, pose } = world.geometries[g]
        const { link } = world.objects[object]
        return link < 0 ? [...pose] : product(poses[link]!, pose)
      }
      for (const g of ofA) {
        for (const h of ofB) {
          const found = apartBy(
            shapes[world.geometries[g].shape],
            shapes[world.geometries[h].shape],
            poseOf(g),
            poseOf(h),
          )
          // One in the other is at no distance, which `contained` says.
          if (claim === 'contained' && found === 0) continue
          if (found < least - 1e-9 || (found === 0 && least === 0)) return `${a} and ${b} are ${found} apart at ${q}`
        }
      }
    }
  }
  return undefined
}
