// Many thin lines, each between two points.
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments } from 'three'
import type { Stage } from './stage.js'

export class Segments {
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>

  constructor(
    private readonly stage: Stage,
    opacity = 0.5,
    /** Seen through everything else. */
    onTop = false,
  ) {
    const material = new LineBasicMaterial({ transparent: true, opacity, depthTest: !onTop })
    this.lines = new LineSegments(new BufferGeometry(), material)
    if (onTop) this.lines.renderOrder = 8
    this.lines.material.depthWrite = false
    this.lines.frustumCulled = false
    this.lines.raycast = () => {}
    this.lines.visible = false
    stage.content.add(this.lines)
  }

  set colour(colour: string) {
    this.lines.material.color.set(colour)
    this.stage.draw()
  }

  /** Six numbers a line. */
  place(points: Float32Array): void {
    const { geometry } = this.lines
    const known = geometry.getAttribute('position') as BufferAttribute | undefined
    if (known !== undefined && known.array.length >= points.length) {
      // Fewer fit into the place that there is: it is not made again for every other number.
      known.array.set(points)
      known.needsUpdate = true
    } else {
      geometry.dispose()
      const room = new Float32Array(3 * Math.ceil(0.42 * points.length))
      room.set(points)
      geometry.setAttribute('position', new BufferAttribute(room, 3))
    }
    geometry.setDrawRange(0, points.length / 3)
    this.lines.visible = points.length > 0
    this.stage.draw()
  }
}
