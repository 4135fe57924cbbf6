// Two meshes on the stage: what touches in red, the distance between them, and the volumes that were tested.
import { effect } from '@preact/signals'
import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
} from 'three'
import { geometryOf, matrixOf } from '../../../view/shapes.js'
import { Floor } from '../../view/floor.js'
import { Ruler } from '../../view/ruler.js'
import { Segments } from '../../view/segments.js'
import type { Stage } from '../../view/stage.js'
import type { MeshesAnswer, MeshesView } from './engine.js'
import { lineColours, meshColour } from './legend.js'
import { lengthText } from './state.js'

const NO_POSE = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
const SEEN_THROUGH = 0.28

export class MeshesDrawing {
  private readonly meshes: readonly Mesh<BufferGeometry, MeshLambertMaterial>[]
  private readonly red: Mesh<BufferGeometry, MeshBasicMaterial>
  private readonly opened: readonly Segments[]
  private readonly separated: readonly Segments[]
  /** Those that were opened, behind the surfaces. */
  private readonly hidden: readonly Segments[]
  private readonly ruler: Ruler
  private readonly floor: Floor
  private readonly end: () => void
  private last: { readonly answer: MeshesAnswer; readonly glass: boolean } | undefined
  private pointed = false

  constructor(private readonly stage: Stage) {
    this.floor = new Floor(stage)
    this.meshes = ['a', 'b'].map((name) => {
      // Both sides: triangles of open meshes face either way. Shadows by backs alone, or faces would shade themselves.
      const lit = { side: DoubleSide, shadowSide: BackSide, forceSinglePass: true }
      const mesh = new Mesh(new BufferGeometry(), new MeshLambertMaterial(lit))
      mesh.matrixAutoUpdate = false
      mesh.castShadow = true
      mesh.receiveShadow = true
      // What dragging asks for.
      mesh.userData.thing = name
      stage.content.add(mesh)
      return mesh
    })
    const material = new MeshBasicMaterial({
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    })
    this.red = new Mesh(new BufferGeometry(), material)
    this.red.frustumCulled = false
    this.red.raycast = () => {}
    stage.content.add(this.red)
    this.separated = [0, 1].map(() => new Segments(stage, 0.3))
    this.opened = [0, 1].map(() => new Segments(stage, 0.95))
    this.hidden = [0, 1].map(() => new Segments(stage, 0.2, true))
    this.ruler = new Ruler(stage)
    this.end = effect(() => {
      stage.theme.value
      this.paint()
    })
  }

  /** `pose`: of the second one. */
  open({ surfaces }: MeshesView, pose: Float64Array): void {
    surfaces.forEach((surface, k) => {
      const mesh = this.meshes[k]!
      mesh.geometry.dispose()
      mesh.geometry = geometryOf({ kind: 'mesh', pose: NO_POSE, ...surface })
    })
    this.place(pose)
    this.floor.fit([0.45, 0, 0], 1.1, -0.78)
    this.stage.lookAt([0.45, 0, -0.05], 0.86, [0.45, -1, 0.5])
  }

  place(pose: Float64Array): void {
    matrixOf(pose, 0, this.meshes[1]!.matrix)
    this.meshes[1]!.matrixWorldNeedsUpdate = true
    this.stage.drawShadows()
  }

  show(answer: MeshesAnswer, glass: boolean): void {
    this.last = { answer, glass }
    const { touching, volumes } = answer
    for (const k of [0, 1] as const) {
      this.opened[k]!.place(volumes.opened[k])
      this.hidden[k]!.place(volumes.opened[k])
      this.separated[k]!.place(volumes.separated[k])
    }
    this.red.geometry.dispose()
    this.red.geometry = new BufferGeometry()
    this.red.geometry.setAttribute('position', new BufferAttribute(touching, 3))
    this.red.visible = touching.length > 0
    this.paint()
  }

  /** The pointer is over the mesh that can be dragged. */
  point(name: string | undefined): void {
    if ((name !== undefined) === this.pointed) return
    this.pointed = name !== undefined
    this.paint()
  }

  private paint(): void {
    const { stage, ruler } = this
    const theme = stage.theme.peek()
    const lines = lineColours(theme)
    this.meshes.forEach(({ material }, k) => {
      const glass = this.last?.glass === true
      if (material.transparent !== glass) material.needsUpdate = true
      material.transparent = glass
      material.opacity = glass ? SEEN_THROUGH : 1
      material.depthWrite = !glass
      material.color.copy(meshColour(k, theme.isDark))
      material.emissive.set(k === 1 && this.pointed ? theme.accent : '#000000')
      material.emissiveIntensity = 0.25
      for (const segments of [this.opened, this.hidden, this.separated]) segments[k]!.colour = lines[k]!
    })
    this.red.material.color.set(theme.hit)
    const answer = this.last?.answer
    if (answer === undefined || answer.distance === 0) ruler.hide()
    else ruler.show(answer.pointA, answer.pointB, lengthText(answer.distance), theme.ink)
    stage.draw()
  }

  close(): void {
    this.end()
    this.floor.close()
  }
}
