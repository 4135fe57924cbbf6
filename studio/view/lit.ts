// The light in which beads, sticks and ribbons are drawn: the same for all of them, so that they look like one thing. Farther parts
// fade a little towards the background.
import { effect } from '@preact/signals'
import { Color, type Mesh, ShaderMaterial, Sphere, Vector3 } from 'three'
import type { Stage } from './stage.js'

const FRAGMENT = `
  uniform vec3 back;
  uniform vec2 fadeRange;
  varying vec3 colour;
  varying vec3 outward;
  varying float depth;
  #include <clipping_planes_pars_fragment>
  void main() {
    #include <clipping_planes_fragment>
    vec3 normal = normalize(gl_FrontFacing ? outward : -outward);
    float sun = max(0.0, dot(normal, normalize(vec3(0.4, 0.65, 0.62))));
    float sky = 0.5 + 0.5 * normal.y;
    float shine = pow(max(0.0, dot(normal, normalize(vec3(0.24, 0.4, 0.9)))), 40.0);
    vec3 lit = colour * (0.22 + 0.2 * sky + 0.75 * sun) * (0.55 + 0.45 * abs(normal.z)) + 0.12 * shine;
    gl_FragColor = vec4(mix(lit, back, 0.62 * smoothstep(fadeRange.x, fadeRange.y, depth)), 1.0);
    #include <colorspace_fragment>
  }
`

export class Light {
  private readonly uniforms = {
    back: { value: new Color() },
    fadeRange: { value: [1e9, 2e9] as readonly [number, number] },
  }
  private readonly fading = new Sphere(new Vector3(), 1e12)
  private readonly end: () => void

  constructor(private readonly stage: Stage) {
    this.end = effect(() => {
      this.uniforms.back.value.set(stage.theme.value.background)
      stage.draw()
    })
  }

  /** A material of this light. The vertex shader writes `colour`, `outward` (as the eye sees it) and `depth`. */
  material(vertexShader: string): ShaderMaterial {
    return new ShaderMaterial({ vertexShader, fragmentShader: FRAGMENT, uniforms: this.uniforms, clipping: true })
  }

  /** Puts a mesh of such a material on the stage: it is neither picked nor left out. */
  add(mesh: Mesh): void {
    mesh.frustumCulled = false
    mesh.raycast = () => {}
    mesh.onBeforeRender = () => {
      const away = this.stage.camera.position.distanceTo(this.fading.center)
      const { radius } = this.fading
      this.uniforms.fadeRange.value = [away - 0.75 * radius, away + 1.25 * radius]
    }
    this.stage.content.add(mesh)
  }

  /** What is farther away than the nearest of a ball fades, until its other side. */
  fade(centre: readonly number[], radius: number): void {
    this.fading.center.fromArray(centre as number[])
    this.fading.radius = radius
  }

  close(): void {
    this.end()
  }
}

/** Three bytes of a colour: linear, as the shaders want them. */
export function bytesOf({ r, g, b }: Color): [number, number, number] {
  return [Math.round(255 * r), Math.round(255 * g), Math.round(255 * b)]
}
