// Every checked pair of parts, one by one, no broad phase: the judge where contenders disagree, and what tells which pairs of
// a robot touch at all times.

import { composeInversePose, composePose, POSE } from '../../src/base/math/pose.js'
import type { PartShape, Robot } from '../../src/entries/robots.js'
import { distanceShapes, ShapeDistance } from '../../src/shapes/shape-distance.js'
import { type Part, scattered, type WorldCase } from './case.js'

const found = new ShapeDistance()
const x = new Float64Array(POSE)

/** The distance, or something above the cutoff; x is set to the pose of B in A's frame. */
function distanceOf(a: PartShape, b: PartShape, cutoff: number): number {
  return distanceShapes(found, a, b, x, 0, cutoff)
}

export interface Nearest {
  readonly distance: number
  readonly a: string
  readonly b: string
}

/** The nearest pair, of `pairs`. Meshes are surfaces here: a thing inside one does not touch it. */
export function nearestPair(one: WorldCase, configuration: number, pairs = one.checked): Nearest {
  const { moving, still, poses, bodies, robot, obstacles } = one
  const at = POSE * moving.length * configuration
  const all: { part: Part; pose: Float64Array; offset: number }[] = [
    ...moving.map((part, k) => ({ part, pose: poses, offset: at + POSE * k })),
    ...still.map((part) => ({ part, pose: part.pose, offset: 0 })),
  ]
  const name = (body: number): string =>
    robot.links[body]?.name ?? obstacles[body - robot.links.length]?.name ?? `${body}`
  let best: Nearest = { distance: Infinity, a: '', b: '' }
  for (let i = 0; i < moving.length; i++) {
    for (let j = i + 1; j < all.length; j++) {
      const [a, b] = [all[i]!, all[j]!]
      if (pairs[a.part.body * bodies + b.part.body] === 0) continue
      composeInversePose(x, 0, a.pose, a.offset, b.pose, b.offset)
      const distance = distanceOf(a.part.shape, b.part.shape, best.distance)
      if (distance < best.distance) best = { distance, a: name(a.part.body), b: name(b.part.body) }
    }
  }
  return best
}

/**
 * Pairs of links that touch at rest or nearly always: a model whose author wrote no list of allowed pairs has some, parts that
 * were drawn into each other. MoveIt's set-up leaves out the same.
 */
export function alwaysTouching(robot: Robot, samples: number): [string, string][] {
  const counts = new Map<string, number>()
  const configurations = [robot.neutral(), ...scattered(robot, samples, 99)]
  configurations.forEach((q, k) => {
    const poses = robot.linkPoses(q)
    for (const a of robot.links) {
      for (const b of robot.links.slice(a.index + 1)) {
        const key = `${a.index} ${b.index}`
        // Those that are known already, and those that cannot be among the pairs looked for any more.
        if ((counts.get(key) ?? 0) < 0.95 * k) continue
        const touch = a.geometry.some((g) =>
          b.geometry.some((h) => {
            const [shapesA, shapesB] = [g, h].map(({ shape }) => (shape.kind === 'group' ? shape.parts : [shape]))
            composeInversePose(x, 0, world(poses, a.index, g.pose), 0, world(poses, b.index, h.pose), 0)
            return shapesA!.some((p) => shapesB!.some((r) => distanceOf(p, r, 0) === 0))
          }),
        )
        if (touch) counts.set(key, (counts.get(key) ?? 0) + (k === 0 ? Infinity : 1))
      }
    }
  })
  return [...counts]
    .filter(([, count]) => count >= 0.95 * configurations.length)
    .map(([key]) => key.split(' ').map((i) => robot.links[Number(i)]!.name) as [string, string])
}

function world(links: Float64Array, link: number, pose: Float64Array): Float64Array {
  const out = new Float64Array(POSE)
  composePose(out, 0, links, POSE * link, pose, 0)
  return out
}
