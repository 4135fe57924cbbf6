// Handles at a frame: arrows that move it along its axes, rings that turn it about them, and a ball in the middle that moves it in the
// plane of the picture. They are as large on the screen from wherever they are seen, and are taken by whatever comes near enough to them
// there, a finger from a little farther away.
import {
  ConeGeometry,
  CylinderGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector2,
  Vector3,
} from 'three'
import { matrixOf } from '../../view/shapes.js'
import { AXIS_COLOURS } from './axes.js'
import { leaveWhole } from './section.js'
import type { PointerPlace, Stage } from './stage.js'

/** Its size, as a share of the picture's height; on a small picture larger. */
const SIZE = 0.15
const LEAST_PIXELS = 84
const RING = 0.78
/** Pixels from a handle within which it is taken. */
const NEAR = { mouse: 9, touch: 20 }
/** A ring that is seen from its edge cannot be turned by. */
const EDGE_ON = 0.15
const POINTS = 64

export type Handle = { readonly kind: 'move' | 'turn'; readonly axis: number } | { readonly kind: 'free' }

export interface GizmoHost {
  begin(): void
  /** Twelve numbers: where the frame should be now. */
  move(pose: number[]): void
  end(): void
  /** Escape was pressed: everything is as it was. */
  cancel(): void
}

interface Held {
  readonly handle: Handle
  readonly pointer: number
  readonly from: Matrix4
  /** The handles then: their axes are its columns. */
  readonly axes: Matrix4
  /** What the pointer had taken: how far along the axis, at which angle, or which point. */
  readonly taken: Vector3
}

export class Gizmo {
  private readonly root = new Group()
  private readonly parts: { readonly mesh: Mesh<never, MeshBasicMaterial>; readonly handle: Handle }[] = []
  private readonly pose = new Matrix4()
  private isUpright = false
  private readonly ending = new AbortController()
  private held: Held | undefined
  private pointed: Handle | undefined

  constructor(
    private readonly stage: Stage,
    private readonly host: GizmoHost,
  ) {
    this.root.visible = false
    this.make()
    leaveWhole(this.root)
    stage.content.add(this.root)
    const { signal } = this.ending
    // Before whatever else listens: what is taken here is taken.
    const area = stage.canvas.parentElement!
    const on = <K extends 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'>(
      type: K,
      hear: (event: PointerEvent) => boolean,
    ): void =>
      area.addEventListener(
        type,
        (event) => {
          if (hear(event)) event.stopImmediatePropagation()
        },
        { signal, capture: true },
      )
    on('pointerdown', (event) => this.down(event))
    on('pointermove', (event) => this.moved(event))
    on('pointerup', (event) => this.up(event))
    on('pointercancel', (event) => this.up(event))
    addEventListener('keydown', (event) => this.key(event), { signal, capture: true })
    stage.controls.addEventListener('change', this.resize)
  }

  get isHeld(): boolean {
    return this.held !== undefined
  }

  set visible(visible: boolean) {
    if (!visible && this.held !== undefined) this.release()
    this.root.visible = visible
    this.stage.draw()
  }

  /** Handles along the axes of the world, not those of the frame. */
  set upright(upright: boolean) {
    if (upright === this.isUpright) return
    this.isUpright = upright
    this.put(this.pose.clone())
  }

  /** Twelve numbers; while it is held, it is where the pointer has it. */
  place(pose: ArrayLike<number>, o = 0): void {
    if (this.held === undefined) this.put(matrixOf(pose, o))
  }

  private put(pose: Matrix4): void {
    this.pose.copy(pose)
    this.axesOf(pose).decompose(this.root.position, this.root.quaternion, new Vector3())
    this.resize()
  }

  private readonly resize = (): void => {
    const { camera, canvas } = this.stage
    const share = Math.max(SIZE, LEAST_PIXELS / Math.max(1, canvas.clientHeight))
    const away = camera.position.distanceTo(this.root.position)
    this.root.scale.setScalar(2 * share * away * Math.tan((camera.fov * Math.PI) / 360))
    this.root.updateMatrixWorld(true)
    this.stage.draw()
  }

  private make(): void {
    const turns = [
      new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(1, 0, 0)),
      new Quaternion(),
      new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(0, 0, 1)),
    ]
    const ringTurns = [
      new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(1, 0, 0)),
      new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(0, 1, 0)),
      new Quaternion(),
    ]
    for (let axis = 0; axis < 3; axis++) {
      const move = { kind: 'move', axis } as const
      const turn = turns[axis]!
      this.add(new CylinderGeometry(0.014, 0.014, 0.84, 10).translate(0, 0.46, 0).applyQuaternion(turn), move)
      this.add(new ConeGeometry(0.055, 0.17, 18).translate(0, 0.95, 0).applyQuaternion(turn), move)
      const ring = new TorusGeometry(RING, 0.012, 8, POINTS).applyQuaternion(ringTurns[axis]!)
      this.add(ring, { kind: 'turn', axis })
    }
    this.add(new SphereGeometry(0.07, 20, 14), { kind: 'free' })
    this.paint()
  }

  private add(geometry: Mesh['geometry'], handle: Handle): void {
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true })
    const mesh = new Mesh(geometry, material)
    mesh.renderOrder = handle.kind === 'turn' ? 12 : 13
    mesh.frustumCulled = false
    mesh.raycast = () => {}
    this.root.add(mesh)
    this.parts.push({ mesh: mesh as never, handle })
  }

  /** After the theme has changed, too. */
  paint(): void {
    const { ink } = this.stage.theme.peek()
    const now = this.held?.handle ?? this.pointed
    for (const { mesh, handle } of this.parts) {
      const isNow = now !== undefined && isSame(now, handle)
      mesh.material.color.set(handle.kind === 'free' ? ink : AXIS_COLOURS[handle.axis]!)
      if (isNow) mesh.material.color.set('#ffb224')
      mesh.material.opacity = isNow ? 1 : now === undefined ? 0.85 : 0.4
    }
    this.stage.draw()
  }

  /** The handle nearest to a pointer, if any is near enough. */
  handleAt(event: PointerPlace & { readonly pointerType?: string }): Handle | undefined {
    if (!this.root.visible) return undefined
    let least = event.pointerType === 'touch' ? NEAR.touch : NEAR.mouse
    let found: Handle | undefined
    const { canvas, camera } = this.stage
    const box = canvas.getBoundingClientRect()
    const at = new Vector2(event.clientX - box.left, event.clientY - box.top)
    camera.updateMatrixWorld()
    const away = (x: number, y: number, z: number): number => {
      const p = new Vector3(x, y, z).applyMatrix4(this.root.matrixWorld).project(camera)
      return at.distanceTo(new Vector2(((p.x + 1) / 2) * box.width, ((1 - p.y) / 2) * box.height))
    }
    const take = (distance: number, handle: Handle): void => {
      if (distance >= least) return
      least = distance
      found = handle
    }
    // The middle before the arrows that begin there, and those before the rings.
    if (away(0, 0, 0) < least + 2) return { kind: 'free' }
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 2; k <= 16; k++) {
        const p = [0, 0, 0]
        p[axis] = k / 15
        take(away(p[0]!, p[1]!, p[2]!), { kind: 'move', axis })
      }
    }
    if (found !== undefined) return found
    const view = camera.position.clone().sub(this.root.position).normalize()
    const axes = this.axesOf(this.pose)
    for (let axis = 0; axis < 3; axis++) {
      if (Math.abs(new Vector3().setFromMatrixColumn(axes, axis).dot(view)) < EDGE_ON) continue
      for (let k = 0; k < POINTS; k++) {
        const angle = (2 * Math.PI * k) / POINTS
        const p = [0, 0, 0]
        p[(axis + 1) % 3] = RING * Math.cos(angle)
        p[(axis + 2) % 3] = RING * Math.sin(angle)
        take(away(p[0]!, p[1]!, p[2]!), { kind: 'turn', axis })
      }
    }
    return found
  }

  /** The handles of a frame: in its place, along its axes or those of the world. */
  private axesOf(pose: Matrix4): Matrix4 {
    return this.isUpright ? new Matrix4().copyPosition(pose) : pose.clone()
  }

  /** What a pointer has hold of: a point on the axis, in the plane of the ring, or in the plane of the picture. */
  private touched(event: PointerPlace, handle: Handle, axes: Matrix4): Vector3 | undefined {
    const middle = new Vector3().setFromMatrixPosition(axes)
    const view = this.stage.camera.getWorldDirection(new Vector3())
    if (handle.kind === 'free') return this.stage.onPlane(event, middle, view)
    const axis = new Vector3().setFromMatrixColumn(axes, handle.axis)
    if (handle.kind === 'turn') return this.stage.onPlane(event, middle, axis)
    // The plane through the axis that faces the eye.
    const normal = view.addScaledVector(axis, -view.dot(axis))
    if (normal.lengthSq() < 1e-4) return undefined
    return this.stage.onPlane(event, middle, normal.normalize())
  }

  private down(event: PointerEvent): boolean {
    if (event.button !== 0 || !event.isPrimary || this.held !== undefined) return false
    const handle = this.handleAt(event)
    const axes = this.axesOf(this.pose)
    const taken = handle && this.touched(event, handle, axes)
    if (handle === undefined || taken === undefined) return false
    this.held = { handle, taken, axes, pointer: event.pointerId, from: this.pose.clone() }
    this.stage.controls.enabled = false
    this.stage.canvas.parentElement!.setPointerCapture(event.pointerId)
    this.paint()
    this.host.begin()
    return true
  }

  private moved(event: PointerEvent): boolean {
    if (this.held !== undefined) {
      if (event.pointerId !== this.held.pointer) return true
      const { handle, from, axes, taken } = this.held
      const now = this.touched(event, handle, axes)
      if (now === undefined) return true
      const pose = draggedPose(handle, from, taken, now, axes)
      this.put(pose)
      this.host.move(rowsOf(pose))
      return true
    }
    if (event.buttons !== 0) return false
    const pointed = this.handleAt(event)
    if (pointed === undefined && this.pointed === undefined) return false
    if (pointed === undefined || this.pointed === undefined || !isSame(pointed, this.pointed)) {
      this.pointed = pointed
      this.stage.canvas.style.cursor = pointed === undefined ? '' : 'grab'
      this.paint()
    }
    return pointed !== undefined
  }

  private up(event: PointerEvent): boolean {
    if (this.held === undefined || event.pointerId !== this.held.pointer) return false
    this.release()
    this.host.end()
    return true
  }

  private key(event: KeyboardEvent): void {
    if (this.held === undefined || event.key !== 'Escape') return
    event.preventDefault()
    event.stopImmediatePropagation()
    const { from } = this.held
    this.release()
    this.put(from)
    this.host.cancel()
  }

  private release(): void {
    this.held = undefined
    this.pointed = undefined
    this.stage.controls.enabled = true
    this.stage.canvas.style.cursor = ''
    this.paint()
  }

  close(): void {
    this.ending.abort()
    this.stage.controls.removeEventListener('change', this.resize)
  }
}

/** The pose that a handle brings a frame to, by what the pointer had hold of at first and has now. The columns of `axes` are the handle's. */
export function draggedPose(
  handle: Handle,
  from: Matrix4,
  taken: Vector3,
  now: Vector3,
  axes: Matrix4 = from,
): Matrix4 {
  const by = now.clone().sub(taken)
  const out = from.clone()
  if (handle.kind === 'turn') {
    const axis = new Vector3().setFromMatrixColumn(axes, handle.axis)
    const middle = new Vector3().setFromMatrixPosition(from)
    const a = taken.clone().sub(middle)
    const b = now.clone().sub(middle)
    const angle = Math.atan2(a.clone().cross(b).dot(axis), a.dot(b))
    return out.premultiply(new Matrix4().makeRotationAxis(axis, angle)).setPosition(middle)
  }
  if (handle.kind === 'move') {
    const axis = new Vector3().setFromMatrixColumn(axes, handle.axis)
    by.copy(axis.clone().multiplyScalar(by.dot(axis)))
  }
  return out.setPosition(new Vector3().setFromMatrixPosition(from).add(by))
}

function isSame(a: Handle, b: Handle): boolean {
  return a.kind === b.kind && (a as { axis?: number }).axis === (b as { axis?: number }).axis
}

/** Twelve numbers, row-major. */
export function rowsOf(pose: Matrix4): number[] {
  const e = pose.elements
  return [0, 1, 2].flatMap((row) => [e[row]!, e[4 + row]!, e[8 + row]!, e[12 + row]!])
}
