// A closed surface in the light of beads, sticks and ribbons, with a colour for every corner.
import { BufferAttribute, BufferGeometry, Mesh, type ShaderMaterial } from 'three'
import type { Light } from './lit.js'
import { VERTEX } from './ribbon.js'
import { haveInside } from './section.js'
import type { Stage } from './stage.js'

export class Surface {
  private readonly mesh: Mesh<BufferGeometry, ShaderMaterial>

  constructor(
    private readonly stage: Stage,
    light: Light,
  ) {
    this.mesh = new Mesh(new BufferGeometry(), light.material(VERTEX))
    this.mesh.visible = false
    haveInside(this.mesh)
    light.add(this.mesh)
  }

  place(positions: Float32Array, normals: Float32Array, triangles: Uint32Array, tints: Uint8Array): void {
    const { mesh } = this
    mesh.geometry.dispose()
    mesh.geometry = new BufferGeometry()
    mesh.geometry.setAttribute('position', new BufferAttribute(positions, 3))
    mesh.geometry.setAttribute('normal', new BufferAttribute(normals, 3))
    mesh.geometry.setAttribute('tint', new BufferAttribute(tints, 3, true))
    mesh.geometry.setIndex(new BufferAttribute(triangles, 1))
    mesh.visible = triangles.length > 0
    this.stage.draw()
  }

  hide(): void {
    this.mesh.visible = false
    this.stage.draw()
  }
}
