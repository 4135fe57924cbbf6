// Lines through the air: the way that a point goes, thick enough to be seen.
import { CatmullRomCurve3, Group, Mesh, MeshBasicMaterial, TubeGeometry, Vector3 } from 'three'
import { disposeOf } from '../../view/dispose.js'
import type { Stage } from './stage.js'

export class Trace {
  private readonly root = new Group()

  constructor(private readonly stage: Stage) {
    stage.content.add(this.root)
  }

  /** Each x, y, z, x, y, z, … */
  show(ways: readonly Float32Array[], radius: number, colour: string): void {
    this.clear()
    for (const way of ways) {
      const points = pointsOf(way, radius)
      if (points.length < 2) continue
      const geometry = new TubeGeometry(new CatmullRomCurve3(points), 2 * points.length, radius, 6)
      const material = new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.75 })
      const tube = new Mesh(geometry, material)
      tube.raycast = () => {}
      this.root.add(tube)
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

/** Without those that are as good as the one before: curves do not like them. */
function pointsOf(way: Float32Array, least: number): Vector3[] {
  const out: Vector3[] = []
  for (let i = 0; i < way.length; i += 3) {
    const point = new Vector3().fromArray(way, i)
    if (out.length === 0 || point.distanceTo(out.at(-1)!) > least) out.push(point)
  }
  return out
}
