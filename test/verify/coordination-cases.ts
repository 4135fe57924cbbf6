// Cells of several robots with schedules and their certificates: arms of boxes, capsules and meshes that reach across each other, one
// that carries something, one on a curve. The scheduler tries all sides of all regions: it is here to make certificates, not to be good.

import { finish } from '../../src/base/work/steps.js'
import {
  box,
  capsule,
  freeBody,
  mesh,
  type ObstacleInput,
  Robot,
  type RobotPlacement,
  type Shape,
  sphere,
  World,
} from '../../src/entries/robots.js'
import {
  type CertifiedSignal,
  type CoordinationCertificate,
  type CoordinationParts,
  makeCoordinationCertificate,
} from '../../src/robots/coordinate/coordination-certificate.js'
import { CELL_FREE, type Diagram, diagramOf } from '../../src/robots/coordinate/diagram.js'
import { partOfWorld } from '../../src/robots/coordinate/part-of-world.js'
import { RobotPath } from '../../src/robots/coordinate/robot-path.js'
import type { Certificate } from '../../src/robots/motion/certificate.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { robotSpace } from '../../src/robots/motion/motion-space.js'
import { turnsBetween } from '../../src/robots/motion/piece-turns.js'
import type { TrackStretch } from '../../src/robots/motion/track.js'
import { blockMesh } from '../oracle/robots/motions-cases.js'

export interface CoordinationCase {
  readonly world: World
  readonly parts: CoordinationParts
  readonly certificate: CoordinationCertificate
  readonly diagrams: readonly Diagram[]
}

type Waypoints = readonly (readonly number[])[]

/** Straight stretches of a robot's path, a second each; one waypoint: it stands. */
function linesThrough(waypoints: Waypoints): TrackStretch[] {
  const points = waypoints.map((q) => Float64Array.from(q))
  const ends = points.length === 1 ? [points[0]!, points[0]!] : points
  // Here, what has seven variables floats.
  const quaternions = points[0]!.length === 7 ? [3] : []
  return ends
    .slice(1)
    .map((to, k) => ({ from: ends[k]!, to, turns: turnsBetween(ends[k]!, to, quaternions), rows: undefined }))
}

/** One stretch along a polynomial. */
function curveOf(rows: readonly (readonly number[])[]): TrackStretch[] {
  const from = Float64Array.from(rows, ([first]) => first!)
  return [{ from, to: Float64Array.from(rows, (row) => row.reduceRight((sum, c) => sum + c)), turns: [], rows }]
}

export function pathsOf(world: World, motions: readonly (readonly TrackStretch[])[], atom: number): RobotPath[] {
  let first = 0
  return world.model().robots.map((robot, r) => {
    const own = first
    first += robot.robot.dof
    const stretches = motions[r]!
    const isStand = stretches.length === 1 && stretches[0]!.from.every((q, v) => q === stretches[0]!.to[v])
    const times = Float64Array.from({ length: stretches.length + 1 }, (_, k) => (isStand ? 0 : k))
    const track = { space: robotSpace(robot), times, stretches }
    return new RobotPath(robot.name, own, partOfWorld(world, [robot.name], false), track, atom)
  })
}

/** Its path between its stands is free in the world without the others; null where there is nothing to check. */
export function freeAlone(world: World, path: RobotPath, clearance: number): Certificate | null {
  const pieces = path.pieces.length === 1 ? path.pieces : path.pieces.slice(1, -1)
  const verdict = checkMotion(partOfWorld(world, [path.name], true), { pieces, continuous: 'as-given' }, { clearance })
  if (verdict.outcome === 'nothing-to-check') return null
  if (verdict.outcome !== 'free') throw new Error(`${path.name}: ${verdict.outcome}`)
  return verdict.certificate()
}

export function coordinated(
  world: World,
  motions: readonly (readonly TrackStretch[])[],
  { atom = 1 / 8, clearance = 0 } = {},
): CoordinationCase {
  const paths = pathsOf(world, motions, atom)
  const diagrams = paths.flatMap((a, i) =>
    paths.slice(i + 1).map((b) => finish(diagramOf(world.model(), a, b, clearance))),
  )
  const alone = paths.map((path) => freeAlone(world, path, clearance))
  const parts = { world, clearance, paths, alone, diagrams, signals: signalsFor(paths, diagrams) }
  return { world, parts, diagrams, certificate: makeCoordinationCertificate(parts) }
}

/** Of every region a choice of signals; the first combination in which everybody arrives. */
export function signalsFor(paths: readonly RobotPath[], diagrams: readonly Diagram[]): CertifiedSignal[] {
  const choices = diagrams.flatMap((diagram) =>
    regionsOf(diagram).map((cells) => [
      signalsOf(paths, diagram, cells, true),
      signalsOf(paths, diagram, cells, false),
    ]),
  )
  const search = (k: number, chosen: readonly CertifiedSignal[]): readonly CertifiedSignal[] | undefined => {
    if (times(paths, chosen, 0) === undefined) return undefined
    if (k === choices.length) return chosen
    for (const own of choices[k]!) {
      const found = own === undefined ? undefined : search(k + 1, [...chosen, ...own])
      if (found !== undefined) return found
    }
    return undefined
  }
  const found = search(0, [])
  if (found === undefined) throw new Error('no schedule')
  return [...found]
}

/** Blocked atoms that hang together, by brute force: two are one region if a corner of one is a corner of the other. */
export function regionsOf({ states, a, b }: Diagram): [number, number][][] {
  const cells: [number, number][] = []
  for (let i = 0; i < a.atoms; i++) {
    for (let j = 0; j < b.atoms; j++) if (states[i * b.atoms + j] !== CELL_FREE) cells.push([i, j])
  }
  const regions: [number, number][][] = []
  for (const cell of cells) {
    const near = regions.filter((own) =>
      own.some(([i, j]) => Math.max(Math.abs(i - cell[0]), Math.abs(j - cell[1])) <= 1),
    )
    for (const own of near) regions.splice(regions.indexOf(own), 1)
    regions.push([...near.flat(), cell])
  }
  return regions
}

/** What the second robot waits for, for each of its atoms in the region; undefined where that cannot be. */
function signalsOf(
  paths: readonly RobotPath[],
  { a, b }: Diagram,
  cells: readonly [number, number][],
  firstIsA: boolean,
): CertifiedSignal[] | undefined {
  const [first, second] = firstIsA ? [a, b] : [b, a]
  const needs = new Map<number, number>()
  for (const [i, j] of cells) {
    const [own, other] = firstIsA ? [i, j] : [j, i]
    if (own === first.atoms - 1 || other === 0) return undefined
    needs.set(other, Math.max(needs.get(other) ?? 0, own + 1))
  }
  let most = 0
  return [...needs]
    .sort(([x], [y]) => x - y)
    .flatMap(([mark, left]) => {
      if (left <= most) return []
      most = left
      return [{ robot: paths.indexOf(second), mark, after: paths.indexOf(first), left }]
    })
}

/** The earliest times, an atom of a moving piece taking a second; undefined where robots wait for each other. */
export function times(
  paths: readonly RobotPath[],
  signals: readonly CertifiedSignal[],
  lag: number,
): { arrive: number[]; depart: number[] }[] | undefined {
  const out = paths.map(() => ({ arrive: [0], depart: [] as number[] }))
  for (let moved = true; moved; ) {
    moved = false
    paths.forEach(({ atoms, durations }, r) => {
      const { arrive, depart } = out[r]!
      while (arrive.length <= atoms) {
        const mark = arrive.length - 1
        const own = signals.filter((signal) => signal.robot === r && signal.mark === mark)
        if (own.some(({ after, left }) => out[after]!.arrive.length <= left)) return
        depart.push(Math.max(arrive[mark]!, ...own.map(({ after, left }) => out[after]!.arrive[left]! + lag)))
        arrive.push(depart[mark]! + (durations[mark]! > 0 ? 1 : 0))
        moved = true
      }
    })
  }
  if (out.some(({ arrive }, r) => arrive.length <= paths[r]!.atoms)) return undefined
  return out.map(({ arrive, depart }, r) => ({ arrive: arrive.slice(0, paths[r]!.atoms), depart }))
}

/** An arm of two links in the plane: a box and a capsule, or what is given instead of the capsule. */
function arm(name: string, fore: Shape = capsule({ from: [0, 0, 0], to: [0.45, 0, 0], radius: 0.05 })): Robot {
  return new Robot({
    name,
    links: [
      { name: 'base', geometry: [{ shape: box({ size: [0.12, 0.12, 0.1] }) }] },
      { name: 'upper', geometry: [{ shape: box({ size: [0.4, 0.08, 0.08] }), pose: { at: [0.25, 0, 0] } }] },
      { name: 'fore', geometry: [{ shape: fore }] },
    ],
    joints: [
      {
        name: 'shoulder',
        kind: 'revolute',
        parent: 'base',
        child: 'upper',
        axis: [0, 0, 1],
        limits: { lower: -3, upper: 3 },
      },
      {
        name: 'elbow',
        kind: 'revolute',
        parent: 'upper',
        child: 'fore',
        axis: [0, 0, 1],
        origin: { at: [0.5, 0, 0] },
        limits: { lower: -2.5, upper: 2.5 },
      },
    ],
  })
}

/** Blocks, each by its half lengths and its middle, as one mesh, which is not convex. */
function blocks(...parts: readonly (readonly [readonly number[], readonly number[]])[]): Shape {
  const positions: number[] = []
  const triangles: number[] = []
  for (const [half, at] of parts) {
    const own = blockMesh(half)
    for (const corner of own.triangles) triangles.push(positions.length / 3 + corner)
    positions.push(...own.positions.map((x, i) => x + at[i % 3]!))
  }
  return mesh({ positions, triangles })
}

/** Two blocks at right angles. */
function angle(): Shape {
  return blocks(
    [
      [0.22, 0.04, 0.04],
      [0.24, 0, 0],
    ],
    [
      [0.04, 0.14, 0.04],
      [0.42, 0.1, 0],
    ],
  )
}

/** A robot that slides along one axis. */
function slider(name: string, axis: readonly number[], shape: Shape): Robot {
  return new Robot({
    name,
    links: [{ name: 'base' }, { name: 'body', geometry: [{ shape }] }],
    joints: [
      { name: 'slide', kind: 'prismatic', parent: 'base', child: 'body', axis, limits: { lower: -2, upper: 2 } },
    ],
  })
}

/** A fork whose prongs pass on both sides of a ball: its hull is around the ball long before its back gets there. */
function fork(): World {
  const shape = blocks(
    [
      [0.5, 0.04, 0.1],
      [0, 0.3, 0],
    ],
    [
      [0.5, 0.04, 0.1],
      [0, -0.3, 0],
    ],
    [
      [0.05, 0.34, 0.1],
      [-0.5, 0, 0],
    ],
  )
  return new World({
    robots: [
      { robot: slider('fork', [1, 0, 0], shape), name: 'fork' },
      { robot: slider('ball', [0, 0, 1], sphere({ radius: 0.1 })), name: 'ball' },
    ],
  })
}

const post = sphere({ radius: 0.05 })

/** Two arms that face each other, with posts out of the way and a table below. */
function facing(fores: readonly (Shape | undefined)[], apart = 1.3): World {
  return new World({
    robots: [
      { robot: arm('left', fores[0]), name: 'left' },
      { robot: arm('right', fores[1]), name: 'right', base: { at: [apart, 0, 0], rotation: about(3) } },
    ],
    obstacles: [
      { name: 'table', shape: box({ size: [4, 4, 0.1] }), pose: { at: [0.5, 0, -0.2] } },
      { name: 'post', shape: post, pose: { at: [0.65, 1.5, 0] } },
      { name: 'other post', shape: post, pose: { at: [0.65, -1.5, 0] } },
    ],
  })
}

/** From one side to the other, and on the way through where the other robot has been. */
const SWEEP: Waypoints = [
  [-1.2, 0.3],
  [0.1, -0.2],
  [1.2, 0.4],
]
const BACK: Waypoints = [
  [1.3, -0.3],
  [0, 0.1],
  [-1.1, 0.2],
]

export const FORK = 'a fork around a ball'

export const CASES: Readonly<Record<string, () => CoordinationCase>> = {
  'two arms of boxes and capsules': () => coordinated(facing([undefined, undefined]), [SWEEP, BACK].map(linesThrough)),
  'with a clearance': () =>
    coordinated(facing([undefined, undefined], 1.4), [SWEEP, BACK].map(linesThrough), { clearance: 0.02 }),
  'meshes that are not convex': () =>
    coordinated(facing([angle(), angle()], 1.45), [SWEEP, BACK].map(linesThrough), { atom: 1 / 8 }),
  [FORK]: () =>
    coordinated(
      fork(),
      [
        [[-1.5], [0], [1.5]],
        [[1], [0]],
      ].map(linesThrough),
      { atom: 1 / 16 },
    ),
  'one that carries something': () => {
    const world = facing([undefined, undefined], 1.5)
    world.attach({
      name: 'tool',
      link: 'left/fore',
      shape: box({ size: [0.2, 0.04, 0.3] }),
      pose: { at: [0.5, 0, 0.05] },
    })
    world.attach({ name: 'cup', link: 'right/fore', shape: sphere({ radius: 0.06 }), pose: { at: [0.5, 0, 0.02] } })
    world.allow('right/base', 'tool', 'for the test')
    return coordinated(world, [SWEEP, BACK].map(linesThrough))
  },
  'a body that floats and turns': () => {
    const robots = [
      { robot: arm('arm'), name: 'arm' },
      { robot: freeBody({ name: 'drone', shape: sphere({ radius: 0.15 }) }), name: 'drone' },
    ]
    const flight = [
      [0.9, -1, 0, ...about(0)],
      [0.8, 1, 0.05, ...about(1.5)],
    ]
    return coordinated(new World({ robots }), [[...SWEEP].reverse(), flight].map(linesThrough))
  },
  'a curve': () => {
    const curve = curveOf([
      [-1.2, 0.4, 3, -1.2],
      [0.3, -1.2, 0.4, 0.8],
    ])
    return coordinated(facing([undefined, undefined]), [curve, linesThrough(BACK)])
  },
  'three arms, one of which stands': () => {
    const { robots, obstacles } = three()
    return coordinated(new World({ robots, obstacles }), [SWEEP, BACK, [[0.8, 1.2]]].map(linesThrough))
  },
  'three arms that move': () => {
    const { robots } = three()
    const third: Waypoints = [
      [-1.2, 0.6],
      [1.1, 0.2],
    ]
    return coordinated(new World({ robots }), [SWEEP, BACK, third].map(linesThrough))
  },
}

function three(): { robots: RobotPlacement[]; obstacles: ObstacleInput[] } {
  const own = arm('arm')
  return {
    robots: [
      { robot: own, name: 'one', base: { at: [0, 0, 0], rotation: about(0.2) } },
      { robot: own, name: 'two', base: { at: [1.35, 0, 0], rotation: about(3) } },
      { robot: own, name: 'three', base: { at: [0.7, 1.3, 0], rotation: about(-1.6) } },
    ],
    obstacles: [{ name: 'post', shape: post, pose: { at: [0.65, -1.5, 0] } }],
  }
}

/** A quaternion about z. */
function about(turned: number): number[] {
  return [0, 0, Math.sin(turned / 2), Math.cos(turned / 2)]
}
