// A world document (docs/formats/certificate.md), read independently: every field of its kind and every number that names something in range.
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
} from '../plain.js'
import type { VerifiedSurface } from '../scene.js'
import { type ExactLinkInput, type JointKind, Kinematics, rigid } from './kinematics.js'
import { type ExactMeshInput, type ExactShape, type Node, type ShapeInput, shapeOf } from './shapes.js'
import type { Pose } from './vectors.js'

export interface ExactGeometry {
  readonly object: number
  readonly name: string
  readonly part: number
  /** In the frame of its link. */
  readonly pose: Pose
  readonly shape: ExactShape
  readonly root: Node
}

export interface Variable {
  readonly name: string
  /** Undefined: no limit. */
  readonly lower: number | undefined
  readonly upper: number | undefined
}

export interface ExactWorld {
  readonly bits: bigint
  readonly hash: string
  readonly variables: readonly Variable[]
  readonly links: readonly (ExactLinkInput & { readonly name: string; readonly robot: number })[]
  readonly kinematics: Kinematics
  readonly objects: readonly { readonly name: string; readonly link: number; readonly geometries: readonly number[] }[]
  readonly geometries: readonly ExactGeometry[]
  /** By the two numbers of objects, with a comma between. */
  readonly allowed: ReadonlySet<string>
  readonly proved: ReadonlySet<string>
  readonly unseen: readonly string[]
  readonly bending: readonly ExactBending[]
}

/** Something that bends. */
export interface ExactBending {
  readonly name: string
  readonly isMesh: boolean
  readonly points: number
  /** Points and reach of every item, and the object that says what it may touch. */
  readonly items: readonly { readonly points: readonly number[]; readonly reach: number; readonly object: number }[]
  readonly objects: ReadonlySet<number>
  readonly self: boolean
  /** A step of it as a document, without its points. */
  readonly step: Fields
}

/** Rule 7 of docs/spec.md, [solids]. */
export function surfacesOf({ geometries, objects }: ExactWorld): VerifiedSurface[] {
  return geometries.flatMap(({ object, name, part, shape: { solid } }) => {
    if (solid === undefined || solid.openShells === 0) return []
    return [{ object: objects[object]!.name, geometry: name, part, shells: solid.openShells, share: solid.openShare }]
  })
}

const VARIABLES: Readonly<Record<JointKind, number>> = {
  fixed: 0,
  revolute: 1,
  continuous: 1,
  prismatic: 1,
  planar: 3,
  floating: 7,
}

export function readWorld(given: unknown, bits: bigint): ExactWorld {
  const fields = copyPlain(given, 'the world')
  demandKind(fields, 'world', 'the world')
  const hash = hashWithout(fields, 'hash')
  demand(fields.hash === hash, 'the hash of the world is not that of its contents')
  const variables = records(fields.variables, 'variables').map((own, i) => {
    // Limits are compared with, and nothing is worked out from them: they may be any numbers.
    const end = (value: Plain | undefined): number | undefined => {
      demand(
        value === null || typeof value === 'number',
        `variables[${i}] has a limit that is neither a number nor null`,
      )
      return value ?? undefined
    }
    return { name: text(own.name, `variables[${i}].name`), lower: end(own.lower), upper: end(own.upper) }
  })
  const links = records(fields.links, 'links').map((own, i) => readLink(own, i, variables.length, bits))
  const objects = records(fields.objects, 'objects').map((own, i) => ({
    name: text(own.name, `objects[${i}].name`),
    link: whole(own.link, `objects[${i}].link`, links.length, -1),
    geometries: [] as number[],
  }))
  const shapes = records(fields.shapes, 'shapes').map((own, i) => shapeOf(readShape(own, `shapes[${i}]`, bits), bits))
  const geometries = records(fields.geometries, 'geometries').map((own, i): ExactGeometry => {
    const field = `geometries[${i}]`
    const object = whole(own.object, `${field}.object`, objects.length)
    const shape = shapes[whole(own.shape, `${field}.shape`, shapes.length)]!
    objects[object]!.geometries.push(i)
    const pose = rigid(numbers(own.pose, `${field}.pose`, 12), bits)
    return {
      object,
      name: text(own.name, `${field}.name`),
      part: whole(own.part, `${field}.part`, 2 ** 32),
      pose,
      shape,
      root: shape.node(i),
    }
  })
  return {
    bits,
    hash,
    variables,
    links,
    kinematics: new Kinematics(links, bits),
    objects,
    geometries,
    allowed: readPairs(fields.allowed, 'allowed', objects.length),
    proved: readPairs(fields.proved, 'proved', objects.length),
    unseen: list(fields.unseen, 'unseen').map((name) => text(name, 'unseen')),
    bending: readBending(fields.deforming, objects),
  }
}

function readBending(value: Plain | undefined, objects: ExactWorld['objects']): ExactBending[] {
  const taken = new Set<number>()
  return (value === undefined ? [] : records(value, 'deforming')).map((own) => {
    const name = text(own.name, 'deforming.name')
    const hulls = text(own.hulls, `${name}.hulls`)
    demand(
      ['beads', 'strands', 'triangles'].includes(hulls),
      `${name} consists of neither beads, strands nor triangles`,
    )
    const { self, closed, neighbours, excluded } = own
    demand(
      typeof self === 'boolean' && typeof closed === 'boolean',
      `${name}: self or closed is neither true nor false`,
    )
    const points = whole(own.points, `${name}.points`, 2 ** 26, 1)
    const radii = numbers(own.radii, `${name}.radii`).map((radius) => number(radius, `${name}.radii`, 0))
    const isMesh = hulls === 'triangles'
    const corners = isMesh ? numbers(own.triangles, `${name}.triangles`) : []
    for (const corner of corners) whole(corner, `${name}.triangles`, points)
    const items = numbers(own.objects, `${name}.objects`).map((object, i) => {
      demand(
        objects[whole(object, `${name}.objects`, objects.length)]!.link === -1,
        `a part of ${name} hangs on a link`,
      )
      return {
        points: isMesh
          ? corners.slice(3 * i, 3 * i + 3)
          : hulls === 'strands'
            ? [i, i + 1 === points ? 0 : i + 1]
            : [i],
        reach: (radii.length > 1 ? radii[i] : radii[0]) ?? 0,
        object,
      }
    })
    const strands = closed ? points : points - 1
    if (hulls === 'beads')
      demand(
        items.length === points && (radii.length === 1 || radii.length === points),
        `${name} has not one of all a bead`,
      )
    if (hulls === 'strands') demand(items.length === strands && radii.length === 1, `${name} has not all its strands`)
    demand(items.length > 0, `${name} consists of nothing`)
    const parts = new Set(items.map(({ object }) => object))
    for (const object of parts) {
      demand(!taken.has(object), 'an object is a part of two things that bend')
      taken.add(object)
    }
    if (isMesh) demand(radii.length === 0 && corners.length === 3 * items.length, `${name} has not three corners each`)
    const rule = isMesh ? { triangles: corners } : { radii, neighbours, closed }
    const step = { limber: 2, kind: 'step', hulls, ...rule, excluded } as Fields
    return { name, isMesh, points, items, objects: parts, self, step }
  })
}

function readLink(own: Fields, i: number, variables: number, bits: bigint): ExactWorld['links'][number] {
  const field = `links[${i}]`
  const kind = text(own.kind, `${field}.kind`) as JointKind
  demand(own.kind !== 'loop', `${field} hangs on a joint of a closed loop, which cannot be verified here`)
  demand(Object.hasOwn(VARIABLES, kind), `${field}.kind is not a kind of joint`)
  const axis = numbers(own.axis, `${field}.axis`, 3)
  const [factor, offset] = [number(own.factor, `${field}.factor`), number(own.offset, `${field}.offset`)]
  demand(kind !== 'floating' || (factor === 1 && offset === 0), `${field} floats and mimics another joint`)
  const moves = kind !== 'fixed'
  return {
    name: text(own.name, `${field}.name`),
    robot: whole(own.robot, `${field}.robot`, 2 ** 32),
    parent: whole(own.parent, `${field}.parent`, i, -1),
    kind,
    origin: rigid(numbers(own.origin, `${field}.origin`, 12), bits),
    axis,
    variable: moves ? whole(own.variable, `${field}.variable`, variables - VARIABLES[kind] + 1) : -1,
    factor,
    offset,
  }
}

function readPairs(value: Plain | undefined, field: string, objects: number): Set<string> {
  return new Set(
    list(value, field).map((pair) => {
      const [a, b] = numbers(pair, field, 2)
      whole(b, field, objects)
      whole(a, field, b!)
      return `${a},${b}`
    }),
  )
}

function readShape(own: Fields, field: string, bits: bigint): ShapeInput {
  const triple = (name: string): number[] => numbers(own[name], `${field}.${name}`, 3)
  const length = (name: string): number => number(own[name], `${field}.${name}`, 0)
  const pose = (): Pose => rigid(numbers(own.pose, `${field}.pose`, 12), bits)
  const kind = text(own.kind, `${field}.kind`)
  switch (kind) {
    case 'sphere':
      return { kind, radius: length('radius'), centre: triple('centre') }
    case 'capsule':
      return { kind, radius: length('radius'), from: triple('from'), to: triple('to') }
    case 'box':
      return { kind, half: triple('half').map(Math.abs), pose: pose() }
    case 'cylinder':
      return { kind, radius: length('radius'), length: length('length'), pose: pose() }
    case 'convex': {
      const points = numbers(own.points, `${field}.points`)
      demand(points.length > 0 && points.length % 3 === 0, `${field}.points is empty`)
      return { kind, points }
    }
    case 'mesh':
      return readMesh(own, field)
  }
  throw new Rejection(`${field}.kind is not a kind of shape`)
}

/** The tree in pre-order makes up nodes whatever its numbers are, if they last exactly. */
function readMesh(own: Fields, field: string): ExactMeshInput {
  const positions = doublesOf(own.positions, `${field}.positions`)
  demand(positions.length % 3 === 0, `${field}.positions are not three a vertex`)
  const lists = ['triangles', 'added'].map((name) => {
    const corners = wholesOf(own[name], `${field}.${name}`, positions.length / 3)
    demand(corners.length % 3 === 0, `${field}.${name} are not three corners each`)
    return corners
  })
  const triangles = lists.flatMap((corners) => [...corners])
  const count = triangles.length / 3
  const order = wholesOf(own.order, `${field}.order`, count)
  demand(
    count > 0 && order.length === count && new Set(order).size === count,
    `${field}.order is not a permutation of the triangles`,
  )
  const tree = wholesOf(own.tree, `${field}.tree`, count)
  return { kind: 'mesh', positions, triangles, added: lists[1]!.length / 3, order: [...order], tree: [...tree] }
}
