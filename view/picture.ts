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

/** From where a scene is seen at first. */
const FROM = new Vector3(0.62, -0.78, 0.5).normalize()

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
  private ball = new Sphere(new Vector3(0, 0, 0.5), 1)
  private isMoved = false

  /** Throws where the browser has no WebGL. */
  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true })
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
    this.ball = this.around()
    this.place(0)
    this.resize()
  }

  /** What everything takes up, over the whole motion. */
  private around(): Sphere {
    const box = new Box3()
    for (let k = 0; k <= 8; k++) {
      this.place(k / 8)
      this.content.updateMatrixWorld(true)
      box.expandByObject(this.content)
    }
    if (box.isEmpty()) return new Sphere(new Vector3(0, 0, 0.5), 1)
    const ball = box.getBoundingSphere(new Sphere())
    ball.radius = Math.max(0.8 * ball.radius, 1e-3)
    return ball
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
    const { center, radius } = this.ball
    this.isMoved = false
    const half = Math.atan(Math.min(1, this.camera.aspect) * Math.tan((this.camera.fov * Math.PI) / 360))
    this.camera.near = radius / 200
    this.camera.far = radius * 200
    this.camera.position.copy(center).addScaledVector(FROM, radius / Math.sin(half))
    this.controls.target.copy(center)
    this.controls.update()
    this.draw()
  }

  draw(): void {
    if (this.pending !== 0) return
    this.pending = requestAnimationFrame(() => {
      this.pending = 0
      this.renderer.render(this.scene, this.camera)
    })
  }

  private clear(): void {
    for (const { group } of this.parts) {
      this.content.remove(group)
      disposeOf(group)
    }
    this.parts = []
  }

  /** Frees all that the graphics card holds; the canvas is of no use any more. */
  dispose(): void {
    cancelAnimationFrame(this.pending)
    this.clear()
    this.controls.dispose()
    this.renderer.dispose()
    this.renderer.forceContextLoss()
  }
}
