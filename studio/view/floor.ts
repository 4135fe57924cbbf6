// A floor to stand on: a grid that fades away, and the shadows that fall on it from a lamp that stays where it is.
import { effect } from '@preact/signals'
import { Color, DirectionalLight, DoubleSide, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial } from 'three'
import { leaveOut } from './framing.js'
import { leaveWhole } from './section.js'
import type { Stage } from './stage.js'

const VERTEX = `
  varying vec2 at;
  void main() {
    at = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`

// Lines are as thin as a pixel wherever they are seen from; every fifth is stronger.
const FRAGMENT = `
  uniform vec3 colour;
  uniform float cell;
  uniform float reach;
  varying vec2 at;
  float lines(float size) {
    vec2 p = at / size;
    vec2 d = abs(fract(p - 0.5) - 0.5) / fwidth(p);
    return 1.0 - min(1.0, min(d.x, d.y));
  }
  void main() {
    float fade = 1.0 - smoothstep(0.35, 1.0, length(at) / reach);
    float strength = max(0.55 * lines(cell), lines(5.0 * cell));
    gl_FragColor = vec4(colour, strength * fade);
    #include <colorspace_fragment>
  }
`

export class Floor {
  readonly root = new Group()
  private readonly sun = new DirectionalLight(0xffffff, 1.9)
  private readonly grid: Mesh<PlaneGeometry, ShaderMaterial>
  private readonly shade: Mesh<PlaneGeometry, ShadowMaterial>
  private readonly end: () => void

  constructor(private readonly stage: Stage) {
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { colour: { value: new Color() }, cell: { value: 0.1 }, reach: { value: 1 } },
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    })
    this.grid = new Mesh(new PlaneGeometry(2, 2), material)
    this.shade = new Mesh(new PlaneGeometry(2, 2), new ShadowMaterial({ opacity: 0.25, depthWrite: false }))
    for (const mesh of [this.grid, this.shade]) mesh.raycast = () => {}
    this.shade.receiveShadow = true
    this.sun.castShadow = true
    this.sun.shadow.mapSize.set(1024, 1024)
    this.sun.shadow.bias = -0.0005
    this.root.add(this.grid, this.shade, this.sun, this.sun.target)
    leaveOut(this.root)
    leaveWhole(this.root)
    stage.content.add(this.root)
    stage.headlight = 0.35
    this.end = effect(() => {
      const { grid } = stage.theme.value
      material.uniforms.colour!.value.set(grid)
      stage.draw()
    })
  }

  /** Under a ball, at a height. */
  fit(centre: readonly number[], radius: number, height: number): void {
    const [x, y] = centre as [number, number, number]
    const reach = 4 * radius
    for (const mesh of [this.grid, this.shade]) {
      mesh.position.set(x, y, height - radius * 1e-4)
      mesh.geometry.dispose()
      mesh.geometry = new PlaneGeometry(2 * reach, 2 * reach)
    }
    const { uniforms } = this.grid.material
    // A tenth of the scene, as one, two or five of a power of ten.
    uniforms.cell!.value = roundLength(radius / 6)
    uniforms.reach!.value = reach
    this.sun.target.position.set(x, y, height)
    this.sun.position.set(x + 1.2 * radius, y - 1.5 * radius, height + 3.2 * radius)
    const { camera } = this.sun.shadow
    Object.assign(camera, { left: -1.5 * radius, right: 1.5 * radius, top: 1.5 * radius, bottom: -1.5 * radius })
    Object.assign(camera, { near: 0.5 * radius, far: 7 * radius })
    camera.updateProjectionMatrix()
    this.sun.shadow.normalBias = 0.004 * radius
    this.stage.drawShadows()
  }

  close(): void {
    this.end()
    this.stage.headlight = 1.9
    this.sun.shadow.dispose()
  }
}

function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length))
  const first = length / power
  return power * (first >= 5 ? 5 : first >= 2 ? 2 : 1)
}
