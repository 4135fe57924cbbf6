// Many beads: each a point that a small shader makes a lit ball, so that ten thousand cost as little as ten thousand points. A
// thread along them is drawn from the same numbers. Farther ones fade a little towards the background.
import { effect } from '@preact/signals'
import { BufferAttribute, BufferGeometry, Color, Group, Line, Points, ShaderMaterial, Sphere, Vector3 } from 'three'
import { bytesOf } from './lit.js'
import type { Stage } from './stage.js'

const FADE = `
  uniform vec3 back;
  uniform vec2 fadeRange;
  uniform float fadeMost;
  varying float depth;
  vec3 faded(vec3 colour) {
    return mix(colour, back, fadeMost * smoothstep(fadeRange.x, fadeRange.y, depth));
  }
`

const VERTEX = `
  attribute vec3 tint;
  attribute float size;
  uniform float radius;
  uniform float scale;
  varying vec3 colour;
  varying float depth;
  varying float reach;
  #include <clipping_planes_pars_vertex>
  void main() {
    colour = tint;
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
    vec4 mvPosition = eye;
    #include <clipping_planes_vertex>
    reach = radius * size;
    depth = -eye.z;
    gl_Position = projectionMatrix * eye;
    gl_PointSize = max(3.0, scale * reach / depth);
  }
`

// With SOLID, a ball is as deep as a ball: those that overlap meet in a circle, as beads of a rope do.
const FRAGMENT = `
  ${FADE}
  varying vec3 colour;
  varying float reach;
  uniform mat4 projectionMatrix;
  uniform float opacity;
  #include <clipping_planes_pars_fragment>
  void main() {
    #include <clipping_planes_fragment>
    vec2 p = 2.0 * gl_PointCoord - 1.0;
    float out2 = dot(p, p);
    if (out2 > 1.0) discard;
    vec3 normal = vec3(p.x, -p.y, sqrt(1.0 - out2));
    float sun = max(0.0, dot(normal, vec3(0.407, 0.661, 0.63)));
    float sky = 0.5 + 0.5 * normal.y;
    // To the 32nd power, which is cheaper than pow.
    float shine = max(0.0, dot(normal, vec3(0.237, 0.395, 0.888)));
    shine *= shine; shine *= shine; shine *= shine; shine *= shine; shine *= shine;
    vec3 lit = colour * (0.22 + 0.2 * sky + 0.75 * sun) * (0.55 + 0.45 * normal.z) + 0.12 * shine;
    gl_FragColor = vec4(faded(lit), opacity);
    #ifdef SOLID
      float z = depth - reach * normal.z;
      float clip = projectionMatrix[2][2] * -z + projectionMatrix[3][2];
      gl_FragDepth = 0.5 + 0.5 * clip / z;
    #endif
    #include <colorspace_fragment>
  }
`

const THREAD_VERTEX = `
  attribute vec3 tint;
  varying vec3 colour;
  varying float depth;
  #include <clipping_planes_pars_vertex>
  void main() {
    colour = tint;
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
    vec4 mvPosition = eye;
    #include <clipping_planes_vertex>
    depth = -eye.z;
    gl_Position = projectionMatrix * eye;
  }
`

const THREAD_FRAGMENT = `
  ${FADE}
  varying vec3 colour;
  #include <clipping_planes_pars_fragment>
  void main() {
    #include <clipping_planes_fragment>
    gl_FragColor = vec4(faded(0.62 * colour), 1.0);
    #include <colorspace_fragment>
  }
`

/** Pixels that a bead must have across for the thread to be drawn: between smaller ones there is no room for it. */
const THREAD_FROM = 5

export interface BeadsOptions {
  /** Balls that overlap meet as balls do; a little dearer. */
  readonly solid?: boolean
  /** A line from each to the next. */
  readonly thread?: boolean
  /** Less than 1: seen through. Default 1. */
  readonly opacity?: number
}

export class Beads {
  readonly root = new Group()
  readonly points: Points<BufferGeometry, ShaderMaterial>
  private readonly thread: Line | undefined
  private readonly geometry = new BufferGeometry()
  private readonly uniforms = {
    radius: { value: 1 },
    scale: { value: 1000 },
    back: { value: new Color() },
    opacity: { value: 1 },
    fadeMost: { value: 0.6 },
    fadeRange: { value: [1e9, 2e9] as readonly [number, number] },
  }
  /** Of an infinite ball nothing fades. */
  private readonly fading = new Sphere(new Vector3(), Infinity)
  private marked: Uint32Array = new Uint32Array(0)
  private plain: Uint8Array = new Uint8Array(0)
  private readonly end: () => void

  constructor(
    private readonly stage: Stage,
    radius: number,
    { solid = false, thread = false, opacity = 1 }: BeadsOptions = {},
  ) {
    const { uniforms } = this
    uniforms.radius.value = radius
    uniforms.opacity.value = opacity
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms,
      clipping: true,
      defines: solid ? { SOLID: '' } : {},
      transparent: opacity < 1,
      depthWrite: opacity === 1,
    })
    this.points = new Points(this.geometry, material)
    this.points.frustumCulled = false
    // A point's size is in pixels of the picture: twice the radius over the distance, times its height over twice the tangent.
    this.points.onBeforeRender = (renderer) => {
      const height = renderer.domElement.height
      uniforms.scale.value = height / Math.tan((stage.camera.fov * Math.PI) / 360)
      const away = stage.camera.position.distanceTo(this.fading.center)
      const { radius } = this.fading
      if (radius < Infinity) uniforms.fadeRange.value = [away - 0.75 * radius, away + 1.25 * radius]
    }
    this.root.add(this.points)
    if (thread) {
      const shader = new ShaderMaterial({
        vertexShader: THREAD_VERTEX,
        fragmentShader: THREAD_FRAGMENT,
        uniforms,
        clipping: true,
      })
      this.thread = new Line(this.geometry, shader)
      this.thread.frustumCulled = false
      this.root.add(this.thread)
    }
    this.root.traverse((part) => {
      part.raycast = () => {}
    })
    stage.content.add(this.root)
    this.end = effect(() => {
      const { background, isDark } = stage.theme.value
      uniforms.back.value.set(background)
      uniforms.fadeMost.value = isDark ? 0.6 : 0.4
      stage.draw()
    })
  }

  set radius(radius: number) {
    this.uniforms.radius.value = radius
    this.stage.draw()
  }

  /** x, y, z a bead. The array is kept. Colours run along the chain. */
  place(positions: Float32Array): void {
    const { geometry } = this
    const known = geometry.getAttribute('position') as BufferAttribute | undefined
    if (known?.array.length === positions.length) {
      known.array = positions
      known.needsUpdate = true
    } else this.renew(positions)
    if (this.thread !== undefined) this.thread.visible = this.pixels() > THREAD_FROM
    this.stage.draw()
  }

  /** How large a bead in the middle of all is in the picture. */
  private pixels(): number {
    const away = this.stage.camera.position.distanceTo(this.fading.center)
    return (this.uniforms.scale.value * this.uniforms.radius.value) / away
  }

  private renew(positions: Float32Array): void {
    const { geometry } = this
    const count = positions.length / 3
    // What the card holds of another number of beads.
    geometry.dispose()
    this.plain = rainbow(count)
    this.marked = new Uint32Array(0)
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    geometry.setAttribute('tint', new BufferAttribute(this.plain.slice(), 3, true))
    geometry.setAttribute('size', new BufferAttribute(new Float32Array(count).fill(1), 1))
  }

  /** How large each is, in units of the radius. As many as were placed. */
  sizes(sizes: Float32Array): void {
    const size = this.geometry.getAttribute('size') as BufferAttribute
    size.array.set(sizes)
    size.needsUpdate = true
    this.stage.draw()
  }

  /** Three bytes a bead, linear, in place of the colours along the chain. As many as were placed. */
  paint(tints: Uint8Array): void {
    this.plain = tints
    this.marked = new Uint32Array(0)
    const tint = this.geometry.getAttribute('tint') as BufferAttribute
    tint.array.set(tints)
    tint.needsUpdate = true
    this.stage.draw()
  }

  /** Gives some another colour: those and no others. Numbers of beads that were placed. */
  mark(beads: Uint32Array, colour: string): void {
    const tint = this.geometry.getAttribute('tint') as BufferAttribute | undefined
    if (tint === undefined || (beads.length === 0 && this.marked.length === 0)) return
    const array = tint.array as Uint8Array
    for (const i of this.marked) array.set(this.plain.subarray(3 * i, 3 * i + 3), 3 * i)
    const bytes = bytesOf(new Color(colour))
    for (const i of beads) array.set(bytes, 3 * i)
    this.marked = beads
    tint.needsUpdate = true
    this.stage.draw()
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

const SHADES = 512
const HUES = Uint8Array.from(
  Array.from({ length: SHADES }, (_, i) => bytesOf(new Color().setHSL(0.62 - (0.6 * i) / SHADES, 0.62, 0.56))).flat(),
)

/** Three bytes a bead, along the chain from blue to red: linear, as the shaders want them. */
export function rainbow(count: number): Uint8Array {
  const out = new Uint8Array(3 * count)
  for (let i = 0; i < count; i++) {
    const shade = 3 * Math.floor((SHADES * i) / count)
    for (let k = 0; k < 3; k++) out[3 * i + k] = HUES[shade + k]!
  }
  return out
}
