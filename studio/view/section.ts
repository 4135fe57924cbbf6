// A section: what is beyond a plane is cut away, and where it was cut one sees the inside of surfaces in a flat tint. Words, rulers
// and the floor stay whole.
import { signal } from '@preact/signals'
import {
  BackSide,
  type Mesh,
  MeshBasicMaterial,
  type Object3D,
  type PerspectiveCamera,
  Plane,
  type Scene,
  type Vector3,
  type WebGLRenderer,
} from 'three'

/** A direction of unit length and how far along it: what is farther along is cut away. */
export type Section = readonly [number, number, number, number]

/** For objects that stay whole. */
export function leaveWhole(object: Object3D): void {
  object.userData.isWhole = true
}

/** For surfaces with a shader of their own, which leaves their corners where they are: they have an inside. */
export function haveInside(object: Object3D): void {
  object.userData.isSolid = true
}

/** Layers: of what has an inside to be seen; of words, rulers and handles, which nothing hides. */
const INSIDE = 1
const ABOVE = 2

export class SectionPlane {
  private readonly plane = new Plane()
  private readonly planes = [this.plane]
  private readonly inside = new MeshBasicMaterial({ side: BackSide, clippingPlanes: this.planes })
  private given: Section | undefined
  /** Whether anything that is drawn shows an inside where it is cut: beads and sticks do not. */
  readonly hasInsides = signal(false)

  get value(): Section | undefined {
    return this.given
  }

  set(section: Section | undefined, content: Object3D): void {
    this.given = section
    if (section === undefined) this.mark(content, null)
    else {
      this.plane.normal.set(-section[0], -section[1], -section[2])
      this.plane.constant = section[3]
    }
  }

  /** Is a point cut away? */
  hides(point: Vector3): boolean {
    return this.given !== undefined && this.plane.distanceToPoint(point) < 0
  }

  /** Draws the scene, cut where there is a section. `tint`: of what is inside. */
  render(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, content: Object3D, tint: string): void {
    const isCut = this.given !== undefined
    renderer.localClippingEnabled = isCut
    if (isCut) this.hasInsides.value = this.mark(content, this.planes)
    renderer.render(scene, camera)
    if (!isCut) return
    this.inside.color.set(tint)
    const { background } = scene
    const { autoClear } = renderer
    scene.background = null
    scene.overrideMaterial = this.inside
    renderer.autoClear = false
    camera.layers.set(INSIDE)
    renderer.render(scene, camera)
    scene.overrideMaterial = null
    // Insides were drawn over them.
    scene.traverse((part) => isAbove(part) && part.layers.enable(ABOVE))
    camera.layers.set(ABOVE)
    renderer.render(scene, camera)
    camera.layers.set(0)
    renderer.autoClear = autoClear
    scene.background = background
  }

  /** Everything that is drawn now: scenes add and take away what they like. Is there an inside among what is seen? */
  private mark(object: Object3D, planes: Plane[] | null, isSeen = true): boolean {
    if (object.userData.isWhole === true) return false
    const isVisible = isSeen && object.visible
    const { material, geometry } = object as Partial<Mesh>
    for (const one of Array.isArray(material) ? material : [material]) {
      if (one !== undefined && !('isSpriteMaterial' in one)) one.clippingPlanes = planes
    }
    let found = 'isMesh' in object && geometry !== undefined && hasInside(object as Mesh)
    if (found) object.layers.enable(INSIDE)
    found &&= isVisible
    for (const child of object.children) found = this.mark(child, planes, isVisible) || found
    return found
  }
}

function isAbove(part: Object3D): boolean {
  const { material } = part as Partial<Mesh>
  return material !== undefined && !Array.isArray(material) && !material.depthTest
}

/** Of a solid surface, not of one that is seen through or that a shader of its own places. */
function hasInside({ material, userData }: Partial<Mesh>): boolean {
  return (
    material !== undefined &&
    !Array.isArray(material) &&
    ('isMeshLambertMaterial' in material || 'isMeshStandardMaterial' in material || userData?.isSolid === true) &&
    !material.transparent
  )
}
