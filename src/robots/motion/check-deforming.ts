// The part of a motion check that is about things that bend: each against every rigid geometry, against the others, and against
// itself. What is rigid among itself is proved as ever (prove-segments.ts).
//
// Work goes round: every pair on every piece gets a few tests, then those that are left twice as many, and so on. So a contact that is easy to
// find is found soon, and one that is hard does not hold up the rest.
import { composePose, POSE } from '../../base/math/pose.js'
import { now } from '../../base/work/clock.js'
import type { Steps } from '../../base/work/steps.js'
import type { Shape } from '../../shapes/shape.js'
import { contactShapes, ShapeContact } from '../../shapes/shape-contact.js'
import { distanceShapes, ShapeDistance } from '../../shapes/shape-distance.js'
import { hasMesh, solidOf } from '../../shapes/solid-of.js'
import type { WorldModel } from '../world/world.js'
import { ALLOWED } from '../world/world-pairs.js'
import { direction, type WorldContact, type WorldDistance } from '../world/world-results.js'
import { type DeformingProof, deformingProof } from './deforming-certificate.js'
import { AnchorStore, ItemCounts, type ItemHit, ItemProver, type ItemStretch, type ItemTerms } from './item-prover.js'
import type { ItemRecorder } from './item-recorder.js'
import type { DeformingTrack } from './keyframes.js'
import { type MotionGeometry, type MotionSystem, motionSystem } from './motion-system.js'
import type { MotionPiece } from './piece.js'
import { type Limits, REPORT_MILLIS } from './prove-segments.js'
import { SelfProver } from './self-prover.js'
import { ThingsProver } from './things-prover.js'
import type { UnprovedInterval } from './verdict.js'

/** Tests that every pair gets in the first round. */
const FIRST_ROUND = 32

/** One pair on one piece, or a thing by itself on one. */
interface DeformingProver {
  readonly hit: ItemHit | undefined
  readonly isOpen: boolean
  readonly isFree: boolean
  readonly done: number
  /** Why it was not decided, where that is not a limit or rounding. */
  readonly reason?: string | undefined
  advance(maxSteps: number, batch: number): void
  left(): readonly ItemStretch[]
}

interface NamedProver {
  readonly prover: DeformingProver
  readonly a: string
  readonly b: string
}

/** What was found out. */
export class DeformingCheck {
  readonly counts = new ItemCounts()
  private readonly provers: readonly NamedProver[]
  private readonly system: MotionSystem
  private readonly anchors: AnchorStore

  constructor(
    private readonly model: WorldModel,
    private readonly pieces: readonly MotionPiece[],
    readonly tracks: readonly DeformingTrack[],
    private readonly terms: ItemTerms,
  ) {
    this.system = motionSystem(model, true)
    this.anchors = new AnchorStore(this.system, this.counts)
    const self = tracks
      .filter(({ thing }) => thing.self)
      .map((track) => {
        const { name } = track.thing
        return { prover: new SelfProver(track, pieces.length, this.counts), a: name, b: name }
      })
    this.provers = [...self, ...pieces.flatMap((_, segment) => this.proversOf(segment))]
  }

  get hit(): ItemHit | undefined {
    let first: ItemHit | undefined
    for (const { prover } of this.provers) {
      const { hit } = prover
      if (hit !== undefined && (first === undefined || hit.segment + hit.at < first.segment + first.at)) first = hit
    }
    return first
  }

  get isFree(): boolean {
    return this.provers.every(({ prover }) => prover.isFree)
  }

  get isOpen(): boolean {
    return this.provers.some(({ prover }) => prover.isOpen)
  }

  /** Pairs on pieces, and how many of them are proved, in parts of one. */
  get pairs(): number {
    return this.provers.length
  }

  get done(): number {
    return this.provers.reduce((sum, { prover }) => sum + (prover.isFree ? 1 : Math.min(prover.done, 1 - 2 ** -40)), 0)
  }

  /** Why something was not decided, where it is neither a limit nor rounding. */
  get reason(): string | undefined {
    return this.provers.find(({ prover }) => prover.reason !== undefined)?.prover.reason
  }

  /** All that is not proved. */
  left(): UnprovedInterval[] {
    return this.provers.flatMap(({ prover, a, b }) =>
      prover.isFree ? [] : prover.left().map((stretch) => ({ ...stretch, a, b })),
    )
  }

  /** For the rigid pairs, which come first and count as one pair in reports of progress. */
  limitsBefore(limits: Limits): Limits {
    const { onProgress } = limits
    if (onProgress === undefined) return limits
    return { ...limits, onProgress: ({ proved, steps }) => onProgress({ proved: proved / (1 + this.pairs), steps }) }
  }

  *run({ maxSteps, deadline, onProgress }: Limits): Steps<void> {
    const { counts } = this
    let reported = now()
    let open = this.provers.filter(({ prover }) => prover.isOpen)
    for (let batch = FIRST_ROUND; open.length > 0; batch *= 2) {
      for (const { prover } of open) {
        const time = now()
        if (counts.steps >= maxSteps || time >= deadline) return
        if (onProgress !== undefined && time - reported > REPORT_MILLIS) {
          reported = time
          onProgress({ proved: (1 + this.done) / (1 + this.pairs), steps: counts.steps })
        }
        prover.advance(maxSteps, batch)
        if (prover.hit !== undefined) return
        yield
      }
      open = open.filter(({ prover }) => prover.isOpen)
    }
  }

  /** Of tracks against all that is rigid, on one piece. */
  private itemProvers(
    segment: number,
    asked: readonly DeformingTrack[],
    newRecorder?: () => ItemRecorder,
  ): { readonly prover: ItemProver; readonly a: string; readonly b: string }[] {
    const { model, system, counts, terms, anchors } = this
    const { index } = model
    const piece = this.pieces[segment]!
    const out: { prover: ItemProver; a: string; b: string }[] = []
    for (const track of asked) {
      const { thing } = track
      const first = index.objects.findIndex(({ name }) => name === thing.name)
      system.geometries.forEach((geometry, g) => {
        const object = index.objectOf[geometry.leaf]!
        const { name } = index.objects[object]!
        if (geometry.tree.kinds.length === 0) return
        const allowed = thing.groups.map((_, k) => index.table.get(first + k, object) === ALLOWED)
        if (allowed.every((one) => one)) return
        const exempt = allowed.includes(true) ? Uint8Array.from(thing.groupOf, (k) => (allowed[k]! ? 1 : 0)) : undefined
        const prover = new ItemProver(system, piece, segment, anchors, track, g, exempt, terms, counts, newRecorder?.())
        out.push({ prover, a: thing.name, b: name })
      })
    }
    return out
  }

  private proversOf(segment: number): NamedProver[] {
    const { tracks, terms, counts } = this
    const out: NamedProver[] = [...this.itemProvers(segment, tracks)]
    tracks.forEach((a, i) => {
      for (const b of tracks.slice(i + 1)) {
        if (this.mayTouch(a, b)) continue
        const prover = new ThingsProver(segment, a, b, terms, counts)
        out.push({ prover, a: a.thing.name, b: b.thing.name })
      }
    })
    return out
  }

  /** What a certificate says of all that bends, once it is free. */
  certificates(): DeformingProof[] {
    const { tracks, pieces, terms, counts } = this
    return tracks.map((track, i) => {
      const proof = deformingProof(track, pieces.length, (segment, newRecorder) =>
        this.itemProvers(segment, [track], newRecorder).map(({ prover }) => prover),
      )
      const others = tracks.flatMap((other, j) => {
        if (j <= i || this.mayTouch(track, other)) return []
        const prover = (segment: number): ThingsProver => new ThingsProver(segment, track, other, terms, counts)
        return [{ other: j, proofs: pieces.map((_, segment) => prover(segment).record()) }]
      })
      return others.length === 0 ? proof : { ...proof, others }
    })
  }

  private mayTouch(a: DeformingTrack, b: DeformingTrack): boolean {
    const { index } = this.model
    const [one, other] = [a, b].map(({ thing }) => index.objects.findIndex(({ name }) => name === thing.name))
    return index.table.get(one!, other!) === ALLOWED
  }

  /** The configuration at a hit. */
  configurationOf({ segment, at }: ItemHit): Float64Array {
    const piece = this.pieces[segment]!
    const q = new Float64Array(piece.dof)
    piece.at(q, at)
    return q
  }

  /** Both sides of a hit, by name. */
  namesOf(hit: ItemHit): { readonly a: string; readonly b: string } {
    const { index } = this.model
    const { other } = hit
    const a = hit.track.thing.name
    return { a, b: 'leaf' in other ? index.objects[index.objectOf[other.leaf]!]!.name : other.track.thing.name }
  }

  /** Shapes of both sides of a hit, B's pose in the world, and what their parts are called. */
  private sides(hit: ItemHit): { a: Shape; b: Shape; x: Float64Array; geometryA: string; geometryB: string } {
    const { system, model } = this
    const { track, item, other, segment, at } = hit
    const frameOf = (own: DeformingTrack): Float64Array => own.frameAt(new Float64Array(own.thing.length), segment, at)
    const a = track.thing.itemShape(item, frameOf(track))
    const x = new Float64Array(POSE)
    if (!('leaf' in other)) {
      x[0] = 1
      x[5] = 1
      x[10] = 1
      const b = other.track.thing.itemShape(other.item, frameOf(other.track))
      return { a, b, x, geometryA: `${item}`, geometryB: `${other.item}` }
    }
    const g = system.geometries.indexOf(other)
    system.kinematics.update(this.configurationOf(hit))
    composePose(x, 0, system.kinematics.poses, POSE * other.body, system.inBody, POSE * g)
    return { a, b: other.tree.shape, x, geometryA: `${item}`, geometryB: geometryNameOf(model, other) }
  }

  /** Where and how deep they touch; computed when it is asked for. */
  contactOf(hit: ItemHit): WorldContact {
    const { a, b, x, geometryA, geometryB } = this.sides(hit)
    const contact = new ShapeContact()
    contactShapes(contact, solidOf(a), solidOf(b), x, 0)
    const hulls = hasMesh(a) || hasMesh(b)
    const nearest = new ShapeDistance()
    // Where hulls overlap deepest, the meshes may not touch at all.
    if (hulls) distanceShapes(nearest, a, b, x, 0, Infinity)
    const { pointA, pointB } = hulls ? nearest : contact
    return {
      ...this.namesOf(hit),
      geometryA,
      geometryB,
      depth: contact.depth ?? 0,
      normal: contact.normal.slice(),
      depthOf: hulls ? 'hulls' : 'solids',
      pointA: pointA.slice(),
      pointB: pointB.slice(),
    }
  }

  /** How far apart they are. */
  distanceOf(hit: ItemHit): WorldDistance {
    const { a, b, x, geometryA, geometryB } = this.sides(hit)
    const nearest = new ShapeDistance()
    const distance = distanceShapes(nearest, a, b, x, 0, Infinity)
    const pointA = nearest.pointA.slice()
    const pointB = nearest.pointB.slice()
    const normal = distance > 0 ? direction(pointA, pointB) : new Float64Array(3)
    return { ...this.namesOf(hit), geometryA, geometryB, distance, pointA, pointB, normal }
  }
}

function geometryNameOf({ index }: WorldModel, { leaf }: MotionGeometry): string {
  return index.objects[index.objectOf[leaf]!]!.geometry[index.partOf[leaf]!]!.name
}
