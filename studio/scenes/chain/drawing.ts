// The chain on the stage: beads on a thread, boxes, and a camera that goes with it.
import { effect } from '@preact/signals'
import { Beads, rainbow } from '../../view/beads.js'
import { BoxLines } from '../../view/box-lines.js'
import { Follower } from '../../view/follower.js'
import type { Stage } from '../../view/stage.js'
import type { ChainFrame } from './engine.js'
import { RADIUS } from './folding-sizes.js'

/** From this many boxes on, their faces are not drawn: there would be nothing else. */
const GLASS_UP_TO = 80

const MIDDLE = [0, 0, 0]

export class ChainDrawing {
  private readonly beads: Beads
  private readonly lines: BoxLines
  private readonly glass: BoxLines
  private readonly path: BoxLines
  private readonly camera: Follower
  private readonly end: () => void
  private tints: Uint8Array = new Uint8Array(0)

  constructor(private readonly stage: Stage) {
    this.beads = new Beads(stage, RADIUS, { thread: true })
    this.glass = new BoxLines(stage, { edges: 0, faces: 0.07 })
    this.lines = new BoxLines(stage, { edges: 0.75 })
    this.path = new BoxLines(stage, { edges: 0.9, onTop: true })
    this.camera = new Follower(stage, [1, -1.4, 0.8])
    this.end = effect(() => {
      this.path.colour = stage.theme.value.isDark ? '#ffffff' : '#1a1f26'
    })
  }

  /** `isNew`: another chain, seen as a whole. */
  show({ positions, boxes, path, ball }: ChainFrame, isNew: boolean): void {
    this.beads.place(positions)
    const [x, y, z, radius] = ball as [number, number, number, number]
    // The mean of the beads stays in the middle of the picture: a turn swings half of the chain about.
    for (const { root } of [this.beads, this.lines, this.glass, this.path]) root.position.set(-x, -y, -z)
    this.beads.fade(MIDDLE, radius)
    if (this.tints.length !== boxes.length / 5) this.tints = rainbow(boxes.length / 15)
    this.lines.place(boxes, this.tints)
    if (boxes.length <= 15 * GLASS_UP_TO) this.glass.place(boxes, this.tints)
    else this.glass.hide()
    this.path.place(path)
    if (isNew) this.camera.jump(MIDDLE, radius)
    else this.camera.follow(MIDDLE, radius)
  }

  /** The bead of the last joint, in the colour of what became of the turn. */
  markMove(joint: number | undefined, taken: boolean): void {
    const { free, hit } = this.stage.theme.peek()
    const beads = joint === undefined ? [] : [joint, joint + 1]
    this.beads.mark(Uint32Array.from(beads), taken ? free : hit)
  }

  close(): void {
    this.camera.close()
    this.beads.close()
    this.end()
  }
}
