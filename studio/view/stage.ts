// The picture: one camera, light, and what the scene puts into `content`. Drawn when something changed, not all the time.
// z is up, as in the robots' files.
import { type ReadonlySignal, signal } from '@preact/signals'
import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  type Intersection,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { disposeOf } from './dispose.js'

/** Six numbers: the camera's position and target. */
export type View = readonly number[]

/** Of a pointer's event. */
export interface PointerPlace {
  readonly clientX: number
  readonly clientY: number
}

export class Stage {
  /** What the scene shows. Emptied when it closes. */
  readonly content = new Group()
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000)
  readonly controls: OrbitControls
  private readonly renderer: WebGLRenderer
  private readonly scene = new Scene()
  private readonly sun = new DirectionalLight(0xffffff, 1.9)
  private readonly resizing: ResizeObserver
  /** Beside the picture's element: the part of it that nothing stands over. */
  private readonly free: HTMLElement
  private readonly rate = signal(0)
  private readonly colours = signal<StageColours>(DARK)
  private frame = 0
  private drawn = 0
  private width = 0
  private height = 0
  /** How large the target ball may be, as a share of the picture's height. */
  private room = 1
  private countedFrom = 0
  private readonly beforeFrame = new Set<(seconds: number) => void>()
  /** True while the camera is where the user or a link has put it: scenes do not move it then. */
  private pinned = false
  private home: { readonly centre: Vector3; readonly radius: number; readonly from: Vector3 } | undefined
  /** Told when the user has moved the camera. */
  onView: () => void = () => {}

  /** Throws where the browser has no WebGL. */
  constructor(readonly canvas: HTMLCanvasElement) {
    const frame = canvas.parentElement!
    this.free = frame.nextElementSibling as HTMLElement
    // Where pixels are few, edges need not be smooth.
    const antialias = window.devicePixelRatio >= 1
    this.renderer = new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance' })
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    this.camera.up.set(0, 0, 1)
    this.camera.position.set(2, -2.5, 1.8)
    this.controls = new OrbitControls(this.camera, canvas)
    this.controls.addEventListener('change', () => this.draw())
    this.controls.addEventListener('end', () => {
      this.pinned = true
      this.onView()
    })
    const sky = new HemisphereLight(0xffffff, 0x8894a0, 1.6)
    sky.position.set(0, 0, 1)
    this.sun.position.set(2, -3, 5)
    this.camera.add(this.sun)
    // Of lights that cast them: by themselves none does. They are found again where something has moved, not with every frame.
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.autoUpdate = false
    this.scene.add(sky, this.camera, this.content)
    // A graphics card may lose everything, by sleep or another tab, and get it back: it is drawn again then.
    canvas.addEventListener('webglcontextrestored', () => this.drawShadows())
    this.resizing = new ResizeObserver(() => this.resize())
    this.resizing.observe(frame)
    this.resizing.observe(this.free)
    this.resize()
  }

  /** Frames drawn in the last second. */
  get framesPerSecond(): ReadonlySignal<number> {
    return this.rate
  }

  /** Colours of the theme: for what scenes draw in neutral tones. */
  get theme(): ReadonlySignal<StageColours> {
    return this.colours
  }

  setTheme(dark: boolean): void {
    this.colours.value = dark ? DARK : LIGHT
    this.scene.background = new Color(this.colours.value.background)
    this.draw()
  }

  /** How bright the light is that goes with the camera: 1.9, less where a scene has lamps of its own. */
  set headlight(strength: number) {
    this.sun.intensity = strength
    this.draw()
  }

  /** Something has changed: draws once, at the next frame. */
  draw(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame((now) => this.render(now))
  }

  /** Something that casts a shadow has moved. */
  drawShadows(): void {
    this.renderer.shadowMap.needsUpdate = true
    this.draw()
  }

  /** Called before every frame, which it makes come one after the other as long as it is there. Returns what ends it. */
  animate(step: (seconds: number) => void): () => void {
    this.beforeFrame.add(step)
    this.draw()
    return () => this.beforeFrame.delete(step)
  }

  /** What the user, or a link, has set; undefined while the camera is where the scene put it. */
  get view(): View | undefined {
    return this.pinned ? [...this.camera.position.toArray(), ...this.controls.target.toArray()] : undefined
  }

  set view(view: View | undefined) {
    this.pinned = view !== undefined
    if (view === undefined) this.goHome()
    else {
      this.camera.position.fromArray(view as number[], 0)
      this.controls.target.fromArray(view as number[], 3)
      this.controls.update()
      this.draw()
    }
  }

  /**
   * Turns to a ball so that all of it is seen, in the middle of what is free of the picture, from where the camera is or from
   * `direction`; a camera that the user has moved stays where it is.
   */
  lookAt(centre: readonly number[], radius: number, direction?: readonly number[]): void {
    const from = direction
      ? new Vector3().fromArray(direction as number[])
      : this.camera.position.clone().sub(this.controls.target)
    this.home = { centre: new Vector3().fromArray(centre as number[]), radius, from: from.normalize() }
    this.camera.near = radius / 200
    this.camera.far = radius * 200
    this.camera.updateProjectionMatrix()
    if (!this.pinned) this.goHome()
    this.draw()
  }

  private goHome(): void {
    if (this.home === undefined) return
    const { centre, radius, from } = this.home
    const half = Math.atan(this.room * Math.tan((this.camera.fov * Math.PI) / 360))
    this.camera.position.copy(centre).addScaledVector(from, radius / Math.sin(half))
    this.controls.target.copy(centre)
    this.controls.update()
    this.draw()
  }

  /** What of `content` is under a pointer, the nearest first. */
  pick(event: PointerPlace): Intersection[] {
    return this.ray(event).intersectObject(this.content, true)
  }

  /** Where the ray under a pointer meets the plane through a point; undefined where it does not. */
  onPlane(event: PointerPlace, point: Vector3, normal: Vector3): Vector3 | undefined {
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, point)
    return this.ray(event).ray.intersectPlane(plane, new Vector3()) ?? undefined
  }

  private ray({ clientX, clientY }: PointerPlace): Raycaster {
    const box = this.canvas.getBoundingClientRect()
    const at = new Vector2((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height)
    const ray = new Raycaster()
    ray.setFromCamera(at, this.camera)
    return ray
  }

  /** Takes everything off, and frees what the graphics card holds of it. */
  clear(): void {
    this.beforeFrame.clear()
    this.home = undefined
    for (const child of [...this.content.children]) {
      this.content.remove(child)
      disposeOf(child)
    }
    this.draw()
  }

  /** What is seen now, as a PNG. */
  picture(): Promise<Blob> {
    this.renderer.render(this.scene, this.camera)
    return new Promise((done, fail) => {
      this.canvas.toBlob((blob) => (blob === null ? fail(new Error('the picture could not be made')) : done(blob)))
    })
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!
    if (clientWidth === 0 || clientHeight === 0) return
    // To set its size wipes the picture: not where only an overlay has changed.
    if (clientWidth !== this.width || clientHeight !== this.height)
      this.renderer.setSize(clientWidth, clientHeight, false)
    this.width = clientWidth
    this.height = clientHeight
    // The camera's target is in the middle of the free part. An overlay that leaves next to nothing is seen through.
    const { offsetTop, offsetHeight } = this.free
    const middle = (offsetTop + offsetHeight / 2) / clientHeight
    this.room = Math.min(clientWidth, Math.max(offsetHeight, clientHeight / 3)) / clientHeight
    this.camera.aspect = clientWidth / clientHeight
    this.camera.view = { ...WHOLE, offsetY: 0.5 - middle }
    this.camera.updateProjectionMatrix()
    if (!this.pinned) this.goHome()
    this.draw()
  }

  private render(now: number): void {
    this.frame = 0
    for (const step of this.beforeFrame) step(now / 1000)
    this.renderer.render(this.scene, this.camera)
    this.drawn++
    if (now - this.countedFrom >= 1000) {
      this.rate.value = Math.round((1000 * this.drawn) / (now - this.countedFrom))
      this.drawn = 0
      this.countedFrom = now
    }
    if (this.beforeFrame.size > 0) this.draw()
  }
}

/** Of the camera, in shares of the picture. */
const WHOLE = { enabled: true, fullWidth: 1, fullHeight: 1, offsetX: 0, width: 1, height: 1 }

export interface StageColours {
  readonly isDark: boolean
  readonly background: string
  /** Of lines on the floor. */
  readonly grid: string
  /** Of text and thin lines. */
  readonly ink: string
  /** Of robots and meshes that nothing is said about. */
  readonly body: string
  /** Of obstacles. */
  readonly obstacle: string
  readonly free: string
  readonly hit: string
  readonly accent: string
}

const LIGHT: StageColours = {
  isDark: false,
  background: '#f4f6f8',
  grid: '#d3dae1',
  ink: '#27323c',
  body: '#8fa6bd',
  obstacle: '#c3b59f',
  free: '#2f9e62',
  hit: '#d6322d',
  accent: '#1f6fd1',
}

const DARK: StageColours = {
  isDark: true,
  background: '#12171c',
  grid: '#2a333c',
  ink: '#dbe3ea',
  body: '#7f97ae',
  obstacle: '#8a7d69',
  free: '#3fbf7a',
  hit: '#f0524b',
  accent: '#5aa2f7',
}
