// Checks a certificate of several robots in exact arithmetic, by the rules of docs/formats/certificate.md ("Several robots"), whose numbers label
// the steps here.
import type { VerifiedCoordination } from '../coordination.js'
import {
  about,
  assumptionsOf,
  bytesOf,
  canonical,
  copyPlain,
  demand,
  demandKind,
  demandNamed,
  type Fields,
  hashWithout,
  list,
  number,
  type Plain,
  Rejection,
  record,
  records,
  text,
  type VerifyPlace,
  whole,
} from '../plain.js'
import type { Chain } from './kinematics.js'
import type { Mover } from './leaf.js'
import { Envelopes, Placing } from './placing.js'
import { direction } from './proof.js'
import { Real } from './real.js'
import { checkSides, readLag, readSignals } from './schedule.js'
import type { Node } from './shapes.js'
import { type Belongings, belongingsOf, worldOfOne } from './solo-world.js'
import type { Pose } from './vectors.js'
import { checkPieces, isExempt, type Piece, placePiece, readPiece, verifyMotion } from './verify-motion.js'
import { type ExactWorld, readWorld, surfacesOf } from './world.js'

/** Halvings of a piece; atoms of a path; atoms of one path times those of another. */
const MOST_HALVINGS = 16
const MOST_ATOMS = 65536
const MOST_CELLS = 67108864

/** Where a robot is in the middle of an interval, by link, and how it moves there. */
interface Placed {
  readonly poses: readonly Pose[]
  readonly movers: readonly Mover[]
}

interface Robot {
  readonly name: string
  readonly world: ExactWorld
  readonly pieces: readonly Piece[]
  readonly levels: readonly number[]
  readonly atoms: number
  /** Of the proof that it is free alone; undefined where there is nothing to prove. */
  readonly planes: number | undefined
}

export function verifySchedule(
  givenWorld: unknown,
  given: unknown,
  bits: bigint,
  onProgress: (done: number) => void,
): VerifiedCoordination {
  const fields = copyPlain(given, 'the certificate')
  demandKind(fields, 'coordination', 'the certificate')
  // Rule 1.
  const document = copyPlain(givenWorld, 'the world')
  const world = readWorld(document, bits)
  demand(fields.world === world.hash, 'the certificate is about another world: the hashes differ')
  demand(fields.digest === hashWithout(fields, 'digest'), 'the digest of the certificate is not that of its contents')
  demand(world.bending.length === 0, `what bends is not covered: ${world.bending.map(({ name }) => name).join(', ')}`)
  const clearance = Real.of(number(fields.clearance, 'clearance', 0), bits)
  const robots = readRobots(document, world, fields, bits)
  const names = robots.map(({ name }) => name)
  const atoms = robots.map((robot) => robot.atoms)
  const signals = readSignals(fields.signals, atoms, names)
  const lag = fields.lag === undefined ? undefined : readLag(fields.lag, atoms, signals)
  const diagrams = records(fields.diagrams, 'diagrams')
  const done = new Set<string>()
  const counts = { cells: 0, planes: 0, pairs: 0, regions: 0 }
  for (const [i, own] of diagrams.entries()) {
    const [a, b] = [whole(own.a, 'diagrams.a', robots.length), whole(own.b, 'diagrams.b', robots.length)]
    const pair = [names[a]!, names[b]!] as const
    demand(a < b && !done.has(`${a},${b}`), 'two robots do not have exactly one diagram', { robots: pair })
    done.add(`${a},${b}`)
    const check = new DiagramCheck(world, robots, a, b, clearance)
    const cells = check.run(bytesOf(own.proof, `diagrams[${i}].proof`))
    counts.cells += check.free
    counts.planes += check.planes
    counts.pairs += check.pairs.length
    const blocked = { robots: [a, b], names: pair, atoms: [atoms[a]!, atoms[b]!], cells } as const
    counts.regions += checkSides(blocked, signals, lag)
    onProgress((i + 1) / diagrams.length)
  }
  demand(2 * done.size === robots.length * (robots.length - 1), 'some two robots have no diagram')
  if (counts.pairs === 0 && robots.every(({ planes }) => planes === undefined)) {
    throw new Rejection('no pair was examined: there is nothing to check', {}, 'nothing-to-check')
  }
  const surfaces = surfacesOf(world)
  demandNamed(fields, surfaces, world.unseen)
  return {
    valid: true,
    outcome: 'free',
    robots: names,
    segments: robots.reduce((sum, { pieces }) => sum + pieces.length, 0),
    cells: counts.cells,
    pairs: counts.pairs,
    leaves: robots.reduce((sum, { planes = 0 }) => sum + planes, counts.planes),
    regions: counts.regions,
    signals: signals.length,
    clearance: fields.clearance as number,
    ...(lag === undefined ? {} : { lag: lag.seconds }),
    limitTolerance: fields.limitTolerance as number,
    ignoreLimits: fields.ignoreLimits as boolean,
    surfaces,
    unseen: world.unseen,
    assumptions: assumptionsOf(lag?.seconds),
  }
}

function readRobots(document: Fields, world: ExactWorld, fields: Fields, bits: bigint): Robot[] {
  const belongings = belongingsOf(world)
  const [given, alone] = [records(fields.robots, 'robots'), list(fields.alone, 'alone')]
  demand(given.length === belongings.length && alone.length === given.length, 'the world has other robots')
  return given.map((own, r) => {
    const name = text(own.name, `robots[${r}].name`)
    const { links } = belongings[r]!
    const isIts = links.every((link) => world.links[link]!.name.slice(0, name.length + 1) === `${name}/`)
    demand(isIts, 'the links of a robot have another name before them')
    return about(name, () => readRobot(worldOfOne(document, world, belongings[r]!), own, name, alone[r]!, fields, bits))
  })
}

/** Rules 2 and 3. */
function readRobot(solo: Fields, own: Fields, name: string, alone: Plain, fields: Fields, bits: bigint): Robot {
  const world = readWorld(solo, bits)
  const given = records(own.pieces, 'pieces')
  const pieces = given.map((piece, k) => readPiece(world, piece, k))
  demand(pieces.length > 0 && pieces.length !== 2, 'a path is neither one stand nor pieces between two of them')
  const levels = list(own.levels, 'levels').map((level) => whole(level, 'levels', MOST_HALVINGS + 1))
  demand(levels.length === pieces.length, 'there is not one level for each piece')
  checkPieces(world, pieces, fields)
  for (const k of [0, pieces.length - 1]) {
    const { from, to } = pieces[k]!
    const { higher = [], turns = [] } = given[k]!
    const isStill =
      canonical(from) === canonical(to) &&
      list(higher, 'higher').every((row) => list(row, 'higher').length === 0) &&
      records(turns, 'turns').every(({ angle }) => angle === 0)
    demand(isStill && levels[k] === 0, 'the robot does not stand at an end of its path', { segment: k })
  }
  const atoms = levels.reduce((sum, level) => sum + 2 ** level, 0)
  demand(atoms <= MOST_ATOMS, 'a path has too many atoms')
  const moving = given.length === 1 ? given : given.slice(1, given.length - 1)
  return { name, world, pieces, levels, atoms, planes: planesAlone(world, solo, alone, moving, fields, bits) }
}

/** Rule 3. */
function planesAlone(
  world: ExactWorld,
  solo: Fields,
  alone: Plain,
  pieces: readonly Fields[],
  fields: Fields,
  bits: bigint,
): number | undefined {
  if (alone !== null) {
    const { leaves, clearance } = verifyMotion(solo, alone, bits, () => undefined)
    const isOfIt = canonical(record(alone, 'alone').pieces!) === canonical(pieces)
    demand(isOfIt, 'the proof that it is free alone has other pieces')
    demand(clearance >= (fields.clearance as number), 'the proof that it is free alone keeps less clearance')
    return leaves
  }
  world.objects.forEach((one, i) => {
    world.objects.slice(i + 1).forEach((other, k) => {
      const where = { a: one.name, b: other.name }
      demand(isExempt(world, i, i + 1 + k), 'two things are to be proved apart, and there is no proof', where)
    })
  })
  return undefined
}

/** Geometries of two robots, by number. */
interface Pair {
  readonly a: number
  readonly b: number
  readonly chain: Chain
}

/** Part `index` of 2^level equal ones of a piece. */
interface Interval {
  readonly piece: number
  readonly level: number
  readonly index: number
}

/** Rule 4: bytes of a diagram, cell by cell. */
class DiagramCheck {
  free = 0
  planes = 0
  readonly pairs: readonly Pair[]
  private readonly cells = new Set<number>()
  private readonly placed = new Map<string, Placed>()
  private readonly belongings: readonly Belongings[]
  private bytes!: DataView
  private at = 0
  private where: VerifyPlace = {}

  constructor(
    private readonly world: ExactWorld,
    private readonly robots: readonly Robot[],
    private readonly a: number,
    private readonly b: number,
    private readonly clearance: Real,
  ) {
    const { geometries, objects, links, allowed, kinematics } = world
    this.belongings = belongingsOf(world)
    demand(robots[a]!.atoms * robots[b]!.atoms <= MOST_CELLS, 'two paths have too many atoms')
    const linkOf = (g: number): number => objects[geometries[g]!.object]!.link
    const own = (r: number): number[] =>
      geometries.flatMap((_, g) => (linkOf(g) >= 0 && links[linkOf(g)]!.robot === r ? [g] : []))
    const others = own(b)
    this.pairs = own(a).flatMap((g) =>
      others
        .filter((h) => {
          const [i, j] = [geometries[g]!.object, geometries[h]!.object]
          return !allowed.has(`${Math.min(i, j)},${Math.max(i, j)}`)
        })
        .map((h) => ({ a: g, b: h, chain: kinematics.chain(linkOf(g), linkOf(h)) })),
    )
  }

  /** Atoms that are not proved free. */
  run(bytes: Uint8Array): ReadonlySet<number> {
    const { robots, a, b } = this
    this.bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const all = new Set(this.pairs.keys())
    robots[a]!.pieces.forEach((_, piece) => {
      robots[b]!.pieces.forEach((__, other) => {
        this.cell({ piece, level: 0, index: 0 }, { piece: other, level: 0, index: 0 }, all)
      })
    })
    demand(this.at === bytes.length, 'a diagram has extra bytes', { robots: [robots[a]!.name, robots[b]!.name] })
    return this.cells
  }

  private cell(ofA: Interval, ofB: Interval, open: ReadonlySet<number>): void {
    const { robots, a, b } = this
    const spans = [spanOf(robots[a]!, ofA), spanOf(robots[b]!, ofB)] as const
    this.where = { robots: [robots[a]!.name, robots[b]!.name], atoms: spans }
    const left = new Set(open)
    const count = this.bytes.getUint16(this.take(2), true)
    const placing = count === 0 ? undefined : this.placing(ofA, ofB)
    let last = -1
    for (let k = 0; k < count; k++) {
      const p = this.bytes.getUint16(this.take(2), true)
      demand(p > last && p < this.pairs.length, 'pairs of a cell do not rise, or there is no such pair', this.where)
      this.checkPair(this.pairs[p]!, placing!)
      left.delete(p)
      last = p
    }
    const end = this.bytes.getUint8(this.take(1))
    switch (end) {
      case 0:
        demand(left.size === 0, 'a cell is called free in which two things are not separated', this.where)
        this.free++
        return
      case 1:
      case 2: {
        const [robot, own] = end === 1 ? [robots[a]!, ofA] : [robots[b]!, ofB]
        demand(own.level < robot.levels[own.piece]!, 'an atom is halved', this.where)
        const half = (upper: number): Interval => ({
          piece: own.piece,
          level: own.level + 1,
          index: 2 * own.index + upper,
        })
        for (const part of [half(0), half(1)]) this.cell(end === 1 ? part : ofA, end === 1 ? ofB : part, left)
        return
      }
      case 3: {
        const [[fromA, toA], [fromB, toB]] = spans
        for (let i = fromA; i <= toA; i++) {
          for (let j = fromB; j <= toB; j++) this.cells.add(i * robots[b]!.atoms + j)
        }
        return
      }
      default:
        demand(false, `a cell ends with the byte ${end}, which means nothing`, this.where)
    }
  }

  private checkPair({ a, b, chain }: Pair, placing: Placing): void {
    const { world } = this
    const { geometries, objects, bits } = world
    const where = {
      ...this.where,
      a: objects[geometries[a]!.object]!.name,
      b: objects[geometries[b]!.object]!.name,
    }
    const known = new Envelopes()
    let isOpened = false
    const walk = (one: Node, other: Node): void => {
      const op = this.bytes.getUint8(this.take(1))
      if (op === 1 || op === 2) {
        isOpened = true
        const children = (op === 1 ? one : other).children()
        demand(children !== undefined, 'the proof opens something that cannot be opened', where)
        for (const child of children) walk(op === 1 ? child : one, op === 1 ? other : child)
        return
      }
      if (op !== 3 && op !== 4) throw new Rejection(`a proof has the byte ${op}, which means nothing`, where)
      const n = direction(this.bytes, this.take(op === 3 ? 4 : 24), op, bits)
      demand(n !== undefined, 'a direction is zero or not finite', where)
      const task = { cell: { parts: [] }, a: one, b: other, roundA: false, roundB: false }
      const holds = placing.separates(task, chain, chain.ofA, n, this.clearance, known)
      demand(holds, 'the plane that is given does not separate the two in all of its cell', where)
      this.planes++
    }
    walk(geometries[a]!.root, geometries[b]!.root)
    demand(!isOpened || !placing.isInside(a, b), 'one is inside the other', where)
  }

  /** All links of the two robots, and their movers on two clocks; the rest of the world is nowhere. */
  private placing(ofA: Interval, ofB: Interval): Placing {
    const poses: Pose[] = []
    const movers: Mover[] = []
    const { freedoms } = this.world.kinematics
    ;[this.a, this.b].forEach((r, variable) => {
      const own = this.placedAt(r, r === this.a ? ofA : ofB)
      const first = this.belongings[r]!.links[0]!
      own.poses.forEach((pose, l) => {
        poses[first + l] = pose
      })
      const firstMover = freedoms.findIndex(({ link }) => link >= first)
      own.movers.forEach((mover, k) => {
        movers[firstMover + k] = { ...mover, variable }
      })
    })
    return new Placing(this.world, poses, movers)
  }

  private placedAt(r: number, { piece, level, index }: Interval): Placed {
    const { bits } = this.world
    const key = `${r} ${piece} ${level} ${index}`
    const unit = BigInt(level + 1)
    const { world, pieces } = this.robots[r]!
    const found =
      this.placed.get(key) ??
      placePiece(world, pieces[piece]!, Real.ofUnits(2n * BigInt(index) + 1n, unit, bits), Real.ofUnits(1n, unit, bits))
    this.placed.set(key, found)
    return found
  }

  private take(count: number): number {
    demand(this.at + count <= this.bytes.byteLength, 'a diagram ends too early', this.where)
    this.at += count
    return this.at - count
  }
}

/** The first and the last atom of an interval. */
function spanOf({ levels }: Robot, { piece, level, index }: Interval): readonly [number, number] {
  const before = levels.slice(0, piece).reduce((sum, own) => sum + 2 ** own, 0)
  const width = 2 ** (levels[piece]! - level)
  return [before + index * width, before + (index + 1) * width - 1]
}
