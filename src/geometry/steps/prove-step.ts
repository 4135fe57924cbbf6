// The proof of a step, recorded (docs/formats/certificate.md, "A step"): a walk over pairs of nodes of a tree by halves, one bit for each, and
// directions for the pairs of strands or triangles that volumes do not separate. Ropes and meshes that deform share it. It is a pass of its own,
// made when a certificate is asked for: what decides a step (necklace.between, mesh.checkDeform) is faster and records nothing.
//
// A bit says "apart" only where the gap exceeds twice the slack that a verifier in doubles may take off, so both verifiers accept it. Everything
// below is exact: beads by their quadratic, hulls by MovingPair. So a step that is free has a certificate.
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import { documentHash } from '../../base/work/document-hash.js'
import { encodeBase64 } from '../../base/work/encode-base64.js'
import { BrokenInvariantError, InvalidInputError } from '../../errors.js'
import { movingBallsMeet } from '../moving/moving-balls.js'
import { itemsCount, type StepInput, type StepItems, stepDocument, stepItems } from './step-document.js'
import { ByteStream, LeafFinder, writeLeaves } from './step-leaves.js'
import { proveStars } from './step-stars.js'
import { buildProofTree, fitExtents, type ProofTree, STEP_AXES } from './step-tree.js'

/** The proof that a step is free, as plain data: what `verifyStep` checks. */
export interface StepCertificate {
  readonly limber: 2
  readonly kind: 'step-proof'
  /** Hash of the step's document. */
  readonly step: string
  /** Equal parts of the time of the step, a power of two. */
  readonly slabs: number
  /** Base64: a permutation of the items, in bits; left out where they are in their own order. */
  readonly order?: string
  /** Base64: points whose triangles are proved together. */
  readonly stars?: string
  /** Base64: one bit for each test of two nodes. */
  readonly tests: string
  /** Base64: intervals with directions. */
  readonly proofs: string
}

/** How a proof is to be made. */
export interface ProveStepOptions {
  /** Equal parts of the time of the step: a power of two up to 32. Large turns need several. Default 1. */
  readonly slabs?: number | undefined
  /** A permutation of the items in which those next to each other are near each other. Default: their own order, for triangles one by halves. */
  readonly order?: ArrayLike<number> | undefined
}

/** A proof; or two items that meet, or a triangle that collapses (a = b). */
export type ProvedStep =
  | { readonly free: true; readonly certificate: StepCertificate }
  | { readonly free: false; readonly a: number; readonly b: number }

/** The certificate of a step that was decided to be free. Throws `BrokenInvariantError` if it is not. */
export function stepCertificate(input: StepInput, options: ProveStepOptions = {}): StepCertificate {
  const proved = proveStep(input, options)
  if (proved.free) return proved.certificate
  const { a, b } = proved
  const what = a === b ? `triangle ${a} may collapse` : `${input.hulls} ${a} and ${b} meet`
  throw new BrokenInvariantError(`the step was decided to be free, but ${what}`)
}

/** Proves that everything of a step that is checked stays apart, or names two items that do not. */
export function proveStep(input: StepInput, options: ProveStepOptions = {}): ProvedStep {
  const slabs = options.slabs ?? 1
  if (!(Number.isInteger(Math.log2(slabs)) && slabs >= 1 && slabs <= 32)) {
    throw new InvalidInputError('slabs', slabs, 'a power of two from 1 to 32')
  }
  const items = stepItems(input)
  const recorder = new StepRecorder(items, options.order)
  const met = recorder.record(slabs)
  if (met !== undefined) return { free: false, ...met }
  return { free: true, certificate: recorder.certificate(documentHash(stepDocument(input)), slabs) }
}

interface Met {
  readonly a: number
  readonly b: number
}

class StepRecorder {
  private readonly tree: ProofTree
  private readonly finder: LeafFinder
  private readonly proofs = new ByteStream()
  private readonly tests = new BitStream()
  private stars: Uint8Array | undefined
  /** Balls of the beads at both ends, x, y, z, r each. */
  private readonly balls: readonly [Float64Array, Float64Array]
  private readonly done = new Set<number>()

  constructor(
    private readonly items: StepItems,
    order: ArrayLike<number> | undefined,
  ) {
    this.tree = buildProofTree(items, order)
    this.finder = new LeafFinder(items.from, items.to)
    this.balls = items.hulls === 'beads' ? [ballsOf(items, items.from), ballsOf(items, items.to)] : NO_BALLS
  }

  record(slabs: number): Met | undefined {
    const { items, tree } = this
    if (items.hulls === 'triangles') {
      const { stars, leaves, collapsed } = proveStars(items, this.finder)
      if (collapsed >= 0) return { a: collapsed, b: collapsed }
      this.stars = stars
      for (const proof of leaves) writeLeaves(this.proofs, proof)
    }
    let largest = 0
    for (const x of items.from) largest = Math.max(largest, Math.abs(x))
    for (const x of items.to) largest = Math.max(largest, Math.abs(x))
    // A verifier in doubles may be in error by 16 u of the largest coordinate, and takes 32 u off the gap; this one is in error as much.
    const slack = 64 * U * largest + 4 * UNDERFLOW
    let start = fitExtents(items, tree, 0)
    for (let slab = 0; slab < slabs; slab++) {
      const end = fitExtents(items, tree, (slab + 1) / slabs)
      const met = this.walk(start, end, slack, slabs > 1)
      if (met !== undefined) return met
      start = end
    }
    return undefined
  }

  private walk(start: Float64Array, end: Float64Array, slack: number, remembers: boolean): Met | undefined {
    const { items, tree, tests } = this
    const { within } = items
    const waiting: number[] = [0, 0]
    while (waiting.length > 0) {
      const b = waiting.pop()!
      const a = waiting.pop()!
      const [secondA, secondB] = [tree.second[a]!, tree.second[b]!]
      const parts = tree.parts[a]! | tree.parts[b]!
      if ((parts === 1 && !within[0]) || (parts === 2 && !within[1])) continue
      if (a === b) {
        if (secondA >= 0) waiting.push(secondA, secondA, a + 1, secondA, a + 1, a + 1)
        else {
          const met = this.decideLeaves(a, a, remembers)
          if (met !== undefined) return met
        }
        continue
      }
      const areLeaves = secondA < 0 && secondB < 0
      if (areLeaves && !this.anyOpen(a, b)) continue
      if (areApart(start, end, a, b, tree.radii[a]! + tree.radii[b]!, slack)) {
        tests.push(1)
        continue
      }
      tests.push(0)
      if (areLeaves) {
        const met = this.decideLeaves(a, b, remembers)
        if (met !== undefined) return met
      } else if (tree.end[a]! - tree.first[a]! >= tree.end[b]! - tree.first[b]!) waiting.push(secondA, b, a + 1, b)
      else waiting.push(a, secondB, a, b + 1)
    }
    return undefined
  }

  private anyOpen(a: number, b: number): boolean {
    const { first, end, order } = this.tree
    for (let k = first[a]!; k < end[a]!; k++) {
      for (let l = first[b]!; l < end[b]!; l++) {
        const [x, y] = [order[k]!, order[l]!]
        if (this.isOpen(Math.min(x, y), Math.max(x, y))) return true
      }
    }
    return false
  }

  private isOpen(i: number, j: number): boolean {
    const { items, stars } = this
    if (!itemsCount(items, i, j) || this.done.has(i * items.count + j)) return false
    if (stars === undefined) return true
    const { corners } = items
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      const v = corners[k]!
      if (stars[v] === 1 && (corners[3 * j] === v || corners[3 * j + 1] === v || corners[3 * j + 2] === v)) return false
    }
    return true
  }

  /** Decides the open pairs of two leaves, or of one. */
  private decideLeaves(a: number, b: number, remembers: boolean): Met | undefined {
    const { first, end, order } = this.tree
    for (let k = first[a]!; k < end[a]!; k++) {
      for (let l = a === b ? k + 1 : first[b]!; l < end[b]!; l++) {
        const [x, y] = [order[k]!, order[l]!]
        const [i, j] = x < y ? [x, y] : [y, x]
        if (this.isOpen(i, j) && !this.decide(i, j, remembers)) return { a: i, b: j }
      }
    }
    return undefined
  }

  /** Writes the proof that items i < j stay apart; false if they do not. */
  private decide(i: number, j: number, remembers: boolean): boolean {
    const { items, balls } = this
    if (items.hulls === 'beads') return !movingBallsMeet(balls[0], balls[1], i, balls[0], balls[1], j)
    const reach = items.hulls === 'strands' ? 2 * items.radii[0]! : 0
    for (const [p, q] of hullPairs(cornersOf(items, i), cornersOf(items, j))) {
      const leaves = this.finder.separation(p, q, reach)
      if (leaves === undefined) return false
      writeLeaves(this.proofs, leaves)
    }
    if (remembers) this.done.add(i * items.count + j)
    return true
  }

  certificate(step: string, slabs: number): StepCertificate {
    const { stars, tree, items } = this
    const order = new BitStream()
    const width = 32 - Math.clz32(items.count - 1)
    for (const item of tree.order) for (let k = 0; k < width; k++) order.push((item >> k) & 1)
    const isOwn = tree.order.every((item, k) => item === k)
    const starred = new BitStream()
    for (const bit of stars ?? []) starred.push(bit)
    return {
      limber: 2,
      kind: 'step-proof',
      step,
      slabs,
      ...(isOwn ? {} : { order: encodeBase64(order.bytes()) }),
      ...(stars?.includes(1) === true ? { stars: encodeBase64(starred.bytes()) } : {}),
      tests: encodeBase64(this.tests.bytes()),
      proofs: encodeBase64(this.proofs.bytes()),
    }
  }
}

const NO_BALLS = [new Float64Array(0), new Float64Array(0)] as const

function ballsOf({ count, radii }: StepItems, points: Float64Array): Float64Array {
  const balls = new Float64Array(4 * count)
  for (let i = 0; i < count; i++) {
    balls.set(points.subarray(3 * i, 3 * i + 3), 4 * i)
    balls[4 * i + 3] = radii[i]!
  }
  return balls
}

function cornersOf({ corners }: StepItems, i: number): number[] {
  return Array.from(corners.subarray(3 * i, 3 * i + 3)).filter((v) => v >= 0)
}

type Hull = readonly number[]

/** Hulls that must be apart so that two items have no more in common than the points that both name. Nothing proves two equal triangles. */
function hullPairs(i: Hull, j: Hull): readonly (readonly [Hull, Hull])[] {
  const common = i.filter((v) => j.includes(v)).sort((v, w) => v - w)
  if (common.length === 0 || common.length === 3) return [[i, j]]
  const [own, other] = [i.filter((v) => !common.includes(v)), j.filter((v) => !common.includes(v))]
  const [p, q] = common as [number, number]
  const corners: (readonly [Hull, Hull])[] = [
    [own, j],
    [i, other],
  ]
  if (common.length === 2)
    corners.push(
      [
        [p, ...own],
        [q, ...other],
      ],
      [
        [q, ...own],
        [p, ...other],
      ],
    )
  return corners
}

const LENGTHS = Float64Array.from({ length: STEP_AXES }, (_, k) => (k < 3 ? 1 : Math.SQRT2) * (1 + 8 * U))

/** Whether along one axis, in one order, the gap of two nodes exceeds their radii at both instants. */
function areApart(start: Float64Array, end: Float64Array, a: number, b: number, radii: number, slack: number): boolean {
  const [atA, atB] = [2 * STEP_AXES * a, 2 * STEP_AXES * b]
  for (let k = 0; k < STEP_AXES; k++) {
    const [i, j] = [atA + 2 * k, atB + 2 * k]
    const gap = radii * LENGTHS[k]! * (1 + 8 * U) + slack
    if (start[i]! - start[j + 1]! > gap && end[i]! - end[j + 1]! > gap) return true
    if (start[j]! - start[i + 1]! > gap && end[j]! - end[i + 1]! > gap) return true
  }
  return false
}

/** Bits, from the least significant of each byte on. */
class BitStream {
  private readonly out = new ByteStream()
  private byte = 0
  private held = 0

  push(bit: number): void {
    this.byte |= bit << this.held++
    if (this.held < 8) return
    this.out.push(this.byte)
    this.byte = this.held = 0
  }

  /** All of them; call it once. */
  bytes(): Uint8Array {
    if (this.held > 0) this.out.push(this.byte)
    return this.out.bytes()
  }
}
