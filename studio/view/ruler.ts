// The line between two points with a number on it: how far apart two things are, or where they touch.
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three'
import { disposeOf } from '../../view/dispose.js'
import { leaveOut } from './framing.js'
import { Label } from './label.js'
import { leaveWhole } from './section.js'
import type { Stage } from './stage.js'

export class Ruler {
  private readonly root = new Group()
  private readonly line: Line<BufferGeometry, LineBasicMaterial>
  private readonly ends: readonly Mesh<SphereGeometry, MeshBasicMaterial>[]
  private readonly label: Label

  /** `root`: what it is a part of; the scene's content if left out. */
  constructor(
    private readonly stage: Stage,
    root: Group = stage.content,
  ) {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6), 3))
    this.line = new Line(geometry, new LineBasicMaterial({ depthTest: false }))
    this.line.frustumCulled = false
    this.ends = [0, 1].map(
      () => new Mesh(new SphereGeometry(1, 16, 12), new MeshBasicMaterial({ depthTest: false, transparent: true })),
    )
    this.root.add(this.line, ...this.ends)
    this.root.traverse((part) => {
      part.renderOrder = 9
      part.raycast = () => {}
    })
    this.root.visible = false
    leaveOut(this.root)
    leaveWhole(this.root)
    root.add(this.root)
    this.label = new Label(stage, false, root)
  }

  show(a: readonly number[], b: readonly number[], text: string, colour: string): void {
    const { line, ends } = this
    const place = line.geometry.getAttribute('position') as BufferAttribute
    place.array.set([...a, ...b])
    place.needsUpdate = true
    line.material.color.set(colour)
    for (const [end, at] of [
      [ends[0]!, a],
      [ends[1]!, b],
    ] as const) {
      end.position.fromArray(at as number[])
      end.material.color.set(colour)
      // As large as a few pixels, from wherever it is seen.
      end.onBeforeRender = (_renderer, _scene, camera) => {
        const size = 0.0042 * camera.position.distanceTo(end.position)
        end.scale.setScalar(size)
        end.updateMatrixWorld()
      }
    }
    this.root.visible = true
    const middle = a.map((x, k) => (x + b[k]!) / 2)
    if (text === '') this.label.hide()
    else this.label.show(text, middle, colour)
    this.stage.draw()
  }

  hide(): void {
    this.root.visible = false
    this.label.hide()
  }

  close(): void {
    this.root.removeFromParent()
    disposeOf(this.root)
    this.label.close()
  }
}
