// Lines through the air: the way that a point goes.
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial } from 'three'
import { disposeOf } from './dispose.js'
import type { Stage } from './stage.js'

export class Trace {
  private readonly root = new Group()

  constructor(private readonly stage: Stage) {
    stage.content.add(this.root)
  }

  /** Each x, y, z, x, y, z, … */
  show(ways: readonly Float32Array[], colour: string): void {
    this.clear()
    for (const way of ways) {
      const geometry = new BufferGeometry()
      geometry.setAttribute('position', new BufferAttribute(way, 3))
      const line = new Line(geometry, new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.8 }))
      line.raycast = () => {}
      this.root.add(line)
    }
    this.stage.draw()
  }

  private clear(): void {
    for (const child of [...this.root.children]) {
      this.root.remove(child)
      disposeOf(child)
    }
  }
}
