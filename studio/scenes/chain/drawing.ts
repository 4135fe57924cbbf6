// The chain on the stage: beads on a thread, boxes, a turn that is asked about, and a camera that goes with it.
import { effect } from '@preact/signals'
import { Color } from 'three'
import { Beads, rainbow } from '../../view/beads.js'
import { BoxLines } from '../../view/box-lines.js'
import { fitOf } from '../../view/fit.js'
import { Follower } from '../../view/follower.js'
import { Label } from '../../view/label.js'
import { bytesOf } from '../../view/lit.js'
import type { Stage } from '../../view/stage.js'
import type { ChainFrame } from './engine.js'
import { RADIUS } from './folding-sizes.js'
import { pathColour } from './legend.js'
import type { ChainWay } from './way.js'

/** From this many boxes on, their faces are not drawn: there would be nothing else. */
const GLASS_UP_TO = 80

/** How much larger what is seen may be than the chain: it is to fill the picture. */
const ROOM = 1.2

const MIDDLE = [0, 0, 0]
/** Where nothing is shown. */
const NONE = new Float32Array(0)

export class ChainDrawing {
  private readonly beads: Beads
  private readonly lines: BoxLines
  private readonly glass: BoxLines
  private readonly path: BoxLines
  /** Of a turn: the beads that move, along the way; at its end, or where it touches; the two that touch. */
  private readonly copies: Beads
  private readonly last: Beads
  private readonly touching: Beads
  private readonly names: Label
  private readonly camera: Follower
  private readonly end: () => void
  private tints: Uint8Array = new Uint8Array(0)
  private way: ChainWay | undefined
  private positions: Float32Array = NONE
  private middle: readonly number[] = MIDDLE

  constructor(private readonly stage: Stage) {
    this.beads = new Beads(stage, RADIUS, { thread: true })
    this.glass = new BoxLines(stage, { edges: 0, faces: 0.07 })
    this.lines = new BoxLines(stage, { edges: 0.75 })
    this.path = new BoxLines(stage, { edges: 0.9, onTop: true })
    this.copies = new Beads(stage, RADIUS, { opacity: 0.14 })
    this.last = new Beads(stage, RADIUS, { opacity: 0.5 })
    this.touching = new Beads(stage, 1.2 * RADIUS)
    // Seen wherever they are: after all others, those that are seen through included.
    Object.assign(this.touching.points.material, { depthTest: false, transparent: true })
    this.touching.points.renderOrder = 9
    this.names = new Label(stage, true)
    this.camera = new Follower(stage, [1, -1.4, 0.8], ROOM)
    this.end = effect(() => {
      this.path.colour = pathColour(stage.theme.value.isDark)
      this.showWay(this.way)
    })
  }

  /** `isNew`: another chain, seen as a whole. */
  show({ positions, boxes, path, ball }: ChainFrame, isNew: boolean, isResting: boolean): void {
    this.positions = positions
    this.beads.place(positions)
    const [x, y, z, radius] = ball as [number, number, number, number]
    // The mean of the beads stays in the middle of the picture: a turn swings half of the chain about.
    for (const { root } of [this.beads, this.lines, this.glass, this.path, this.copies, this.last, this.touching]) {
      root.position.set(-x, -y, -z)
    }
    this.middle = [x, y, z]
    for (const beads of [this.beads, this.copies, this.last]) beads.fade(MIDDLE, radius)
    if (this.tints.length !== boxes.length / 5) this.tints = rainbow(boxes.length / 15)
    this.lines.place(boxes, this.tints)
    if (boxes.length <= 15 * GLASS_UP_TO) this.glass.place(boxes, this.tints)
    else this.glass.hide()
    this.path.place(path)
    if (isNew) this.camera.jump(MIDDLE, radius)
    const fit = fitOf(this.stage, positions, [-x, -y, -z], RADIUS)
    if (isNew) this.camera.jump(fit.centre, fit.radius)
    else if (this.way === undefined) this.camera.follow(fit.centre, fit.radius, isResting)
  }

  /** A turn along its way: green where it is free, or else with the two beads that touch in red; undefined: none. */
  showWay(way: ChainWay | undefined): void {
    this.way = way
    const { free, hit, body } = this.stage.theme.peek()
    const { copies, count, touching } = way ?? { copies: NONE, count: 0, touching: NONE }
    const each = count === 0 ? 0 : copies.length / count
    const colour = way?.outcome === 'free' ? free : body
    place(this.copies, copies.subarray(0, copies.length - each), colour)
    place(this.last, copies.subarray(copies.length - each), colour)
    place(this.touching, touching, hit)
    if (way?.pair === undefined) this.names.hide()
    else {
      const at = this.middle.map((m, k) => (touching[k]! + touching[3 + k]!) / 2 - m)
      this.names.show(`beads ${way.pair[0]} and ${way.pair[1]}`, at, hit)
    }
    if (way === undefined) return
    const seen = new Float32Array(this.positions.length + copies.length)
    seen.set(this.positions)
    seen.set(copies, this.positions.length)
    const [x, y, z] = this.middle as [number, number, number]
    const fit = fitOf(this.stage, seen, [-x, -y, -z], RADIUS)
    this.camera.follow(fit.centre, fit.radius)
  }

  /** The bead of the last joint, in the colour of what became of the turn. */
  markMove(joint: number | undefined, taken: boolean): void {
    const { free, hit } = this.stage.theme.peek()
    const beads = joint === undefined ? [] : [joint, joint + 1]
    this.beads.mark(Uint32Array.from(beads), taken ? free : hit)
  }

  close(): void {
    this.camera.close()
    for (const beads of [this.beads, this.copies, this.last, this.touching]) beads.close()
    this.end()
  }
}

/** All of them in one colour. */
function place(beads: Beads, positions: Float32Array, colour: string): void {
  beads.root.visible = positions.length > 0
  beads.place(positions)
  const bytes = bytesOf(new Color(colour))
  beads.paint(Uint8Array.from({ length: positions.length }, (_, i) => bytes[i % 3]!))
}
