// What the proofs of a roadmap rest on, by name and hash: robots, what they carry, which of their pairs are not checked; and every
// obstacle by itself. A roadmap is of use in another world that has the same premises, whatever its obstacles are.
//
// The hash of an obstacle is that of its shape, its place, and the names of what may touch it. Its own name is not in it: a proof
// says nothing about names.
import { documentHash } from '../../base/work/document-hash.js'
import { InvalidInputError } from '../../errors.js'
import type { Shape } from '../../shapes/shape.js'
import { geometryHash, robotHash } from '../model/robot-document.js'
import { World, type WorldModel } from '../world/world.js'
import { unseenLinks } from '../world/world-examined.js'
import { ALLOWED } from '../world/world-pairs.js'

/** Everything except the obstacles, as plain data. */
export interface RoadmapPremises {
  readonly robots: readonly { readonly name: string; readonly hash: string; readonly base: readonly number[] }[]
  readonly attached: readonly { readonly name: string; readonly link: string; readonly hash: string }[]
  /** Pairs of links and attached objects, by name: those that may touch, and those that are said to be proved never to touch. */
  readonly allowed: readonly (readonly [string, string])[]
  readonly proved: readonly (readonly [string, string])[]
  readonly unseen: readonly string[]
}

/** An obstacle: its name is for people. */
export interface RoadmapObstacle {
  readonly name: string
  readonly hash: string
}

/** A world as a roadmap sees it. */
export interface RoadmapWorld {
  readonly premises: RoadmapPremises
  readonly obstacles: readonly RoadmapObstacle[]
}

/** By index, which is made again when the world changes. */
const known = new WeakMap<WorldModel['index'], RoadmapWorld>()

export function roadmapWorld(world: World): RoadmapWorld {
  const model = world.model()
  let found = known.get(model.index)
  if (found === undefined) {
    found = { premises: premisesOf(model), obstacles: obstaclesOf(model) }
    known.set(model.index, found)
  }
  return found
}

function premisesOf(model: WorldModel): RoadmapPremises {
  const { robots, index, deforming } = model
  if (deforming.length > 0) {
    const names = deforming.map(({ name }) => name).join(', ')
    throw new InvalidInputError('world', names, 'a world in which nothing bends: roadmaps are of robots and obstacles')
  }
  const { objects, movers, table } = index
  const allowed: [string, string][] = []
  const proved: [string, string][] = []
  for (let a = 0; a < movers; a++) {
    for (let b = a + 1; b < movers; b++) {
      const names: [string, string] = [objects[a]!.name, objects[b]!.name]
      if (table.get(a, b) === ALLOWED) allowed.push(names)
      if (index.isProved(a, b)) proved.push(names)
    }
  }
  return {
    robots: robots.map(({ robot, name, base }) => ({ name, hash: robotHash(robot), base: plain(base) })),
    attached: objects.flatMap(({ kind, name, robot, link, geometry }) =>
      kind === 'attached'
        ? [{ name, link: `${robots[robot]!.name}/${robots[robot]!.robot.links[link]!.name}`, hash: hashOf(geometry) }]
        : [],
    ),
    allowed,
    proved,
    unseen: [...unseenLinks(robots)],
  }
}

function obstaclesOf({ index }: WorldModel): RoadmapObstacle[] {
  const { objects, movers, table } = index
  return objects.slice(movers).map(({ name, geometry }, k) => {
    const exempt = objects
      .slice(0, movers)
      .flatMap((own, a) => (table.get(a, movers + k) === ALLOWED ? [own.name] : []))
    return { name, hash: documentHash({ geometry: hashOf(geometry), exempt: exempt.sort() }) }
  })
}

function hashOf(geometry: readonly { readonly shape: Shape; readonly pose: Float64Array }[]): string {
  return documentHash(geometry.map(({ shape, pose }) => ({ shape: shapeHash(shape), pose: plain(pose) })))
}

/** Of meshes, which are large, as long as they are not refitted. */
const shapes = new WeakMap<Shape, { readonly version: number; readonly hash: string }>()

function shapeHash(shape: Shape): string {
  if (shape.kind !== 'mesh') return geometryHash(shape)
  const { version } = shape.tree
  const found = shapes.get(shape)
  if (found?.version === version) return found.hash
  const hash = geometryHash(shape)
  shapes.set(shape, { version, hash })
  return hash
}

/** -0 is 0: JSON has no other. */
function plain(values: ArrayLike<number>): number[] {
  return Array.from(values, (value) => value + 0)
}

/** What is not the same, in words; undefined where everything is. */
export function changedPremise(before: RoadmapPremises, now: RoadmapPremises): string | undefined {
  return (
    changedRobot(before, now) ??
    changedAttached(before, now) ??
    changedPair(before.allowed, now.allowed, 'is allowed to touch') ??
    changedPair(before.proved, now.proved, 'is taken as proved never to touch') ??
    changedUnseen(before.unseen, now.unseen)
  )
}

function changedRobot({ robots: before }: RoadmapPremises, { robots: now }: RoadmapPremises): string | undefined {
  for (const [k, { name, hash, base }] of before.entries()) {
    const own = now[k]
    if (own === undefined || own.name !== name) {
      return now.some((other) => other.name === name)
        ? `robot ${name} is in another place of the list`
        : `robot ${name} is missing`
    }
    if (own.hash !== hash) return `robot ${name} has changed: its links, joints, limits or shapes`
    if (own.base.some((value, i) => value !== base[i])) return `robot ${name} stands elsewhere`
  }
  const more = now[before.length]
  return more === undefined ? undefined : `robot ${more.name} is new`
}

function changedAttached(
  { attached: before }: RoadmapPremises,
  { attached: now }: RoadmapPremises,
): string | undefined {
  for (const { name, link, hash } of before) {
    const own = now.find((other) => other.name === name)
    if (own === undefined) return `attached object ${name} is missing`
    if (own.link !== link) return `attached object ${name} hangs on ${own.link}, not on ${link}`
    if (own.hash !== hash) return `attached object ${name} has another shape or place`
  }
  const more = now.find(({ name }) => !before.some((own) => own.name === name))
  return more === undefined ? undefined : `attached object ${more.name} is new`
}

type NamePair = readonly [string, string]

function changedPair(before: readonly NamePair[], now: readonly NamePair[], what: string): string | undefined {
  const missing = (all: readonly NamePair[], others: readonly NamePair[]): NamePair | undefined => {
    const keys = new Set(others.map((pair) => JSON.stringify(pair)))
    return all.find((pair) => !keys.has(JSON.stringify(pair)))
  }
  const lost = missing(before, now)
  if (lost !== undefined) return `the pair ${lost.join(' and ')} ${what} there, and not here`
  const found = missing(now, before)
  return found === undefined ? undefined : `the pair ${found.join(' and ')} ${what} here, and not there`
}

function changedUnseen(before: readonly string[], now: readonly string[]): string | undefined {
  const one = [...before, ...now].find((name) => before.includes(name) !== now.includes(name))
  return one === undefined ? undefined : `link ${one} is seen in one of the two worlds only`
}

/**
 * The robots of a world with some of its obstacles, in which links and attached objects are not checked against each other: what is
 * free there is free of these obstacles, and nothing else is said.
 */
export function worldOfObstacles(world: World, wanted: ReadonlySet<string>): World {
  const out = withObstacles(world, wanted)
  // Poses are read again, and a rotation that is off by more than rounding would be corrected once more: proofs are of one place only.
  const [own, whole] = [roadmapWorld(out), roadmapWorld(world)]
  const isSame =
    changedRobot(own.premises, whole.premises) === undefined &&
    changedAttached(own.premises, whole.premises) === undefined &&
    own.obstacles.every(({ name, hash }) => whole.obstacles.some((one) => one.name === name && one.hash === hash))
  return isSame ? out : world
}

function withObstacles(world: World, wanted: ReadonlySet<string>): World {
  const { robots, index } = world.model()
  const { objects, movers, table } = index
  const chosen = objects.flatMap((object, o) => (o >= movers && wanted.has(object.name) ? [{ object, o }] : []))
  const out = new World({
    robots,
    obstacles: chosen.map(({ object: { name, geometry } }) => ({
      name,
      shape: geometry[0]!.shape,
      pose: geometry[0]!.pose,
    })),
  })
  for (const { kind, name, robot, link, geometry } of objects) {
    if (kind !== 'attached') continue
    const { shape, pose } = geometry[0]!
    out.attach({ name, link: `${robots[robot]!.name}/${robots[robot]!.robot.links[link]!.name}`, shape, pose })
  }
  for (let a = 0; a < movers; a++) {
    for (let b = a + 1; b < movers; b++) out.allow(objects[a]!.name, objects[b]!.name)
    for (const { object, o } of chosen) if (table.get(a, o) === ALLOWED) out.allow(objects[a]!.name, object.name)
  }
  return out
}
