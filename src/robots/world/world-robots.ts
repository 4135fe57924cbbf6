// What is the robots' own in a world, and the same in every world that has the same robots, by the same names and in the same
// places: names, bodies, geometries, what their links can sweep, and which of those never meet. Found once, and kept with the
// first of the robots. Nothing writes into it.
//
// A Robot is frozen, but its meshes can be refitted: what rests on shapes is found again where one was.
import { InvalidInputError } from '../../errors.js'
import type { Shape } from '../../shapes/shape.js'
import { BodyLayout } from '../model/body-layout.js'
import type { Robot } from '../model/robot.js'
import { unseenLinks, visualOnlyLinks } from './world-examined.js'
import { ConfigurationNames, type NamedRobot } from './world-input.js'
import { WorldLeaves } from './world-leaves.js'
import type { WorldObject } from './world-objects.js'
import { type Allowance, adjacentLinks, allowanceKey, PairTable, SweptObject, sweepPairs } from './world-pairs.js'

/** What rests on the shapes of links. */
export interface LinkParts {
  readonly leaves: WorldLeaves
  /** By link that has geometry. */
  readonly swept: readonly SweptObject[]
  /** Of two links: which are one body, and which can never meet. */
  readonly table: PairTable
}

export class WorldRobots {
  readonly layout: BodyLayout
  readonly names: ConfigurationNames
  /** Links that have geometry. */
  readonly links: readonly WorldObject[]
  readonly linkNames: ReadonlySet<string>
  /** As `robot/link`. */
  readonly unseen: readonly string[]
  readonly visualOnly: readonly string[]
  /** What the robots' files allow, and the same after parents with children. By both names. */
  private readonly allowed = new Map<WorldAdjacent, ReadonlyMap<string, Allowance>>()
  private parts: LinkParts | undefined
  /** The versions of their meshes, added up, that `parts` are of. */
  private version = 0

  constructor(readonly placed: readonly NamedRobot[]) {
    this.names = new ConfigurationNames(placed)
    this.layout = new BodyLayout(placed)
    this.links = placed.flatMap(({ robot, name }, r) =>
      robot.links.flatMap(({ name: link, index, geometry }) =>
        geometry.length === 0
          ? []
          : [{ name: `${name}/${link}`, kind: 'link' as const, robot: r, link: index, geometry }],
      ),
    )
    const all = placed.flatMap(({ robot, name }) => robot.links.map((link) => `${name}/${link.name}`))
    this.linkNames = new Set(all)
    if (this.linkNames.size < all.length) {
      const twice = all.find((name, i) => all.indexOf(name) < i)
      throw new InvalidInputError('robots', twice, 'a name that only one link of the world has')
    }
    this.unseen = unseenLinks(placed)
    this.visualOnly = visualOnlyLinks(placed)
  }

  /** By both names: see allowanceKey. Not to be written into. */
  allowances(adjacent: WorldAdjacent): ReadonlyMap<string, Allowance> {
    const known = this.allowed.get(adjacent)
    if (known !== undefined) return known
    const out = new Map<string, Allowance>()
    const allow = (a: string, b: string, reason: string): void => {
      if (a === b) throw new InvalidInputError('allowed', [a, b], 'two different things')
      out.set(allowanceKey(a, b), { a, b, reason })
    }
    for (const { robot, name } of this.placed) {
      if (adjacent === 'allowed') {
        for (const [i, j] of adjacentLinks(robot)) {
          allow(`${name}/${robot.links[i]!.name}`, `${name}/${robot.links[j]!.name}`, 'Adjacent')
        }
      }
      for (const { a, b, reason } of robot.allowed) allow(`${name}/${a}`, `${name}/${b}`, reason ?? 'Robot')
    }
    this.allowed.set(adjacent, out)
    return out
  }

  /** What rests on the shapes of links, as they are now. */
  get linkParts(): LinkParts {
    const version = versionOf(this.links)
    if (this.parts === undefined || this.version !== version) {
      const { layout, links } = this
      const swept = links.map((link) => new SweptObject(layout, link))
      const table = new PairTable(links.length, links.length)
      sweepPairs(table, layout, links, swept, 0, links.length)
      this.parts = { leaves: new WorldLeaves(layout, links), swept, table }
      this.version = version
    }
    return this.parts
  }
}

/** Are parent and child links allowed to touch, or checked like any others? */
export type WorldAdjacent = 'allowed' | 'checked'

/** Versions of meshes only grow, so their sum is the same only if they all are. */
function versionOf(links: readonly WorldObject[]): number {
  let sum = 0
  for (const { geometry } of links) {
    for (const { shape } of geometry) sum += versionOfShape(shape)
  }
  return sum
}

function versionOfShape(shape: Shape): number {
  if (shape.kind === 'mesh') return shape.tree.version
  if (shape.kind !== 'group') return 0
  let sum = 0
  for (const part of shape.parts) sum += versionOfShape(part)
  return sum
}

/** How many sets of robots are kept with the first of each: names and places differ. */
const MOST_KEPT = 8

const kept = new WeakMap<Robot, WorldRobots[]>()

/** The robots of a world: those that another world had, where they are the same. */
export function worldRobots(placed: readonly NamedRobot[]): WorldRobots {
  const first = placed[0]?.robot
  if (first === undefined) return new WorldRobots(placed)
  let sets = kept.get(first)
  const known = sets?.find((set) => isSame(set.placed, placed))
  if (known !== undefined) return known
  const set = new WorldRobots(placed)
  if (sets === undefined) {
    sets = []
    kept.set(first, sets)
  }
  if (sets.length === MOST_KEPT) sets.shift()
  sets.push(set)
  return set
}

function isSame(one: readonly NamedRobot[], other: readonly NamedRobot[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ robot, name, base }, r) => {
      const own = other[r]!
      return robot === own.robot && name === own.name && base.every((x, k) => Object.is(x, own.base[k]))
    })
  )
}
