// Many balls that are seen through: bright at the rim, clear in the middle. For what surrounds something: cages, spheres of reach.

import { effect } from '@preact/signals'
import { Color, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial, SphereGeometry } from 'three'
import type { Stage } from './stage.js'

const VERTEX = `
  attribute vec4 ball;
  attribute float lit;
  varying vec3 outward;
  varying vec3 toEye;
  varying float isLit;
  void main() {
    isLit = lit;
    vec4 eye = modelViewMatrix * vec4(ball.xyz + ball.w * position, 1.0);
    outward = normalMatrix * position;
    toEye = -eye.xyz;
    gl_Position = projectionMatrix * eye;
  }
`

const FRAGMENT = `
  uniform vec3 own;
  uniform vec3 bright;
  uniform float strength;
  varying vec3 outward;
  varying vec3 toEye;
  varying float isLit;
  void main() {
    float facing = abs(dot(normalize(outward), normalize(toEye)));
    float rim = pow(1.0 - facing, 2.5);
    gl_FragColor = vec4(mix(own, bright, isLit), strength * (0.06 + 0.6 * rim) * (1.0 + 1.2 * isLit));
    #include <colorspace_fragment>
  }
`

export class Shells {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>
  private count = 0
  private readonly end: () => void

  /** `colours`: of them all, and of those that are lit, in the dark and in the light. */
  constructor(
    private readonly stage: Stage,
    colours: (isDark: boolean) => readonly [own: string, lit: string],
  ) {
    const ball = new SphereGeometry(1, 40, 24)
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('position', ball.getAttribute('position'))
    geometry.setIndex(ball.getIndex())
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { own: { value: new Color() }, bright: { value: new Color() }, strength: { value: 1 } },
      transparent: true,
      depthWrite: false,
    })
    this.mesh = new Mesh(geometry, material)
    this.mesh.frustumCulled = false
    this.mesh.renderOrder = 5
    this.mesh.raycast = () => {}
    this.mesh.visible = false
    stage.content.add(this.mesh)
    this.end = effect(() => {
      const { isDark } = stage.theme.value
      const [own, lit] = colours(isDark)
      material.uniforms.own!.value.set(own)
      material.uniforms.bright!.value.set(lit)
      stage.draw()
    })
  }

  /** x, y, z, radius a ball; and which are lit (1), if any. The arrays are kept. */
  place(balls: Float32Array, lit: Uint8Array = new Uint8Array(balls.length / 4)): void {
    const { geometry } = this.mesh
    const count = balls.length / 4
    const [place, mark] = [geometry.getAttribute('ball'), geometry.getAttribute('lit')] as (
      | InstancedBufferAttribute
      | undefined
    )[]
    if (count === this.count && place !== undefined && mark !== undefined) {
      place.array = balls
      mark.array = lit
      place.needsUpdate = true
      mark.needsUpdate = true
    } else {
      // What the card holds of another number of balls.
      geometry.dispose()
      geometry.setAttribute('ball', new InstancedBufferAttribute(balls, 4))
      geometry.setAttribute('lit', new InstancedBufferAttribute(lit, 1))
      geometry.instanceCount = count
      this.count = count
    }
    // The more there are, the more lie over each other.
    this.mesh.material.uniforms.strength!.value = Math.min(1, 4 / Math.sqrt(count))
    this.mesh.visible = count > 0
    this.stage.draw()
  }

  close(): void {
    this.end()
  }
}
