// What robots look like: visual geometry in its own colours, moved with the links. Nothing is asked about it, and it is not picked: what
// is taken by the pointer is the geometry that is checked.
import { Color, DoubleSide, Group, Mesh, MeshLambertMaterial } from 'three'
import { disposeOf } from '../../view/dispose.js'
import { geometryOf, matrixOf } from '../../view/shapes.js'
import type { DrawnVisual } from '../workcell/visuals.js'
import type { Stage } from './stage.js'
import type { Look } from './things.js'

/** Where a file has no colour. */
const PLAIN = [0.78, 0.8, 0.82, 1]

interface Part {
  readonly name: string
  readonly group: Group
  readonly materials: readonly { readonly material: MeshLambertMaterial; readonly own: Color }[]
}

export class LookAlikes {
  private readonly root = new Group()
  private readonly parts: Part[] = []

  constructor(private readonly stage: Stage) {
    stage.content.add(this.root)
  }

  show(visuals: readonly DrawnVisual[]): void {
    for (const { group } of this.parts) {
      this.root.remove(group)
      disposeOf(group)
    }
    this.parts.length = 0
    for (const { name, shapes } of visuals) {
      const group = new Group()
      group.matrixAutoUpdate = false
      const materials = shapes.map(({ shape, colour = PLAIN }) => {
        const [r, g, b, a] = colour as [number, number, number, number]
        const own = new Color().setRGB(r, g, b, 'srgb')
        // Files for drawing have their triangles either way round.
        const material = new MeshLambertMaterial({ side: DoubleSide, transparent: a < 1, opacity: Math.max(0.1, a) })
        const mesh = new Mesh(geometryOf(shape), material)
        mesh.matrixAutoUpdate = false
        matrixOf(shape.pose, 0, mesh.matrix)
        mesh.castShadow = true
        mesh.receiveShadow = true
        mesh.raycast = () => {}
        group.add(mesh)
        return { material, own }
      })
      this.root.add(group)
      this.parts.push({ name, group, materials })
    }
    this.paint(new Map())
  }

  /** Twelve numbers each, in the order in which they were given. */
  place(poses: ArrayLike<number>): void {
    if (poses.length !== 12 * this.parts.length) return
    this.parts.forEach(({ group }, i) => {
      matrixOf(poses, 12 * i, group.matrix)
      group.matrixWorldNeedsUpdate = true
    })
    this.stage.drawShadows()
  }

  /** What touches is red here too. */
  paint(looks: ReadonlyMap<string, Look>): void {
    const { hit, accent } = this.stage.theme.peek()
    for (const { name, materials } of this.parts) {
      const { isHit = false, isPointed = false } = looks.get(name) ?? {}
      for (const { material, own } of materials) {
        material.color.copy(own)
        if (isHit) material.color.lerp(new Color(hit), 0.8)
        material.emissive.set(isHit ? hit : isPointed ? accent : '#000000')
        material.emissiveIntensity = isHit ? 0.2 : isPointed ? 0.3 : 0
      }
    }
    this.stage.draw()
  }

  set visible(visible: boolean) {
    this.root.visible = visible
    this.stage.drawShadows()
  }
}
