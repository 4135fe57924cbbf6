// The world document, read: the numbers it was made of, each of its kind, and nothing that another program derived from them.
import {
  copyPlain,
  demand,
  demandKind,
  doublesOf,
  type Fields,
  hashWithout,
  list,
  number,
  numbers,
  type Plain,
  Rejection,
  records,
  text,
  whole,
  wholesOf,
} from './plain.js'
import { readAxis, readPose } from './poses.js'

export const JOINT_KINDS = ['fixed', 'revolute', 'continuous', 'prismatic', 'planar', 'floating'] as const
export type JointKind = (typeof JOINT_KINDS)[number]

export interface Variable {
  readonly name: string
  /** ±Infinity where there is no limit. */
  readonly lower: number
  readonly upper: number
}

/** A link and the joint that it hangs on. */
export interface ReadLink {
  readonly name: string
  readonly robot: number
  readonly parent: number
  readonly kind: JointKind
  readonly origin: Float64Array
  readonly axis: Float64Array
  readonly variable: number
  readonly factor: number
  readonly offset: number
}

export interface ReadGeometry {
  readonly object: number
  readonly name: string
  readonly part: number
  readonly pose: Float64Array
  readonly shape: ReadShape
}

/** All within `radius` of the hull of points; a cylinder about the z axis of a pose, from −half to half; a mesh. */
export type ReadShape =
  | { readonly kind: 'round'; readonly points: Float64Array; readonly radius: number }
  | { readonly kind: 'cylinder'; readonly pose: Float64Array; readonly radius: number; readonly half: number }
  | ReadMesh

export interface ReadMesh {
  readonly kind: 'mesh'
  readonly positions: Float64Array
  /** Those of the file first, `file` of them, then those that closing has added. */
  readonly triangles: Uint32Array
  readonly file: number
  readonly order: Uint32Array
  /** By node: its stretch of `order`, and its second child; the first one follows it. 0 for a leaf. */
  readonly first: Uint32Array
  readonly end: Uint32Array
  readonly second: Uint32Array
}

export interface ReadWorld {
  readonly hash: string
  readonly variables: readonly Variable[]
  readonly links: readonly ReadLink[]
  readonly objects: readonly { readonly name: string; readonly link: number }[]
  readonly geometries: readonly ReadGeometry[]
  /** By `pairKey`. */
  readonly allowed: ReadonlySet<number>
  readonly proved: ReadonlySet<number>
  readonly unseen: readonly string[]
  readonly bending: readonly ReadBending[]
}

/** Something that bends: its items are hulls of points that certificates give frames of. */
export interface ReadBending {
  readonly name: string
  readonly hulls: 'beads' | 'strands' | 'triangles'
  readonly points: number
  /** By item: its points, its reach, and the object that it is a part of. */
  readonly items: readonly (readonly number[])[]
  readonly reaches: readonly number[]
  readonly objects: readonly number[]
  /** Is it checked against itself? */
  readonly self: boolean
  /** A step of it as a document, without its points. */
  readonly rule: Fields
}

/** Pairs of objects, or of geometries, the lesser one first. There are fewer than 2^26 of them. */
export function pairKey(a: number, b: number): number {
  return a * 2 ** 26 + b
}

export function readWorld(given: unknown): ReadWorld {
  return readPlainWorld(copyPlain(given, 'the world'))
}

/** Of a copy, and its hash if that is known. */
export function readPlainWorld(fields: Fields, hash = hashWithout(fields, 'hash')): ReadWorld {
  demandKind(fields, 'world', 'the world')
  demand(fields.hash === hash, 'the hash of the world is not that of its contents')
  const variables = records(fields.variables, 'variables').map((own, i) => ({
    name: text(own.name, `variables[${i}].name`),
    lower: limit(own.lower, -Infinity, `variables[${i}].lower`),
    upper: limit(own.upper, Infinity, `variables[${i}].upper`),
  }))
  const links = records(fields.links, 'links').map((own, i) => readLink(own, i, variables.length))
  const objects = records(fields.objects, 'objects').map((own, i) => ({
    name: text(own.name, `objects[${i}].name`),
    link: whole(own.link, `objects[${i}].link`, links.length, -1),
  }))
  const shapes = records(fields.shapes, 'shapes').map((own, i) => readShape(own, `shapes[${i}]`))
  const geometries = records(fields.geometries, 'geometries').map((own, i) => ({
    object: whole(own.object, `geometries[${i}].object`, objects.length),
    name: text(own.name, `geometries[${i}].name`),
    part: whole(own.part, `geometries[${i}].part`, 2 ** 31),
    pose: readPose(own.pose, `geometries[${i}].pose`),
    shape: shapes[whole(own.shape, `geometries[${i}].shape`, shapes.length)]!,
  }))
  const pairs = (field: 'allowed' | 'proved'): Set<number> =>
    new Set(
      list(fields[field], field).map((pair) => {
        const [a, b] = numbers(pair, field, 2) as [number, number]
        whole(a, field, b)
        return pairKey(a, whole(b, field, objects.length))
      }),
    )
  const unseen = list(fields.unseen, 'unseen').map((name) => text(name, 'unseen'))
  const things = fields.deforming === undefined ? [] : records(fields.deforming, 'deforming')
  const bending = things.map((own, i) => readBending(own, `deforming[${i}]`, objects))
  const belonging = bending.flatMap((thing) => [...new Set(thing.objects)])
  demand(new Set(belonging).size === belonging.length, 'an object is a part of two things that bend')
  const read = { hash, variables, links, objects, geometries, unseen, bending }
  return { ...read, allowed: pairs('allowed'), proved: pairs('proved') }
}

function readBending(own: Fields, field: string, objects: ReadWorld['objects']): ReadBending {
  const { hulls, self, closed } = own
  demand(hulls === 'beads' || hulls === 'strands' || hulls === 'triangles', `${field}.hulls is none of the three kinds`)
  demand(typeof self === 'boolean' && typeof closed === 'boolean', `${field}.self or closed is neither true nor false`)
  const points = whole(own.points, `${field}.points`, 2 ** 26, 1)
  const parts = numbers(own.objects, `${field}.objects`).map((o) => whole(o, `${field}.objects`, objects.length))
  demand(
    parts.every((o) => objects[o]!.link < 0),
    `${field}.objects has one that hangs on a link`,
  )
  const radii = numbers(own.radii, `${field}.radii`).map((r) => number(r, `${field}.radii`, 0))
  const name = text(own.name, `${field}.name`)
  const count = hulls === 'beads' ? points : hulls === 'strands' ? (closed ? points : points - 1) : parts.length
  demand(count > 0 && parts.length === count, `${field} has other numbers of items and of objects`)
  const isOne = radii.length === (hulls === 'triangles' ? 0 : 1)
  demand(isOne || (hulls === 'beads' && radii.length === count), `${field}.radii does not go with its items`)
  const triangles =
    hulls === 'triangles'
      ? numbers(own.triangles, `${field}.triangles`, 3 * count).map((p) => whole(p, `${field}.triangles`, points))
      : []
  const items = Array.from({ length: count }, (_, i) => {
    if (hulls === 'triangles') return triangles.slice(3 * i, 3 * i + 3)
    return hulls === 'strands' ? [i, (i + 1) % points] : [i]
  })
  const reaches = items.map((_, i) => radii[isOne ? 0 : i] ?? 0)
  const { neighbours, excluded } = own
  const kind = { limber: 2, kind: 'step', hulls, excluded }
  const rule = { ...kind, ...(hulls === 'triangles' ? { triangles } : { radii, neighbours, closed }) } as Fields
  return { name, hulls, points, items, reaches, objects: parts, self, rule }
}

/** A limit is compared with, and nothing is worked out from it: it may be any number. */
function limit(value: Plain | undefined, none: number, field: string): number {
  demand(value === null || typeof value === 'number', `${field} is neither a number nor null`)
  return value ?? none
}

/** Numbers of a configuration, by joint. */
export const VARIABLES: Readonly<Record<JointKind, number>> = {
  fixed: 0,
  revolute: 1,
  continuous: 1,
  prismatic: 1,
  planar: 3,
  floating: 7,
}

function readLink(own: Fields, i: number, variables: number): ReadLink {
  const field = `links[${i}]`
  const kind = JOINT_KINDS.find((name) => name === own.kind)
  demand(own.kind !== 'loop', `${field} hangs on a joint that a closed loop sets, which is not verified`)
  demand(kind !== undefined, `${field}.kind is none of ${JOINT_KINDS.join(', ')}`)
  const link = {
    name: text(own.name, `${field}.name`),
    robot: whole(own.robot, `${field}.robot`, 2 ** 31),
    // Parents come before their children.
    parent: whole(own.parent, `${field}.parent`, i, -1),
    kind,
    origin: readPose(own.origin, `${field}.origin`),
    axis: readAxis(own.axis, `${field}.axis`),
    variable: whole(own.variable, `${field}.variable`, variables - VARIABLES[kind] + 1, -1),
    factor: number(own.factor, `${field}.factor`),
    offset: number(own.offset, `${field}.offset`),
  }
  demand(kind === 'fixed' || link.variable >= 0, `${field} has no variable`)
  demand(kind !== 'floating' || (link.factor === 1 && link.offset === 0), `${field} floats and mimics`)
  return link
}

/** By the copy: worlds that are made from one another share shapes. */
const shapesRead = new WeakMap<Fields, ReadShape>()

function readShape(own: Fields, field: string): ReadShape {
  const shape = shapesRead.get(own) ?? makeShape(own, field)
  shapesRead.set(own, shape)
  return shape
}

function makeShape(own: Fields, field: string): ReadShape {
  const point = (name: string): number[] => numbers(own[name], `${field}.${name}`, 3)
  const radius = (): number => number(own.radius, `${field}.radius`, 0)
  const round = (points: readonly number[], r: number): ReadShape => {
    return { kind: 'round', points: Float64Array.from(points), radius: r }
  }
  switch (own.kind) {
    case 'sphere':
      return round(point('centre'), radius())
    case 'capsule':
      return round([...point('from'), ...point('to')], radius())
    case 'box':
      return round(boxCorners(readPose(own.pose, `${field}.pose`), point('half')), 0)
    case 'convex': {
      const points = numbers(own.points, `${field}.points`)
      demand(points.length > 0 && points.length % 3 === 0, `${field}.points is not a list of points`)
      return round(points, 0)
    }
    case 'cylinder': {
      const half = number(own.length, `${field}.length`, 0) / 2
      return { kind: 'cylinder', pose: readPose(own.pose, `${field}.pose`), radius: radius(), half }
    }
    case 'mesh':
      return readMesh(own, field)
  }
  throw new Rejection(`${field}.kind is not a kind of shape`)
}

/** The eight corners c ± h₀·a₀ ± h₁·a₁ ± h₂·a₂ of a box. */
function boxCorners(pose: Float64Array, half: readonly number[]): number[] {
  const out: number[] = []
  for (let corner = 0; corner < 8; corner++) {
    for (let row = 0; row < 12; row += 4) {
      let value = pose[row + 3]!
      for (let k = 0; k < 3; k++) value += (((corner >> k) & 1) === 0 ? -half[k]! : half[k]!) * pose[row + k]!
      out.push(value)
    }
  }
  return out
}

function readMesh(own: Fields, field: string): ReadMesh {
  const positions = doublesOf(own.positions, `${field}.positions`)
  demand(positions.length % 3 === 0, `${field}.positions is not a list of points`)
  const file = wholesOf(own.triangles, `${field}.triangles`, positions.length / 3)
  const added = wholesOf(own.added, `${field}.added`, positions.length / 3)
  const size = (file.length + added.length) / 3
  demand(
    file.length > 0 && file.length % 3 === 0 && Number.isInteger(size),
    `${field} has no triangles, or parts of some`,
  )
  const triangles = new Uint32Array(3 * size)
  triangles.set(file)
  triangles.set(added, file.length)
  const order = wholesOf(own.order, `${field}.order`, size)
  const seen = new Uint8Array(size)
  for (let i = 0; i < order.length; i++) seen[order[i]!] = 1
  demand(order.length === size && !seen.includes(0), `${field}.order does not name every triangle once`)
  return { kind: 'mesh', positions, triangles, file: file.length / 3, order, ...readTree(own, field, size) }
}

/** In pre-order: how many triangles a node's first child has, or 0. So children make up their parent, whatever the numbers are. */
function readTree(own: Fields, field: string, size: number): Pick<ReadMesh, 'first' | 'end' | 'second'> {
  const tree = wholesOf(own.tree, `${field}.tree`, size)
  const first = new Uint32Array(tree.length)
  const end = new Uint32Array(tree.length)
  const second = new Uint32Array(tree.length)
  // Of nodes to come: their stretch, and whose second child they are.
  const waiting = [[0, size, -1]]
  for (let n = 0; n < tree.length; n++) {
    const next = waiting.pop()
    demand(next !== undefined, `${field}.tree has more numbers than nodes`)
    const [from, to, parent] = next as [number, number, number]
    first[n] = from
    end[n] = to
    if (parent >= 0) second[parent] = n
    const split = from + tree[n]!
    demand(split < to, `${field}.tree has a child of no triangles`)
    if (split > from) waiting.push([split, to, n], [from, split, -1])
  }
  demand(waiting.length === 0, `${field}.tree has fewer numbers than nodes`)
  return { first, end, second }
}
