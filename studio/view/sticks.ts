// Many sticks, each between two points: one small cylinder, drawn as often as needed.
import { CylinderGeometry, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, type ShaderMaterial } from 'three'
import type { Light } from './lit.js'
import type { Stage } from './stage.js'

const VERTEX = `
  attribute vec3 from;
  attribute vec3 to;
  attribute vec3 tint;
  attribute float thick;
  varying vec3 colour;
  varying vec3 outward;
  varying float depth;
  #include <clipping_planes_pars_vertex>
  void main() {
    colour = tint;
    vec3 along = to - from;
    vec3 axis = length(along) > 0.0 ? normalize(along) : vec3(0.0, 0.0, 1.0);
    vec3 u = normalize(cross(axis, abs(axis.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
    vec3 side = position.x * u + position.z * cross(axis, u);
    vec4 eye = modelViewMatrix * vec4(from + (position.y + 0.5) * along + thick * side, 1.0);
    outward = normalMatrix * side;
    depth = -eye.z;
    vec4 mvPosition = eye;
    #include <clipping_planes_vertex>
    gl_Position = projectionMatrix * eye;
  }
`

export class Sticks {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>
  private count = 0

  constructor(
    private readonly stage: Stage,
    light: Light,
  ) {
    const cylinder = new CylinderGeometry(1, 1, 1, 10, 1, true)
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('position', cylinder.getAttribute('position'))
    geometry.setIndex(cylinder.getIndex())
    this.mesh = new Mesh(geometry, light.material(VERTEX))
    this.mesh.visible = false
    light.add(this.mesh)
  }

  /** Three numbers an end; three bytes and a radius a stick. Fewer than before fit into the place that there is. */
  place(from: Float32Array, to: Float32Array, tints: Uint8Array, thick: Float32Array): void {
    const { geometry } = this.mesh
    const count = thick.length
    if (count > this.count) {
      geometry.dispose()
      const room = Math.ceil(1.3 * count)
      geometry.setAttribute('from', new InstancedBufferAttribute(new Float32Array(3 * room), 3))
      geometry.setAttribute('to', new InstancedBufferAttribute(new Float32Array(3 * room), 3))
      geometry.setAttribute('tint', new InstancedBufferAttribute(new Uint8Array(3 * room), 3, true))
      geometry.setAttribute('thick', new InstancedBufferAttribute(new Float32Array(room), 1))
      this.count = room
    }
    for (const [name, values] of Object.entries({ from, to, tint: tints, thick })) {
      if (count === 0) break
      const attribute = geometry.getAttribute(name) as InstancedBufferAttribute
      attribute.array.set(values)
      attribute.needsUpdate = true
    }
    geometry.instanceCount = count
    this.mesh.visible = count > 0
    this.stage.draw()
  }
}
