// The picture of an element: things, light and a camera, drawn when something has changed. z is up, as in the robots' files.
import {
  Box3,
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { disposeOf } from './dispose.js'
import type { ViewScene, ViewThing } from './messages.js'
import { geometryOf, matrixOf } from './shapes.js'

/** As CSS has them. */
export interface PictureColours {
  readonly background: string
  readonly robot: string
  readonly obstacle: string
  readonly hit: string
}

interface Part {
  readonly thing: ViewThing
  readonly group: Group
  readonly material: MeshLambertMaterial
}

/** From where a scene is seen at first; and what is to the right and up then. */
const FROM = new Vector3(0.62, -0.78, 0.5).normalize()
const RIGHT = new Vector3(0, 0, 1).cross(FROM).normalize()
const UP = FROM.clone().cross(RIGHT)
/** Of the picture's width and height, what a scene takes up at first. */
const FILLED = 0.9

function cornersOf({ min, max }: Box3): Vector3[] {
  const two = [min, max]
  return two.flatMap(({ x }) => two.flatMap(({ y }) => two.map(({ z }) => new Vector3(x, y, z))))
}

/** Where there is nothing to be seen. */
const NOTHING = cornersOf(new Box3(new Vector3(-1, -1, 0), new Vector3(1, 1, 1)))

export class Picture {
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  private readonly content = new Group()
  private readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000)
  private readonly controls: OrbitControls
  private parts: Part[] = []
  private poses = new Float32Array(0)
  private frames = 1
  private pending = 0
  /** Of boxes around everything, over the whole motion. */
  private corners: readonly Vector3[] = NOTHING
  private isMoved = false
  private isEnded = false

  /** Throws where the browser has no WebGL. `onDropped`: the browser has taken the canvas away from it. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    onDropped: () => void,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true })
    canvas.addEventListener('webglcontextlost', () => {
      if (!this.isEnded) onDropped()
    })
    this.camera.up.set(0, 0, 1)
    const sky = new HemisphereLight(0xffffff, 0x8894a0, 1.6)
    sky.position.set(0, 0, 1)
    const sun = new DirectionalLight(0xffffff, 1.9)
    sun.position.set(2, -3, 5)
    this.camera.add(sun)
    this.scene.add(sky, this.camera, this.content)
    this.controls = new OrbitControls(this.camera, canvas)
    // A page is scrolled by the wheel and by a finger; what is embedded in it does not hold on to them.
    this.controls.enableZoom = false
    canvas.style.touchAction = 'pan-y'
    this.controls.addEventListener('change', () => this.draw())
    this.controls.addEventListener('start', () => {
      this.isMoved = true
    })
  }

  show({ things, poses, frames }: ViewScene): void {
    this.clear()
    this.poses = poses as Float32Array<ArrayBuffer>
    this.frames = frames
    this.parts = things.map((thing) => {
      const material = new MeshLambertMaterial()
      const group = new Group()
      group.matrixAutoUpdate = false
      for (const shape of thing.shapes) {
        const mesh = new Mesh(geometryOf(shape), material)
        mesh.matrixAutoUpdate = false
        matrixOf(shape.pose, 0, mesh.matrix)
        group.add(mesh)
      }
      this.content.add(group)
      return { thing, group, material }
    })
    const before = this.corners
    this.corners = this.around()
    // Another scene is seen from where it can be seen; the same one from where it was.
    if (before.length !== this.corners.length || before.some((p, k) => !p.equals(this.corners[k]!)))
      this.isMoved = false
    this.place(0)
    this.resize()
  }

  private around(): readonly Vector3[] {
    const out: Vector3[] = []
    for (let k = 0; k <= 8; k++) {
      this.place(k / 8)
      this.content.updateMatrixWorld(true)
      this.content.traverse((part) => {
        if (!(part instanceof Mesh)) return
        part.geometry.computeBoundingBox()
        out.push(...cornersOf(part.geometry.boundingBox).map((p) => p.applyMatrix4(part.matrixWorld)))
      })
    }
    return out.length === 0 ? NOTHING : out
  }

  /** At t of the motion, 0 to 1. */
  place(t: number): void {
    const frame = Math.round(t * (this.frames - 1))
    const first = 12 * frame * this.parts.length
    this.parts.forEach(({ group }, i) => {
      matrixOf(this.poses, first + 12 * i, group.matrix)
      group.matrixWorldNeedsUpdate = true
    })
    this.draw()
  }

  /** `hit`: names of things that touch. */
  paint({ background, robot, obstacle, hit }: PictureColours, touching: readonly string[]): void {
    this.scene.background = new Color(background)
    this.parts.forEach(({ thing, material }, i) => {
      const isHit = touching.includes(thing.name)
      material.color.set(isHit ? hit : thing.kind === 'obstacle' ? obstacle : robot)
      // Links that follow each other differ a little.
      if (!isHit) material.color.offsetHSL(thing.kind === 'attached' ? 0.08 : 0, 0, i % 2 === 0 ? 0 : 0.04)
    })
    this.draw()
  }

  resize(): void {
    const { clientWidth, clientHeight } = this.canvas
    if (clientWidth === 0 || clientHeight === 0) return
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    this.renderer.setSize(clientWidth, clientHeight, false)
    this.camera.aspect = clientWidth / clientHeight
    if (!this.isMoved) this.home()
    this.camera.updateProjectionMatrix()
    this.draw()
  }

  /** All of it, from where it is seen at first. */
  home(): void {
    this.isMoved = false
    const { center, radius } = new Box3().setFromPoints([...this.corners]).getBoundingSphere(new Sphere())
    const size = Math.max(radius, 1e-3)
    this.camera.near = size / 200
    this.camera.far = size * 200
    const tan = FILLED * Math.tan((this.camera.fov * Math.PI) / 360)
    const across = this.fitted(RIGHT, tan * this.camera.aspect)
    const upwards = this.fitted(UP, tan)
    const target = this.controls.target.set(0, 0, 0)
    target.addScaledVector(RIGHT, across.middle).addScaledVector(UP, upwards.middle)
    target.addScaledVector(FROM, center.dot(FROM))
    const away = Math.max(across.away, upwards.away) - center.dot(FROM)
    this.camera.position.copy(target).addScaledVector(FROM, Math.max(away, size / 10))
    this.controls.update()
    this.draw()
  }

  /** Where along FROM the camera must be, and where along `axis`, so that no corner p is farther from its line of sight than `tan` times
      its depth: |p·axis − middle| ≤ tan (away − p·FROM). */
  private fitted(axis: Vector3, tan: number): { readonly away: number; readonly middle: number } {
    let [above, below] = [-Infinity, -Infinity]
    for (const p of this.corners) {
      above = Math.max(above, tan * p.dot(FROM) + p.dot(axis))
      below = Math.max(below, tan * p.dot(FROM) - p.dot(axis))
    }
    return { away: (above + below) / (2 * tan), middle: (above - below) / 2 }
  }

  draw(): void {
    if (this.pending !== 0) return
    this.pending = requestAnimationFrame(() => {
      this.pending = 0
      this.renderer.render(this.scene, this.camera)
    })
  }

  /** Nothing is left to be seen. */
  clear(): void {
    for (const { group } of this.parts) {
      this.content.remove(group)
      disposeOf(group)
    }
    this.parts = []
    this.draw()
  }

  /** Frees all that the graphics card holds; the canvas is of no use any more. */
  dispose(): void {
    this.isEnded = true
    this.clear()
    cancelAnimationFrame(this.pending)
    this.controls.dispose()
    this.renderer.dispose()
    if (!this.renderer.getContext().isContextLost()) this.renderer.forceContextLoss()
  }
}
