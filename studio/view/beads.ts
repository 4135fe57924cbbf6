// Many beads: each a point that a small shader makes a lit ball, so that ten thousand cost as little as ten thousand points.
import { BufferAttribute, BufferGeometry, Color, Points, ShaderMaterial, Sphere, Vector3 } from 'three'
import type { Stage } from './stage.js'

const VERTEX = `
  attribute vec3 tint;
  uniform float radius;
  uniform float scale;
  varying vec3 colour;
  void main() {
    colour = tint;
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * eye;
    gl_PointSize = max(1.0, scale * radius / -eye.z);
  }
`

const FRAGMENT = `
  varying vec3 colour;
  void main() {
    vec2 p = 2.0 * gl_PointCoord - 1.0;
    float out2 = dot(p, p);
    if (out2 > 1.0) discard;
    vec3 normal = vec3(p.x, -p.y, sqrt(1.0 - out2));
    float light = 0.42 + 0.58 * max(0.0, dot(normal, normalize(vec3(0.35, 0.6, 0.7))));
    gl_FragColor = vec4(colour * light, 1.0);
  }
`

export class Beads {
  readonly points: Points<BufferGeometry, ShaderMaterial>
  private readonly stage: Stage

  constructor(stage: Stage, radius: number) {
    this.stage = stage
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { radius: { value: radius }, scale: { value: 1 } },
    })
    this.points = new Points(new BufferGeometry(), material)
    this.points.frustumCulled = false
    // A point's size is in pixels of the picture: twice the radius over the distance, times its height over twice the tangent.
    this.points.onBeforeRender = (renderer) => {
      const height = renderer.domElement.height
      material.uniforms.scale!.value = height / Math.tan((stage.camera.fov * Math.PI) / 360)
    }
    stage.content.add(this.points)
  }

  /** x, y, z a bead. The array is kept. Colours run along the chain, unless they were set. */
  place(positions: Float32Array): void {
    const { geometry } = this.points
    const known = geometry.getAttribute('position') as BufferAttribute | undefined
    if (known?.array.length === positions.length) {
      known.array = positions
      known.needsUpdate = true
    } else {
      geometry.setAttribute('position', new BufferAttribute(positions, 3))
      geometry.setAttribute('tint', new BufferAttribute(rainbow(positions.length / 3), 3))
    }
    this.stage.draw()
  }

  centre(): number[] {
    return this.ball().center.toArray()
  }

  reach(): number {
    return this.ball().radius
  }

  private ball(): Sphere {
    const { geometry } = this.points
    geometry.computeBoundingSphere()
    return geometry.boundingSphere ?? new Sphere(new Vector3(), 1)
  }
}

function rainbow(count: number): Float32Array {
  const out = new Float32Array(3 * count)
  const colour = new Color()
  for (let i = 0; i < count; i++) {
    colour.setHSL(0.62 - (0.62 * i) / Math.max(1, count - 1), 0.55, 0.55)
    colour.toArray(out, 3 * i)
  }
  return out
}
