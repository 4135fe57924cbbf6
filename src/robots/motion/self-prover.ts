// Proves that something that bends does not touch itself during a motion, or finds when it does: from frame to frame, by the
// straight steps of necklaces (`Necklace.between`) and meshes (`MeshTree.checkDeform`), which decide every pair exactly. The robots
// have no part in it.
import { copyMeshTree } from '../../meshes/tree/mesh-tree.js'
import type { ItemCounts, ItemHit, ItemStretch } from './item-prover.js'
import type { DeformingTrack } from './keyframes.js'

export class SelfProver {
  hit: ItemHit | undefined
  /** Why a step was not decided. */
  reason: string | undefined
  private steps = 0
  private readonly stuck: number[] = []
  private readonly count: number

  constructor(
    readonly track: DeformingTrack,
    private readonly pieces: number,
    private readonly counts: ItemCounts,
  ) {
    // One frame is a step that leads nowhere.
    this.count = Math.max(1, track.frames.length - 1)
  }

  get isOpen(): boolean {
    return this.hit === undefined && this.steps < this.count
  }

  get isFree(): boolean {
    return this.hit === undefined && this.steps === this.count && this.stuck.length === 0
  }

  get done(): number {
    return (this.steps - this.stuck.length) / this.count
  }

  /** One step, from a frame to the next. */
  advance(maxSteps: number): void {
    if (!this.isOpen || this.counts.steps >= maxSteps) return
    const { frames, thing } = this.track
    const step = this.steps++
    const from = frames[step]!
    const to = frames[step + 1] ?? from
    if (thing.necklace !== undefined) this.stepNecklace(step, from, to, maxSteps)
    else this.stepMesh(step, from, to)
  }

  left(): ItemStretch[] {
    const out: ItemStretch[] = []
    const steps = [...this.stuck, ...Array.from({ length: this.count - this.steps }, (_, k) => this.steps + k)]
    for (const step of steps) {
      const { places } = this.track
      const [begin, end] = places.length === 1 ? [0, this.pieces] : [places[step]!, places[step + 1]!]
      for (let segment = Math.floor(begin); segment < end && segment < this.pieces; segment++) {
        out.push({ segment, from: Math.max(0, begin - segment), to: Math.min(1, end - segment) })
      }
    }
    return out
  }

  private stepNecklace(step: number, from: Float64Array, to: Float64Array, maxSteps: number): void {
    const { counts } = this
    const { necklace, strands } = this.track.thing
    necklace!.step(from)
    const asked = { first: true, ...(strands === undefined ? {} : { strands }) }
    const maxTests = Number.isFinite(maxSteps) ? { maxTests: Math.max(0, maxSteps - counts.steps) } : {}
    const { outcome, pairs, stats } = necklace!.between(to, { ...asked, ...maxTests })
    counts.volumeTests += stats.volumeTests
    counts.leafTests += stats.leafTests
    counts.intervals++
    const [first] = pairs
    if (first !== undefined) this.found(step, first.upper, first.a, first.b)
    // A rope of which all pairs are neighbours cannot touch itself: nothing is left to prove.
    else if (outcome === 'undecided') this.stuck.push(step)
  }

  private stepMesh(step: number, from: Float64Array, to: Float64Array): void {
    const { counts, track } = this
    const tree = copyMeshTree(track.thing.tree!)
    tree.refit(from)
    const { outcome, pairs, collapsed, stats } = tree.checkDeform(to)
    counts.volumeTests += stats.volumeTests
    counts.leafTests += stats.leafTests
    counts.intervals++
    const [first] = pairs
    if (first !== undefined) this.found(step, first.upper, first.a, first.b)
    else if (outcome === 'undecided') {
      this.stuck.push(step)
      this.reason = `triangle ${collapsed[0]?.triangle} of ${track.thing.name} collapses: what its neighbours then touch is not decided`
    }
  }

  /** Two items touch at a share of a step. */
  private found(step: number, share: number, item: number, other: number): void {
    const { track, pieces } = this
    const begin = track.places[step]!
    const end = track.places[step + 1] ?? begin
    const place = Math.min(begin + share * (end - begin), end)
    const segment = Math.min(Math.floor(place), pieces - 1)
    this.hit = { kind: 'collision', segment, at: place - segment, track, item, other: { track, item: other } }
  }
}
