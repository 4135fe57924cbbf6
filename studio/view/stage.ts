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
  type Raycaster,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { disposeOf } from '../../view/dispose.js'
import { listenToKeys } from './camera-keys.js'
import { framed, reachesOf } from './framing.js'
import { type PointerPlace, rayThrough } from './pointer-ray.js'
import { type Section, SectionPlane } from './section.js'
import { DARK, LIGHT, type StageColours } from './stage-colours.js'
import type { Ball } from './things.js'

export type { PointerPlace } from './pointer-ray.js'
export type { StageColours } from './stage-colours.js'

/** Six numbers: the camera's position and target. */
export type View = readonly number[]

/** A picture of another size than the page shows, in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
  /** Without one, it is seen through. */
  readonly background: boolean
}

/** Of the picture's height: what is fitted is as high at least. */
const LEAST_ROOM = 0.15
/** Of the smaller side of what is free: how much stays empty around what is fitted. */
const MARGIN = 0.08

export class Stage {
  /** What the scene shows. Emptied when it closes. */
  readonly content = new Group()
  /** What the shell draws over any scene: measures. */
  readonly aids = new Group()
  /** Clicks into the picture are the shell's: scenes leave them alone. */
  isTaken = false
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
  /** What is free of the picture without its margin, as shares of its height. */
  private room = { across: 1, up: 1 }
  private countedFrom = 0
  private readonly beforeFrame = new Set<(seconds: number) => void>()
  private readonly watchers = new Set<() => void>()
  private readonly cut = new SectionPlane()
  /** While a picture of another size is made. */
  private fixed: PictureSize | undefined
  /** The camera goes home before the next frame: everything is in its place by then. */
  private isGoingHome = false
  /** The user has asked for everything, and no scene has turned elsewhere since. */
  isFitted = false
  /** True while the camera is where the user or a link has put it: scenes do not move it then. */
  private pinned = false
  private readonly shown = signal<Ball>({ centre: [0, 0, 0], radius: 1 })
  private home: { readonly from: Vector3; readonly isBall: boolean } | undefined
  /** Called when the user has moved the camera. */
  onView: () => void = () => {}

  /** Throws where the browser has no WebGL. */
  constructor(readonly canvas: HTMLCanvasElement) {
    const frame = canvas.parentElement!
    this.free = frame.nextElementSibling as HTMLElement
    // Where pixels are few, edges need not be smooth.
    const antialias = window.devicePixelRatio >= 1
    this.renderer = new WebGLRenderer({ canvas, antialias, alpha: true, powerPreference: 'high-performance' })
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    this.camera.up.set(0, 0, 1)
    this.camera.position.set(2, -2.5, 1.8)
    this.controls = new OrbitControls(this.camera, canvas)
    this.controls.addEventListener('change', () => this.draw())
    this.controls.addEventListener('end', () => this.pin())
    listenToKeys(
      canvas,
      () => ({ position: this.camera.position, target: this.controls.target }),
      (aimed) => {
        this.aim(aimed.position, aimed.target)
        this.pin()
      },
    )
    // How tests find it, and who inspects the page.
    Object.assign(canvas, { limberStage: this })
    const sky = new HemisphereLight(0xffffff, 0x8894a0, 1.6)
    sky.position.set(0, 0, 1)
    this.sun.position.set(2, -3, 5)
    this.camera.add(this.sun)
    // Of lights that cast them: by themselves none does. They are found again where something has moved, not with every frame.
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.autoUpdate = false
    this.scene.add(sky, this.camera, this.content, this.aids)
    // A graphics card may lose everything, by sleep or another tab, and get it back.
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

  /** Called before every frame is drawn, which it does not make come. Returns what ends it. */
  beforeFrames(act: () => void): () => void {
    this.watchers.add(act)
    return () => this.watchers.delete(act)
  }

  /** What is cut away; undefined where all is whole. */
  get section(): Section | undefined {
    return this.cut.value
  }

  set section(section: Section | undefined) {
    this.cut.set(section, this.content)
    this.draw()
  }

  /** Whether a section shows the inside of something. */
  get hasInsides(): boolean {
    return this.cut.hasInsides.value
  }

  isCutAway(point: Vector3): boolean {
    return this.cut.hides(point)
  }

  /** What the scene shows: a point and how far around it. */
  get around(): Ball {
    return this.shown.value
  }

  /** What the user, or a link, has set; undefined while the camera is where the scene put it. */
  get view(): View | undefined {
    return this.pinned ? [...this.camera.position.toArray(), ...this.controls.target.toArray()] : undefined
  }

  set view(view: View | undefined) {
    this.pinned = view !== undefined
    if (view === undefined) this.goHome()
    else this.aim(new Vector3().fromArray(view as number[], 0), new Vector3().fromArray(view as number[], 3))
  }

  /** Something else is to be shown: where the user has put the camera says nothing of it. */
  release(): void {
    this.pinned = false
    this.onView()
  }

  private aim(position: Vector3, target: Vector3): void {
    this.camera.position.copy(position)
    this.controls.target.copy(target)
    this.controls.update()
    this.draw()
  }

  /** The camera is where the user has put it. */
  private pin(): void {
    this.isGoingHome = false
    this.pinned = true
    this.onView()
  }

  /**
   * Turns to what the scene shows so that all of it is seen, in the middle of what is free of the picture; a camera that the user has
   * moved stays where it is. With a `direction` everything that is on the stage is fitted, from there; without, or for a `ball`, the
   * ball that is given.
   */
  lookAt(
    centre: readonly number[],
    radius: number,
    direction?: readonly number[],
    ball = direction === undefined,
  ): void {
    const from = direction
      ? new Vector3().fromArray(direction as number[])
      : this.camera.position.clone().sub(this.controls.target)
    this.home = { from: from.normalize(), isBall: ball }
    this.shown.value = { centre, radius }
    this.isFitted = false
    this.camera.near = radius / 200
    this.camera.far = radius * 200
    this.camera.updateProjectionMatrix()
    if (!this.pinned) this.goHome()
    this.draw()
  }

  /** Sees all of it from a direction, as if the user had turned it there. */
  lookFrom(direction: readonly number[]): void {
    this.see(new Vector3().fromArray(direction as number[]).normalize())
    this.pin()
  }

  private goHome(): void {
    if (this.home === undefined) return
    // What is fitted may not be in its place yet.
    this.isGoingHome = !this.home.isBall
    if (this.home.isBall) this.see(this.home.from, true)
    this.draw()
  }

  /** Everything that is on the stage now, whatever the scene turns to. */
  fit(): void {
    this.pinned = false
    this.isGoingHome = true
    this.isFitted = true
    this.draw()
  }

  /** What a camera that was not moved by hand is turned to, as a ball. */
  get seen(): Ball {
    const { room, camera, controls } = this
    const half = Math.atan(Math.min(room.across, room.up) * Math.tan((camera.fov * Math.PI) / 360))
    const radius = camera.position.distanceTo(controls.target) * Math.sin(half)
    return { centre: controls.target.toArray(), radius }
  }

  private see(from: Vector3, isBall = false): void {
    const { room } = this
    const half = Math.tan((this.camera.fov * Math.PI) / 360)
    const [across, up] = [half * room.across, half * room.up]
    const { centre, radius } = this.shown.peek()
    const ball = [...centre, radius]
    const found = isBall ? [] : reachesOf(this.content)
    const { position, target } = framed(found.length > 0 ? found : ball, from, across, up)!
    this.aim(position, target)
  }

  /** A pointer that held something turns and moves the view from now on, as if it had just come. */
  giveToCamera({ pointerId, pointerType, clientX, clientY }: PointerEvent): void {
    this.controls.enabled = true
    this.canvas.dispatchEvent(new PointerEvent('pointerdown', { pointerId, pointerType, clientX, clientY }))
  }

  /** What of `content` is under a pointer, the nearest first. */
  pick(event: PointerPlace): Intersection[] {
    return this.ray(event)
      .intersectObject(this.content, true)
      .filter(({ point }) => !this.isCutAway(point))
  }

  /** Where the ray under a pointer meets the plane through a point; undefined where it does not. */
  onPlane(event: PointerPlace, point: Vector3, normal: Vector3): Vector3 | undefined {
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, point)
    return this.ray(event).ray.intersectPlane(plane, new Vector3()) ?? undefined
  }

  /** From the camera through a pointer. */
  ray(event: PointerPlace): Raycaster {
    return rayThrough(this.canvas, this.camera, event)
  }

  /** Takes everything off, and frees what the graphics card holds of it. */
  clear(): void {
    this.beforeFrame.clear()
    this.home = undefined
    this.isGoingHome = false
    for (const child of [...this.content.children]) {
      this.content.remove(child)
      disposeOf(child)
    }
    this.draw()
  }

  /** What is seen now, as a PNG; of another size where one is given. */
  async picture(size?: PictureSize): Promise<Blob> {
    const end = size === undefined ? () => {} : this.asLarge(size)
    try {
      this.paint()
      return await new Promise((done, fail) => {
        this.canvas.toBlob((blob) => (blob === null ? fail(new Error('the picture could not be made')) : done(blob)))
      })
    } finally {
      end()
    }
  }

  /** Draws pictures of another size, until what it returns is called. */
  asLarge(size: PictureSize): () => void {
    const ratio = this.renderer.getPixelRatio()
    const { fov } = this.camera
    const before = this.width / this.height
    this.fixed = size
    this.renderer.setPixelRatio(1)
    this.renderer.setSize(size.width, size.height, false)
    this.camera.aspect = size.width / size.height
    // As much of it from left to right as the page shows, at least.
    const wider = Math.max(1, before / this.camera.aspect)
    this.camera.fov = (360 / Math.PI) * Math.atan(wider * Math.tan((fov * Math.PI) / 360))
    this.camera.view = { ...WHOLE, offsetY: 0 }
    this.camera.updateProjectionMatrix()
    if (!size.background) this.scene.background = null
    this.paint()
    return () => {
      this.fixed = undefined
      this.camera.fov = fov
      this.renderer.setPixelRatio(ratio)
      this.scene.background = new Color(this.colours.value.background)
      this.width = 0
      this.resize()
      this.paint()
    }
  }

  get size(): readonly [number, number] {
    const ratio = this.renderer.getPixelRatio()
    return [Math.round(this.width * ratio), Math.round(this.height * ratio)]
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!
    if (clientWidth === 0 || clientHeight === 0 || this.fixed !== undefined) return
    // To set its size wipes the picture: not where only an overlay has changed.
    const isSame = clientWidth === this.width && clientHeight === this.height
    if (!isSame) this.renderer.setSize(clientWidth, clientHeight, false)
    this.width = clientWidth
    this.height = clientHeight
    // What is fitted is in the middle of the free part. Overlays that leave next to nothing are seen through.
    const { offsetTop, offsetHeight } = this.free
    // For words that float over the free part.
    const below = clientHeight - offsetTop - offsetHeight
    this.free.parentElement!.style.setProperty('--below-clear', `${below}px`)
    const middle = (offsetTop + offsetHeight / 2) / clientHeight
    const high = Math.max(offsetHeight, LEAST_ROOM * clientHeight)
    const margin = 2 * MARGIN * Math.min(clientWidth, high)
    this.room = { across: (clientWidth - margin) / clientHeight, up: (high - margin) / clientHeight }
    this.camera.aspect = clientWidth / clientHeight
    this.camera.view = { ...WHOLE, offsetY: 0.5 - middle }
    this.camera.updateProjectionMatrix()
    if (!this.pinned) this.goHome()
    this.draw()
  }

  private paint(): void {
    const tint = this.colours.peek().inside
    this.cut.render(this.renderer, this.scene, this.camera, this.content, tint)
  }

  private render(now: number): void {
    this.frame = 0
    for (const step of this.beforeFrame) step(now / 1000)
    if (this.isGoingHome && this.home !== undefined) this.see(this.home.from)
    this.isGoingHome = false
    if (this.watchers.size > 0) this.content.updateMatrixWorld()
    for (const act of this.watchers) act()
    this.paint()
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
