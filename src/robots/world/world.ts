// A world: robots, obstacles and attached objects, and queries about any configuration of it: collisions, contacts, distances.
//
// A configuration is an array of numbers, the robots' one after the other, in the order of `variables`; or a record of values by
// name, what it leaves out being neutral. Everything that comes out is in the world's frame, and no later call overwrites it.
import { checkFields, checkNonNegative } from '../../base/math/checks.js'
import { POSE } from '../../base/math/pose.js'
import type { Necklace } from '../../chains/necklace/necklace.js'
import { InvalidInputError } from '../../errors.js'
import type { MeshTree } from '../../meshes/tree/mesh-tree.js'
import type { HullChoice } from '../../shapes/convex-part.js'
import type { Shape } from '../../shapes/shape.js'
import { BODY_MERGE_RULES, type BodyMergeRule } from '../cab/cab-arrays.js'
import type { Joint } from '../model/joint.js'
import { Kinematics } from '../model/kinematics.js'
import type { Geometry, Robot } from '../model/robot.js'
import { readList } from '../model/robot-tree.js'
import { collideMany } from './collide-many.js'
import {
  type Deforming,
  deformingMesh,
  deformingNecklace,
  readFrame,
  type WorldDeformingOptions,
  type WorldNecklaceOptions,
} from './deforming.js'
import { asksItself, selfContacts } from './deforming-self.js'
import { boxLevels, type WorldBoxes, worldBoxesOfLevel } from './world-boxes.js'
import { reasonForNothing } from './world-examined.js'
import { checkHullChoice, hullsOf, type WorldHull } from './world-hulls.js'
import { WorldIndex } from './world-index.js'
import { type Configuration, ConfigurationReader, type NamedRobot, readRobots } from './world-input.js'
import {
  type AttachedInput,
  type ObstacleInput,
  type RobotPlacement,
  readObjectName,
  readObstacle,
  readPoseOr,
  readShape,
  type WorldObject,
} from './world-objects.js'
import { type Allowance, allowanceKey, RIGID, STATUS_NAMES, type WorldPair } from './world-pairs.js'
import { type ProvedPair, type ProvedPairs, readProved } from './world-proved.js'
import type { NearestInWorld, WorldContact, WorldDistance, WorldStats } from './world-results.js'
import { type WorldAdjacent, type WorldRobots, worldRobots } from './world-robots.js'
import { WorldSearch, worldStatsOf } from './world-search.js'
import type { WorldSurface } from './world-surfaces.js'

/** What a World is made from. */
export interface WorldInput {
  readonly robots?: readonly (Robot | RobotPlacement)[] | undefined
  readonly obstacles?: readonly (Shape | MeshTree | ObstacleInput)[] | undefined
  /** Pairs that need no checking, by name. */
  readonly allowed?: readonly (readonly [string, string])[] | undefined
  /** What `allowedPairs` has found of the robots: see `trustProofs`. */
  readonly trustedProofs?: readonly ProvedPairs[] | undefined
  /** Parent and child links, which usually overlap at their joint, are `allowed` (default) or `checked` like any others. */
  readonly adjacent?: 'allowed' | 'checked' | undefined
  /**
   * How boxes around several links get their axes, changing no answer: those of one child (`better-child`), or as CAB was
   * published (`cab`). Left out: collision queries test the pairs one by one where they are few, and everything else uses
   * `better-child`.
   */
  readonly merge?: 'better-child' | 'cab' | undefined
  /**
   * Which meshes are tested as their convex hulls first, and as their triangles only where hulls meet; changing no answer. `auto`
   * (default): those that are about convex; `always`; `never`.
   */
  readonly hulls?: HullChoice | undefined
  /** Variants that change no answer, for comparison. */
  readonly experimental?: WorldExperiments | undefined
}

/** Variants of a World that exist to be compared. They change no answer. */
export interface WorldExperiments {
  /** Instead of `merge`. */
  readonly merge?: BodyMergeRule | undefined
}

/** The insides of a world, as they are now. */
export interface WorldModel {
  readonly kinematics: Kinematics
  readonly reader: ConfigurationReader
  readonly search: WorldSearch
  readonly robots: readonly NamedRobot[]
  readonly index: WorldIndex
  /** What deforms. */
  readonly deforming: readonly Deforming[]
  /** Moves the world to a configuration, so that `search` answers for it. */
  prepare(q: Float64Array): void
  /** Has the world stayed as it was? */
  isCurrent(): boolean
}

/** Robots, obstacles and attached objects that are checked against each other. */
export class World {
  /** Names of the numbers of a configuration: `robot/joint`. */
  readonly variables: readonly string[]
  /** By variable; ±Infinity where there is no limit. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Links, as `robot/link`, whose geometry was left out because a mesh was missing: nothing is known of what they touch. */
  readonly unseen: readonly string[]
  /** Links, as `robot/link`, that have visual geometry only: none of it is tested. */
  readonly visualOnly: readonly string[]
  private readonly robots: readonly NamedRobot[]
  private readonly reader: ConfigurationReader
  private readonly kinematics: Kinematics
  private readonly shared: WorldRobots
  private readonly merge: BodyMergeRule | undefined
  private readonly hulls: HullChoice
  /** By name, where it was said otherwise. */
  private readonly hullChoices = new Map<string, HullChoice>()
  /** By both names, the lesser one first. */
  private readonly allowances: Map<string, Allowance>
  /** By both names, the lesser one first. */
  private readonly proved = new Map<string, ProvedPair>()
  private readonly attached = new Map<string, WorldObject>()
  private readonly obstacles = new Map<string, WorldObject>()
  private readonly deforming = new Map<string, Deforming>()
  private unnamed = 0
  private built: WorldIndex | undefined
  private readonly search = new WorldSearch()
  private readonly q: Float64Array

  constructor(input: WorldInput = {}) {
    checkFields('world', input, [
      'robots',
      'obstacles',
      'allowed',
      'trustedProofs',
      'adjacent',
      'merge',
      'hulls',
      'experimental',
    ])
    this.shared = worldRobots(readRobots(input.robots))
    this.robots = this.shared.placed
    this.reader = new ConfigurationReader(this.robots, this.shared.names)
    this.variables = this.reader.variables
    this.lower = this.reader.lower
    this.upper = this.reader.upper
    this.unseen = this.shared.unseen
    this.visualOnly = this.shared.visualOnly
    this.kinematics = new Kinematics(this.shared.layout)
    this.q = this.neutral()
    this.kinematics.update(this.q)
    this.merge = readMerge(input)
    this.hulls = checkHullChoice('world.hulls', input.hulls ?? 'auto')
    readList('obstacles', input.obstacles).forEach((given, i) => {
      this.putObstacle(`obstacles[${i}]`, given)
    })
    this.allowances = new Map(this.shared.allowances(readAdjacent(input.adjacent)))
    readList('allowed', input.allowed).forEach((pair, i) => {
      const field = `allowed[${i}]`
      if (!Array.isArray(pair) || pair.length !== 2) throw new InvalidInputError(field, pair, 'two names')
      this.setAllowed(this.nameOf(`${field}[0]`, pair[0]), this.nameOf(`${field}[1]`, pair[1]), 'Caller')
    })
    readList('trustedProofs', input.trustedProofs).forEach((result, i) => {
      this.takeProved(`trustedProofs[${i}]`, result)
    })
  }

  /** Numbers in a configuration. */
  get dof(): number {
    return this.variables.length
  }

  /** Names of all that is tested: links that have geometry, what they carry, what deforms, obstacles. */
  get objects(): string[] {
    const links = this.shared.links.map(({ name }) => name)
    return [...links, ...this.attached.keys(), ...this.deforming.keys(), ...this.obstacles.keys()]
  }

  /** What the last query cost. */
  get stats(): WorldStats {
    return worldStatsOf(this.search)
  }

  /** All robots in their neutral configuration. */
  neutral(): Float64Array {
    return this.reader.neutral()
  }

  /**
   * A configuration from values by name: `robot/joint`, or `joint` where only one robot has it. The rest is as in `from`, or
   * neutral.
   */
  configuration(values: Readonly<Record<string, number>>, from?: Configuration): Float64Array {
    if (values === null || typeof values !== 'object') throw new InvalidInputError('values', values, 'a record')
    const start = this.neutral()
    if (from !== undefined) this.reader.read(start, 'from', from)
    return this.reader.fromValues('values', values, start)
  }

  /** Names of the variables that are outside their limits, and of joints that closed loops set which are or whose loop does not close. */
  outsideLimits(q: Configuration): string[] {
    const at = this.neutral()
    this.reader.read(at, 'q', q)
    const loops = this.reader.loops.filter(({ joint, first }) => isLoopOutside(joint, at, first))
    const plain = this.variables.filter((_, i) => at[i]! < this.lower[i]! || at[i]! > this.upper[i]!)
    return [...plain, ...loops.map(({ name }) => name)]
  }

  /** Do any two things touch? */
  collides(q: Configuration): boolean {
    const index = this.prepare(q)
    if (this.touchesItself().length > 0) return true
    return this.search.collides(index, this.isOutside())
  }

  /**
   * Of many configurations: 1 where any two things touch, 0 where none do, each exactly as `collides` says. Four at a time are
   * filtered as balls, and tested exactly where that does not tell. A Float64Array holds `dof` numbers a configuration, one after
   * the other.
   */
  collidesMany(configurations: Float64Array | readonly Configuration[]): Uint8Array {
    const all = this.reader.readMany('configurations', configurations)
    const { dof, q, kinematics } = this
    if (this.reader.loops.length > 0) {
      for (let o = 0; o < all.length; o += dof) this.reader.checkLoops(`configurations[${o / dof}]`, all, o)
    }
    const count = Array.isArray(configurations) ? configurations.length : dof === 0 ? 0 : all.length / dof
    const out = new Uint8Array(count)
    const index = this.index()
    index.nodesUpdated = 0
    this.search.reset(index)
    if (this.touchesItself().length > 0 || this.search.stillTouching(index).length > 0) return out.fill(1)
    collideMany(out, all, dof, index.filterFor(count), this.reader, {
      collides: (o) => {
        moveTo(o)
        return this.search.collides(index, this.isOutside())
      },
      collidesAmong: (o, list, first, pairs, mark) => {
        moveTo(o)
        return this.search.collidesAmong(index, list, first, pairs, mark)
      },
    })
    return out

    function moveTo(o: number): void {
      for (let i = 0; i < dof; i++) q[i] = all[o + i]!
      if (kinematics.update(q) > 0) index.move()
    }
  }

  /** Every two things that touch, with contact points, normal and depth. */
  collisions(q: Configuration): WorldContact[] {
    const index = this.prepare(q)
    return [...this.search.collisions(index, this.isOutside()), ...this.touchesItself()]
  }

  /**
   * The two objects that are nearest to each other. Where there is no pair to test, `distance` is Infinity and the names are
   * empty.
   */
  distance(q: Configuration): NearestInWorld {
    return this.search.nearest(this.prepare(q))
  }

  /** How far apart the things of every pair are that is not allowed to touch, nearest first. */
  distances(q: Configuration): WorldDistance[] {
    return this.search.distances(this.prepare(q))
  }

  /** Every two things that are no farther apart than `limit`, nearest first. */
  pairsWithin(q: Configuration, limit: number): WorldDistance[] {
    checkNonNegative('limit', limit)
    return this.search.within(this.prepare(q), limit)
  }

  /** All pairs of objects of which at least one is not an obstacle: are they tested, and if not, why not? */
  pairs(): WorldPair[] {
    const index = this.index()
    const { objects, movers, table } = index
    const out: WorldPair[] = []
    for (let a = 0; a < movers; a++) {
      for (let b = a + 1; b < objects.length; b++) {
        const status = STATUS_NAMES[table.get(a, b)]!
        out.push({ a: objects[a]!.name, b: objects[b]!.name, status, reason: index.reasonOf(a, b) })
      }
    }
    return out
  }

  /** From now on, these two may touch. */
  allow(a: string, b: string, reason = 'Caller'): void {
    this.setAllowed(this.nameOf('a', a), this.nameOf('b', b), reason)
  }

  /**
   * Believes a result of `allowedPairs`, and verifies nothing of it (`verifyAllowedPairs` does). From now on, pairs of links that
   * it says never touch are `never`: collision queries and motion checks skip them
   * while the joints between are within their limits, and test them again where one is not. For every robot of the world that
   * is the one that was asked about, to the last bit; throws where there is none. What is allowed stays allowed. Returns how many
   * pairs are known now.
   */
  trustProofs(result: ProvedPairs): number {
    return this.takeProved('result', result)
  }

  /** From now on, these two are tested, even if they were allowed to touch, or proved never to. */
  disallow(a: string, b: string): void {
    const one = this.nameOf('a', a)
    const other = this.nameOf('b', b)
    const { objects, table } = this.index()
    const i = objects.findIndex(({ name }) => name === one)
    const j = objects.findIndex(({ name }) => name === other)
    if (i !== -1 && j !== -1 && (i === j || table.get(i, j) === RIGID)) {
      throw new InvalidInputError(
        'b',
        b,
        `something that can move relative to ${one}: these two never move relative to each other`,
      )
    }
    this.allowances.delete(allowanceKey(one, other))
    if (this.proved.delete(allowanceKey(one, other))) this.restOnProved()
    this.built = undefined
  }

  /** Every mesh, and whether its convex hull is tested before its triangles. Changes no answer, only what it costs. */
  hullsOfMeshes(): WorldHull[] {
    const { objects } = this.index()
    return objects.flatMap((object) => hullsOf(object, this.hullChoices.get(object.name) ?? this.hulls))
  }

  /** From now on, are the hulls of this object's meshes tested first? */
  chooseHull(object: string, choice: HullChoice): void {
    this.hullChoices.set(this.nameOf('object', object), checkHullChoice('choice', choice))
    this.built = undefined
  }

  /** Pairs that are `never` because of `trustProofs` alone: answers rest on what was said of them. */
  get premises(): number {
    return this.index().premises
  }

  /** Meshes that are not solids, or not wholly: what is inside them without touching them is not seen. */
  surfaces(): WorldSurface[] {
    return this.index().surfaces.map((surface) => ({ ...surface }))
  }

  /**
   * Why a check of this world would check nothing; undefined where there is a pair of objects that is tested, or known never to
   * touch.
   */
  nothingToCheck(): string | undefined {
    const { hasPairs, objects } = this.index()
    return hasPairs || [...this.deforming.values()].some(asksItself)
      ? undefined
      : reasonForNothing(this.robots, objects)
  }

  addObstacle(input: Shape | MeshTree | ObstacleInput): void {
    this.putObstacle('obstacle', input)
  }

  removeObstacle(name: string): void {
    this.remove('obstacle', this.obstacles, name)
  }

  /** Attaches an object to a link: it moves with the link, and is checked against everything except that link and what it may touch. */
  attach(input: AttachedInput): void {
    checkFields('attached', input, ['name', 'link', 'shape', 'pose', 'touch'])
    const name = this.newName('attached.name', readObjectName('attached.name', input.name))
    const link = this.nameOf('attached.link', input.link)
    if (!this.shared.linkNames.has(link)) throw new InvalidInputError('attached.link', input.link, 'the name of a link')
    const touch = readList('attached.touch', input.touch).map((other, i) => this.nameOf(`attached.touch[${i}]`, other))
    const r = this.robots.findIndex((robot) => link.startsWith(`${robot.name}/`) && this.hasLink(robot, link))
    const { robot, name: robotName } = this.robots[r]!
    const shape = readShape('attached.shape', input.shape)
    const pose = readPoseOr('attached.pose', input.pose)
    const index = robot.link(link.slice(robotName.length + 1)).index
    const object = { name, kind: 'attached' as const, robot: r, link: index, geometry: [{ name: '0', shape, pose }] }
    this.attached.set(name, object)
    this.setAllowed(name, link, 'Carried')
    for (const other of touch) this.setAllowed(name, other, 'Carried')
  }

  /** Takes an attached thing out of the world. */
  detach(name: string): void {
    this.remove('attached', this.attached, name)
  }

  /**
   * Puts a necklace into the world, as it is now: a rope, a cable, a hose. It is checked against everything, and against itself; where it is
   * fastened, some of it may touch what it is fastened to. It does not follow what it is fastened to: `moveDeforming` and the
   * keyframes of `checkMotion` say where it is. The world keeps a copy.
   */
  addNecklace(name: string, necklace: Necklace, options: WorldNecklaceOptions = {}): void {
    this.newName('name', readObjectName('name', name))
    this.putDeforming(deformingNecklace(name, necklace, options, (field, own) => this.fasteningOf(field, own)))
  }

  /** The same for a mesh whose vertices move: a cloth, a bellows, a soft finger. */
  addDeforming(name: string, mesh: MeshTree, options: WorldDeformingOptions = {}): void {
    this.newName('name', readObjectName('name', name))
    this.putDeforming(deformingMesh(name, mesh, options, (field, own) => this.fasteningOf(field, own)))
  }

  /** Gives something that deforms its new frame: three numbers a bead or a vertex. */
  moveDeforming(name: string, positions: ArrayLike<number>): void {
    const thing = this.deformingOf(name)
    thing.move(readFrame('positions', thing, positions))
    this.built = undefined
  }

  /** The frame that something that deforms is in: three numbers a bead or a vertex. */
  positionsOf(name: string): Float64Array {
    return this.deformingOf(name).points.slice()
  }

  /** Takes something that deforms out of the world. */
  removeDeforming(name: string): void {
    this.deformingOf(name)
    this.remove('name', this.deforming, name)
  }

  /** Twelve numbers: where a link is. */
  linkPose(q: Configuration, link: string): Float64Array {
    const name = this.nameOf('link', link)
    const r = this.robots.findIndex((robot) => this.hasLink(robot, name))
    if (r === -1) throw new InvalidInputError('link', link, 'the name of a link')
    this.prepare(q)
    const out = new Float64Array(POSE)
    const { robot, name: robotName } = this.robots[r]!
    this.kinematics.linkPose(out, 0, r, robot.link(name.slice(robotName.length + 1)).index)
    return out
  }

  /**
   * What a thing consists of, to be drawn for instance: shapes with their poses (twelve numbers) in the frame of `link`, which
   * the thing is or hangs on; in the world's where it is an obstacle or deforms, and `link` is undefined.
   */
  geometryOf(object: string): { readonly link: string | undefined; readonly geometry: readonly Geometry[] } {
    const name = this.nameOf('object', object)
    const thing = this.deforming.get(name)
    if (thing !== undefined) {
      return { link: undefined, geometry: thing.objects().flatMap(({ geometry }) => geometry) }
    }
    const found =
      this.shared.links.find((link) => link.name === name) ?? this.attached.get(name) ?? this.obstacles.get(name)
    // A link without geometry.
    if (found === undefined) return { link: name, geometry: [] }
    const { robot: r, link, geometry } = found
    const robot = this.robots[r]
    return {
      link: robot === undefined ? undefined : `${robot.name}/${robot.robot.links[link]!.name}`,
      geometry: geometry.map((part) => ({ ...part, pose: part.pose.slice() })),
    }
  }

  /** How many levels `boxes` has; 0 while there is nothing in the world. */
  get levels(): number {
    return boxLevels(this.index())
  }

  /**
   * The boxes of a level of the hierarchy, to be drawn for instance: 0 are those around single geometries, the last level has one
   * for each robot and one for what does not move. How they are made is said by `merge`.
   */
  boxes(q: Configuration, level: number): WorldBoxes {
    return worldBoxesOfLevel(this.prepare(q), level)
  }

  /** @internal What motion checks are made of; good until something is added, removed or allowed. */
  model(): WorldModel {
    const index = this.index()
    const { kinematics, reader, search, robots } = this
    const prepare = (q: Float64Array): void => {
      this.prepare(q)
      // A world that has changed since has another index; geometries of this one are placed again all the same.
      if (this.built !== index) index.move()
    }
    const deforming = [...this.deforming.values()]
    return { kinematics, reader, search, robots, index, deforming, prepare, isCurrent: () => this.built === index }
  }

  /** @internal Checks what is kept between queries; throws BrokenInvariantError. */
  validate(): void {
    this.index().validate()
  }

  private prepare(q: Configuration): WorldIndex {
    this.reader.read(this.q, 'q', q)
    this.reader.checkLoops('q', this.q)
    const moved = this.kinematics.update(this.q)
    if (this.built !== undefined) this.built.nodesUpdated = 0
    if (this.built !== undefined && moved > 0) this.built.move()
    const index = this.index()
    this.search.reset(index)
    return index
  }

  private index(): WorldIndex {
    this.built ??= new WorldIndex(
      this.shared,
      this.kinematics,
      [...this.attached.values()],
      [...this.deforming.values()].flatMap((thing) => thing.objects()),
      [...this.obstacles.values()],
      this.allowances.values(),
      this.proved.values(),
      this.merge,
      (name) => this.hullChoices.get(name) ?? this.hulls,
    )
    return this.built
  }

  private takeProved(field: string, result: ProvedPairs): number {
    for (const pair of readProved(field, result, this.robots)) this.proved.set(allowanceKey(pair.a, pair.b), pair)
    this.restOnProved()
    this.built = undefined
    return this.proved.size
  }

  private restOnProved(): void {
    const limits = [...this.proved.values()].flatMap((pair) => pair.limits)
    // Of one robot, a variable has the same limits in every pair.
    this.reader.restOn(new Map(limits.map((own) => [own.variable, own])).values())
  }

  /**
   * That two things never meet is known for joints within their limits only: those that slide, and those that a proof is about.
   */
  private isOutside(): boolean {
    return !this.reader.withinLimits(this.q)
  }

  private setAllowed(a: string, b: string, reason: string): void {
    if (a === b) throw new InvalidInputError('allowed', [a, b], 'two different things')
    this.allowances.set(allowanceKey(a, b), { a, b, reason })
    this.built = undefined
  }

  private putObstacle(field: string, input: Shape | MeshTree | ObstacleInput): void {
    const object = readObstacle(field, input, () => {
      do this.unnamed++
      while (this.isKnown(`obstacle_${this.unnamed}`))
      return `obstacle_${this.unnamed}`
    })
    this.newName(`${field}.name`, object.name)
    this.obstacles.set(object.name, object)
    this.built = undefined
  }

  private putDeforming(thing: Deforming): void {
    this.deforming.set(thing.name, thing)
    this.built = undefined
  }

  private deformingOf(name: string): Deforming {
    const thing = this.deforming.get(name)
    if (thing !== undefined) return thing
    const known = [...this.deforming.keys()].slice(0, 20).join(', ')
    throw new InvalidInputError('name', name, `something that deforms: ${known === '' ? 'there is nothing' : known}`)
  }

  /** Something that does not bend itself. */
  private fasteningOf(field: string, name: string): string {
    const own = this.nameOf(field, name)
    if (this.deforming.has(own)) throw new InvalidInputError(field, name, 'a link, an obstacle, or what a link carries')
    return own
  }

  /** What deforms and touches itself in its frame: the deepest contact of each. */
  private touchesItself(): readonly WorldContact[] {
    if (this.deforming.size === 0) return NO_CONTACTS
    return [...this.deforming.values()].flatMap((thing) => selfContacts(thing))
  }

  private remove(field: string, objects: Map<string, unknown>, name: string): void {
    if (!objects.delete(name)) {
      throw new InvalidInputError(field, name, `one that is there: ${[...objects.keys()].slice(0, 20).join(', ')}`)
    }
    for (const [key, { a, b }] of this.allowances) if (a === name || b === name) this.allowances.delete(key)
    this.built = undefined
  }

  private newName(field: string, name: string): string {
    if (this.isKnown(name)) throw new InvalidInputError(field, name, 'a name that nothing else in the world has')
    return name
  }

  private isKnown(name: string): boolean {
    return (
      this.shared.linkNames.has(name) || this.attached.has(name) || this.obstacles.has(name) || this.deforming.has(name)
    )
  }

  /** The full name of something: as given, or a link's without its robot where only one robot has it. */
  private nameOf(field: string, name: string): string {
    readObjectName(field, name)
    if (this.isKnown(name)) return name
    const having = this.robots.filter(({ robot }) => robot.links.some((link) => link.name === name))
    if (having.length === 1) return `${having[0]!.name}/${name}`
    const expected =
      having.length > 1 ? "'robot/link': several robots have a link of that name" : 'the name of a link or an obstacle'
    throw new InvalidInputError(field, name, expected)
  }

  private hasLink({ robot, name }: NamedRobot, link: string): boolean {
    return robot.links.some((own) => `${name}/${own.name}` === link)
  }
}

const NO_CONTACTS: readonly WorldContact[] = []

function readAdjacent(adjacent: unknown = 'allowed'): WorldAdjacent {
  if (adjacent === 'allowed' || adjacent === 'checked') return adjacent
  throw new InvalidInputError('world.adjacent', adjacent, "'allowed' or 'checked'")
}

function readMerge({ merge, experimental = {} }: WorldInput): BodyMergeRule | undefined {
  checkFields('world.experimental', experimental, ['merge'])
  if (merge !== undefined && merge !== 'better-child' && merge !== 'cab') {
    throw new InvalidInputError('world.merge', merge, "'better-child' or 'cab'")
  }
  const other = experimental.merge
  if (other !== undefined && (merge !== undefined || !BODY_MERGE_RULES.includes(other))) {
    const expected = `one of ${BODY_MERGE_RULES.join(', ')}, and merge left out`
    throw new InvalidInputError('world.experimental.merge', other, expected)
  }
  return other ?? merge
}

function isLoopOutside({ loop, lower, upper }: Joint, q: Float64Array, first: number): boolean {
  if (loop?.closesAt(q, first) !== true) return true
  const value = loop.value(q, first)
  return value < lower || value > upper
}
