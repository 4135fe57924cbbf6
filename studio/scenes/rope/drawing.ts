// The rope on the stage: its beads, red where they touch; cages, edges of the power diagram, and the closest pair.
import { effect } from '@preact/signals'
import { Beads } from '../../view/beads.js'
import { Follower } from '../../view/follower.js'
import { Ruler } from '../../view/ruler.js'
import { Segments } from '../../view/segments.js'
import { Shells } from '../../view/shells.js'
import type { Stage } from '../../view/stage.js'
import type { RopeFrame } from './engine.js'

export class RopeDrawing {
  private readonly beads: Beads
  private readonly wrapped: Shells
  private readonly layered: Shells
  private readonly edges: Segments
  private readonly ruler: Ruler
  private readonly camera: Follower
  private readonly end: () => void
  private shown: { readonly found: RopeFrame; readonly closest: boolean } | undefined

  constructor(private readonly stage: Stage) {
    this.beads = new Beads(stage, 1, { solid: true, thread: true })
    this.wrapped = new Shells(stage, (isDark) => (isDark ? ['#4f9df7', '#ffe08a'] : ['#1f6fd1', '#d9480f']))
    this.layered = new Shells(stage, (isDark) => (isDark ? ['#c07bf0', '#c07bf0'] : ['#8a3ffc', '#8a3ffc']))
    this.edges = new Segments(stage, 0.25)
    this.ruler = new Ruler(stage)
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
    this.beads.fade([x, y, z], reach)
    this.wrapped.place(wrapped, isChanged)
    this.layered.place(layered)
    this.edges.place(edges)
    this.mark(found, closest)
    const [fx, fy, fz, size] = focus as [number, number, number, number]
    if (isNew) this.camera.jump([fx, fy, fz], 1.1 * size)
    else this.camera.follow([fx, fy, fz], 1.1 * size)
  }

  private mark({ hits, closest }: RopeFrame, isMeasured: boolean): void {
    const { hit, ink } = this.stage.theme.peek()
    this.beads.mark(hits, hit)
    if (closest === undefined || !isMeasured) this.ruler.hide()
    else this.ruler.show(closest.pointA, closest.pointB, closest.gap.toFixed(3), closest.gap > 0 ? ink : hit)
  }

  close(): void {
    this.end()
    this.camera.close()
    this.beads.close()
    this.wrapped.close()
    this.layered.close()
  }
}
