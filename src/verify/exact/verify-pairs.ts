// Checks the proofs of a report about a robot's pairs of links in exact arithmetic, by the rules of docs/formats/certificate.md ("Pairs of links"),
// whose numbers label the steps here.
import type { VerifiedPair, VerifiedPairs } from '../pairs.js'
import {
  bytesOf,
  copyPlain,
  demand,
  demandKind,
  type Fields,
  number,
  record,
  records,
  text,
  type VerifyPlace,
} from '../plain.js'
import type { Chain } from './kinematics.js'
import { chordOf } from './motion.js'
import { Envelopes, Placing } from './placing.js'
import { type Cell, middleOf, walkProof } from './proof.js'
import { Real } from './real.js'
import { union } from './shapes.js'
import { type Pose, turnedOut } from './vectors.js'
import { type ExactWorld, readWorld, surfacesOf } from './world.js'

/** The double above 2π. */
const WHOLE_TURN = 6.283185307179587

/** A variable of the box of a proof, by its place in a configuration. */
interface BoxSide {
  readonly variable: number
  readonly lower: number
  readonly upper: number
}

export function verifyPairs(
  givenWorld: unknown,
  given: unknown,
  bits: bigint,
  onProgress: (done: number) => void,
): VerifiedPairs {
  const fields = copyPlain(given, 'the report')
  demandKind(fields, 'limber-allowed-pairs', 'the report')
  const world = readWorld(givenWorld, bits)
  demand(fields.hash === world.hash, 'the report is about another robot: the hashes differ')
  records(fields.limits, 'limits').forEach(({ joint, lower, upper }, i) => {
    const own = world.variables[i]
    const same = own?.name === joint && (lower ?? undefined) === own?.lower && (upper ?? undefined) === own?.upper
    demand(same, `limits[${i}] is not that of the robot`)
  })
  const proved: VerifiedPair[] = []
  const uncertified: { a: string; b: string; class: string }[] = []
  const seen = new Set<string>()
  const pairs = records(fields.pairs, 'pairs')
  pairs.forEach((own, i) => {
    const field = `pairs[${i}]`
    const [a, b, kind] = [text(own.a, `${field}.a`), text(own.b, `${field}.b`), text(own.class, `${field}.class`)]
    const where = { a, b }
    const key = JSON.stringify([a, b])
    demand(!seen.has(key), 'this pair occurs twice', where)
    seen.add(key)
    if (own.proof === undefined) {
      if (['never', 'contained', 'always', 'touches'].includes(kind)) uncertified.push({ a, b, class: kind })
    } else {
      demand(kind === 'never' || kind === 'contained', 'there is a proof for a pair that is not proved', where)
      proved.push(verifyPair(world, own, { a, b, kind }, bytesOf(own.proof, `${field}.proof`), where))
    }
    onProgress((i + 1) / pairs.length)
  })
  return { valid: true, proved, uncertified, surfaces: surfacesOf(world), unseen: world.unseen }
}

function verifyPair(
  world: ExactWorld,
  own: Fields,
  { a, b, kind }: { a: string; b: string; kind: 'never' | 'contained' },
  bytes: Uint8Array,
  where: VerifyPlace,
): VerifiedPair {
  const { kinematics, objects, geometries, bits } = world
  const [i, j] = [a, b].map((own) => objects.findIndex(({ name }) => name === own)) as [number, number]
  demand(i >= 0 && i < j, 'this is not a pair of two links, in their order', where)
  const [ofA, ofB] = [objects[i]!.geometries, objects[j]!.geometries]
  const [linkA, linkB] = [objects[i]!.link, objects[j]!.link]
  demand(ofA.length > 0 && ofB.length > 0, 'a link of the pair has no geometry', where)
  const { flags, clearance, box, end } = readHead(bytes, where)
  if (own.clearance !== undefined) {
    const least = number(record(own.clearance, 'clearance').least, 'clearance.least')
    demand(clearance >= least, 'the proof is of a smaller clearance than is claimed', where)
  }
  const chain = kinematics.chain(linkA, linkB)
  checkBox(world, chain, box, where)
  const [roundA, roundB] = [(flags & 1) !== 0, (flags & 2) !== 0]
  const { movers } = chain
  demand((roundA ? 1 : 0) + (roundB ? 1 : 0) <= movers.length, 'there are more envelopes than joints', where)
  const turns = (place: number): boolean => kinematics.freedoms[movers.at(place)!]!.turns
  demand((!roundA || turns(0)) && (!roundB || turns(-1)), 'an envelope is about a joint that does not turn', where)
  const root = bodyRoot(world, linkA, linkB)
  const placings = new Map<Cell, { placing: Placing; frame: Pose | undefined }>()
  const ofCell = (cell: Cell): { placing: Placing; frame: Pose | undefined } => {
    const found = placings.get(cell) ?? place(world, box, cell, root)
    // Cells come in order: one that is left behind does not come again.
    if (!placings.has(cell)) placings.clear()
    placings.set(cell, found)
    return found
  }
  const known = new Envelopes()
  const nodes = [ofA, ofB].map((own) => union(own.map((g) => geometries[g]!.root)))
  const first = { a: nodes[0]!, b: nodes[1]!, roundA, roundB }
  const result = walkProof(
    bytes,
    end,
    box.length,
    first,
    (task, frame, n) => {
      const { placing, frame: body } = ofCell(task.cell)
      const turned = body === undefined ? n : turnedOut(body, n)
      return placing.separates(task, chain, frame, turned, Real.of(clearance, bits), known)
    },
    bits,
    where,
  )
  const middle = place(world, box, { parts: box.map(() => ({ level: 0, index: 0n })) }, root).placing
  const inside = !result.separated && ofA.some((g) => ofB.some((h) => middle.isInside(g, h)))
  demand(inside === (kind === 'contained'), inside ? 'one is inside the other' : 'neither is inside the other', where)
  return { a, b, class: kind, clearance, cells: result.cells, planes: result.planes }
}

/** What a proof begins with: version, flags, clearance, and the box. */
function readHead(
  bytes: Uint8Array,
  where: VerifyPlace,
): { flags: number; clearance: number; box: BoxSide[]; end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  demand(bytes.length >= 12, 'the proof ends too early', where)
  demand(bytes[0] === 2, `the proof is of version ${bytes[0]}, not 2`, where)
  demand(bytes[1]! < 4, 'the proof has flags that mean nothing', where)
  const count = view.getUint16(10, true)
  const end = 12 + 18 * count
  demand(bytes.length >= end, 'the proof ends too early', where)
  const box = Array.from({ length: count }, (_, i) => ({
    variable: view.getUint16(12 + 18 * i, true),
    lower: number(view.getFloat64(14 + 18 * i, true), 'an end of the box'),
    upper: number(view.getFloat64(22 + 18 * i, true), 'an end of the box'),
  }))
  return { flags: bytes[1]!, clearance: number(view.getFloat64(2, true), 'the clearance of the proof', 0), box, end }
}

/** Rule 2. */
function checkBox(
  { kinematics, variables }: ExactWorld,
  { movers }: Chain,
  box: readonly BoxSide[],
  where: VerifyPlace,
): void {
  const between = movers.map((k) => kinematics.freedoms[k]!)
  demand(!between.some(({ floats }) => floats), 'a floating joint moves the two relative to each other', where)
  for (const { variable } of between) {
    const named = box.some((side) => side.variable === variable)
    demand(named, 'the box does not have a variable that moves the two relative to each other', where)
  }
  box.forEach(({ variable, lower, upper }, i) => {
    const own = between.filter((freedom) => freedom.variable === variable)
    demand(own.length > 0, 'the box has a variable that does not move the two relative to each other', where)
    demand(i === 0 || variable > box[i - 1]!.variable, 'the variables of the box do not rise', where)
    demand(lower <= upper, 'the box has no interval of a variable', where)
    const { lower: least, upper: most, name } = variables[variable]!
    const holds = least !== undefined && most !== undefined && lower <= least && upper >= most
    const { turns, factor } = own[0]!
    const one = Real.of(1, factor.bits)
    const alone = own.length === 1 && turns && factor.absolute().minus(one).c === 0n
    demand(holds || (alone && upper - lower >= WHOLE_TURN), `the box does not hold the limits of ${name}`, where)
  })
}

/** The link whose frame is that of the nearest body above both: the lowest one above both, and up from there over fixed joints. −1: the world. */
function bodyRoot({ kinematics }: ExactWorld, a: number, b: number): number {
  const down = kinematics.ancestors(b)
  let link = kinematics.ancestors(a).find((one) => down.includes(one)) ?? -1
  while (link >= 0 && kinematics.jointOf(link).kind === 'fixed') link = kinematics.jointOf(link).parent
  return link
}

/** Everything in the middle of a cell; what is not in the box does not matter. */
function place(
  world: ExactWorld,
  box: readonly BoxSide[],
  cell: Cell,
  root: number,
): { placing: Placing; frame: Pose | undefined } {
  const { kinematics, bits } = world
  const zero = Real.of(0, bits)
  const sides = box.map(({ lower, upper }, i) => middleOf(cell, i, Real.of(lower, bits), Real.of(upper, bits)))
  const sideOf = new Map(box.map(({ variable }, i) => [variable, i]))
  const values = kinematics.freedoms.map(({ variable, factor, offset }) => {
    const side = sideOf.get(variable)
    return side === undefined ? zero : sides[side]!.middle.times(factor).plus(offset)
  })
  const { poses, lines } = kinematics.place(values, new Map())
  const movers = kinematics.freedoms.map(({ variable, factor, turns }, k) => {
    const side = sideOf.get(variable)
    const rate = side === undefined ? zero : sides[side]!.half.times(factor)
    const spread = rate.absolute()
    return {
      turns,
      line: lines[k]!,
      chord: turns ? chordOf(spread) : spread,
      speed: spread,
      curve: zero,
      variable: side ?? -1,
      rate,
    }
  })
  return { placing: new Placing(world, poses, movers), frame: root < 0 ? undefined : poses[root]! }
}
