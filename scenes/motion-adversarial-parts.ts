// What motions that are easy to get wrong are made of: their record, and robots of one or two joints. Sizes are powers of two,
// so that contact can be exact.
import {
  box,
  type JointInput,
  type LinkInput,
  mesh,
  type ObstacleInput,
  Robot,
  type Shape,
  World,
} from '../src/entries/robots.js'
import { Surface, type Vec3 } from './motion-surface.js'

export interface AdversarialMotion {
  readonly name: string
  readonly world: World
  /** Waypoints of a polyline; continuous joints are meant as given, all the way round. */
  readonly motion: readonly Float64Array[]
  /** `either`: contact is exact, at an instant that no number names. Then anything but `free` is right. */
  readonly expected: 'free' | 'collision' | 'either'
  /** Of a collision: a place where there is contact, exactly so in floating point as well. */
  readonly at?: { readonly segment: number; readonly at: number }
  /** Of a free motion: everything stays farther apart than this. */
  readonly clearance?: number
  readonly why: string
}

/** Thickness of plates, width of gaps. */
export const THIN = 1e-6

export type Case = Omit<AdversarialMotion, 'motion'> & { readonly motion: readonly (readonly number[])[] }

export function finish(kind: Kind, cases: readonly Case[]): AdversarialMotion[] {
  return cases.map((one) => ({
    ...one,
    name: kind === 'box' ? `${one.name} (boxes)` : one.name,
    motion: one.motion.map((q) => Float64Array.from(q)),
  }))
}

export function worldOf(robot: Robot, ...shapes: Shape[]): World {
  return new World({
    robots: [robot],
    obstacles: shapes.map((shape, i): ObstacleInput => ({ name: `thing${i + 1}`, shape })),
  })
}

/** What solids are made of. */
export type Kind = 'mesh' | 'box'

/** A box by its corners, as mesh or as box. */
export function block(kind: Kind, low: Vec3, high: Vec3): Shape {
  if (kind === 'mesh') return new Surface().box(low, high).shape()
  return box({ size: low.map((a, i) => high[i]! - a), at: low.map((a, i) => (a + high[i]!) / 2) })
}

function jointed(
  name: string,
  ...steps: readonly (readonly [Omit<JointInput, 'name' | 'parent' | 'child'>, (Shape | undefined)?])[]
) {
  const links: LinkInput[] = [{ name: 'ground' }]
  const joints: JointInput[] = []
  steps.forEach(([joint, shape], i) => {
    links.push({ name: `link${i + 1}`, geometry: shape === undefined ? [] : [{ shape }] })
    joints.push({ ...joint, name: `joint${i + 1}`, parent: links[i]!.name, child: `link${i + 1}` })
  })
  return new Robot({ name, links, joints })
}

/** A bar from the origin to x = 1, 1/32 square, or another box, that turns about z without limits. */
export function bar(kind: Kind, low: Vec3 = [0, -1 / 64, -1 / 64], high: Vec3 = [1, 1 / 64, 1 / 64]): Robot {
  return jointed('bar', [{ kind: 'continuous', axis: [0, 0, 1] }, block(kind, low, high)])
}

/** The same, as thin as `thick`. */
export function needle(kind: Kind, thick: number): Robot {
  return bar(kind, [0, -thick / 2, -thick / 2], [1, thick / 2, thick / 2])
}

/** A cube of side `size` about the origin, on rails in these directions. */
export function sliders(kind: Kind, axes: readonly Vec3[], size = 1 / 8): Robot {
  const cube = block(kind, [-size / 2, -size / 2, -size / 2], [size / 2, size / 2, size / 2])
  const limits = { lower: -1000, upper: 1000 }
  return jointed(
    'slider',
    ...axes.map((axis, i) => [{ kind: 'prismatic', axis, limits }, i + 1 === axes.length ? cube : undefined] as const),
  )
}

/** A rod 2 long and 1/32 square along x that flies free. */
export function flyer(kind: Kind): Robot {
  return jointed('flyer', [{ kind: 'floating' }, block(kind, [-1, -1 / 64, -1 / 64], [1, 1 / 64, 1 / 64])])
}

/** Two links of length 1 that turn about z; the second one is a spike with its tip exactly 1 from its joint. */
export function scissors(): Robot {
  const r = 1 / 64
  const corners = [0, -r, -r, 0, r, -r, 0, r, r, 0, -r, r, 1, 0, 0]
  const spike = mesh({ positions: corners, triangles: [0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4] })
  const turn = { kind: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } } as const
  return jointed(
    'scissors',
    [turn, block('mesh', [0.25, -r, -r], [1, r, r])],
    [{ ...turn, origin: { at: [1, 0, 0] } }, spike],
  )
}

/** Two fingers, 1 long in x, that slide along x: at q the first begins at q, and the second, which mimics it, ends at −q. */
export function gripper(): Robot {
  const slide = { kind: 'prismatic', parent: 'palm', axis: [1, 0, 0] } as const
  return new Robot({
    name: 'gripper',
    links: [
      { name: 'palm' },
      { name: 'finger1', geometry: [{ shape: block('mesh', [0, -0.125, -0.125], [1, 0.125, 0.125]) }] },
      { name: 'finger2', geometry: [{ shape: block('mesh', [-1, -0.125, -0.125], [0, 0.125, 0.125]) }] },
    ],
    joints: [
      { ...slide, name: 'open', child: 'finger1', limits: { lower: 0, upper: 2 } },
      { ...slide, name: 'follow', child: 'finger2', mimic: { joint: 'open', multiplier: -1 } },
    ],
  })
}
