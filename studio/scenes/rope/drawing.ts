// The rope on the stage: its beads, red where they touch, strands that meet in a step; cages, edges of the power diagram, and the
// closest pair.
import { effect } from '@preact/signals'
import { Color } from 'three'
import type { StepMeeting } from '../../../src/entries/chains.js'
import { Beads, rainbow } from '../../view/beads.js'
import { fitOf } from '../../view/fit.js'
import { Follower } from '../../view/follower.js'
import { Label } from '../../view/label.js'
import { bytesOf, Light } from '../../view/lit.js'
import { Ruler } from '../../view/ruler.js'
import { Segments } from '../../view/segments.js'
import { Shells } from '../../view/shells.js'
import type { Stage } from '../../view/stage.js'
import { Sticks } from '../../view/sticks.js'
import type { RopeFrame } from './engine.js'
import { cageColours } from './legend.js'
import { unitOf } from './unit.js'

export class RopeDrawing {
  private readonly beads: Beads
  private readonly wrapped: Shells
  private readonly layered: Shells
  private readonly edges: Segments
  private readonly ruler: Ruler
  private readonly light: Light
  private readonly strands: Sticks
  private readonly met: Label
  private readonly camera: Follower
  private readonly end: () => void
  private shown: { readonly found: RopeFrame; readonly closest: boolean } | undefined
  private pairs: readonly StepMeeting[] = []
  private areStrands = true

  constructor(private readonly stage: Stage) {
    this.beads = new Beads(stage, 1, { solid: true, thread: true })
    this.wrapped = new Shells(stage, (isDark) => [cageColours(isDark)[0], cageColours(isDark)[1]])
    this.layered = new Shells(stage, (isDark) => [cageColours(isDark)[2], cageColours(isDark)[2]])
    this.edges = new Segments(stage, 0.25)
    this.ruler = new Ruler(stage)
    this.light = new Light(stage)
    this.strands = new Sticks(stage, this.light)
    this.met = new Label(stage, true)
    this.camera = new Follower(stage, [0.25, -0.75, 1.1])
    this.end = effect(() => {
      this.edges.colour = stage.theme.value.ink
      const { shown } = this
      if (shown !== undefined) this.mark(shown.found, shown.closest)
    })
  }

  /** `isNew`: another rope, seen as a whole. */
  show(found: RopeFrame, isNew: boolean, closest: boolean): void {
    const { positions, radius, ball, focus, wrapped, isChanged, layered, edges } = found
    const [x, y, z, reach] = ball as [number, number, number, number]
    this.shown = { found, closest }
    this.beads.radius = radius
    this.beads.place(positions)
    // What is thin is not to be lost in the distance.
    const depth = found.closed ? 4 * reach : reach
    this.beads.fade([x, y, z], depth)
    this.light.fade([x, y, z], depth)
    this.wrapped.place(wrapped, isChanged)
    this.layered.place(layered)
    this.edges.place(edges)
    this.mark(found, closest)
    if (isNew) this.camera.jump([x, y, z], reach)
    // All of it fills the picture; of a part the ball around it is enough.
    const [fx, fy, fz, size] = (focus ?? ball) as [number, number, number, number]
    const fit =
      focus === undefined
        ? fitOf(this.stage, positions, [0, 0, 0], radius)
        : { centre: [fx, fy, fz], radius: 1.1 * size }
    if (isNew) this.camera.jump(fit.centre, fit.radius)
    else this.camera.follow(fit.centre, fit.radius)
  }

  /** Nothing is left to be seen. */
  clear(): void {
    this.shown = undefined
    this.pairs = []
    const none = new Float32Array(0)
    this.beads.place(none)
    this.wrapped.place(none)
    this.layered.place(none)
    this.edges.place(none)
    this.strands.place(none, none, new Uint8Array(0), none)
    this.ruler.hide()
    this.met.hide()
  }

  /** Pairs of strands, or of beads, that have met in the step that is shown. */
  meet(pairs: readonly StepMeeting[], areStrands: boolean): void {
    if (pairs.length === 0 && this.pairs.length === 0 && areStrands === this.areStrands) return
    this.pairs = pairs
    this.areStrands = areStrands
    if (this.shown !== undefined) this.mark(this.shown.found, this.shown.closest)
  }

  private mark(found: RopeFrame, isMeasured: boolean): void {
    const { hit, ink } = this.stage.theme.peek()
    const { positions, hits, closest } = found
    const n = positions.length / 3
    const met = [...new Set(this.pairs.flatMap(({ a, b }) => [a, b]))].filter((i) => i < n)
    const ends = this.areStrands ? met.flatMap((i) => [i, (i + 1) % n]) : met
    this.beads.mark(Uint32Array.from([...hits, ...ends]), hit)
    this.drawStrands(found, this.areStrands ? met : [])
    this.name(positions)
    // Two names at one place cannot be read: what has met counts.
    if (closest === undefined || !isMeasured || this.pairs.length > 0) this.ruler.hide()
    else
      this.ruler.show(
        closest.pointA,
        closest.pointB,
        `${closest.gap.toFixed(3)}${unitOf(found)}`,
        closest.gap > 0 ? ink : hit,
      )
  }

  /** All of a closed rope, which has room between its beads; of others those that have met. */
  private drawStrands({ positions, radius, closed }: RopeFrame, met: readonly number[]): void {
    const n = positions.length / 3
    const list = closed ? Array.from({ length: n }, (_, i) => i) : met
    const tints = new Uint8Array(3 * list.length)
    const thick = new Float32Array(list.length).fill(radius)
    const [from, to] = [new Float32Array(tints.length), new Float32Array(tints.length)]
    const own = closed ? rainbow(n) : tints
    const red = bytesOf(new Color(this.stage.theme.peek().hit))
    const isMet = new Set(met)
    list.forEach((i, at) => {
      const next = (i + 1) % n
      from.set(positions.subarray(3 * i, 3 * i + 3), 3 * at)
      to.set(positions.subarray(3 * next, 3 * next + 3), 3 * at)
      tints.set(isMet.has(i) ? red : own.subarray(3 * i, 3 * i + 3), 3 * at)
      if (isMet.has(i)) thick[at] = (closed ? 1.5 : 1.04) * radius
    })
    this.strands.place(from, to, tints, thick)
  }

  /** The first pair that has met, by its numbers, where it is. */
  private name(positions: Float32Array): void {
    const first = this.pairs[0]
    if (first === undefined) {
      this.met.hide()
      return
    }
    const n = positions.length / 3
    const { a, b } = first
    const ends = this.areStrands ? [a, (a + 1) % n, b, (b + 1) % n] : [a, b]
    const at = [0, 1, 2].map((k) => ends.reduce((sum, i) => sum + positions[3 * i + k]! / ends.length, 0))
    this.met.show(`${this.areStrands ? 'strands' : 'beads'} ${a} and ${b}`, at, this.stage.theme.peek().hit)
  }

  close(): void {
    this.end()
    this.camera.close()
    this.beads.close()
    this.wrapped.close()
    this.layered.close()
    this.light.close()
  }
}
