// Points that are put on what is seen, and that go with it: a place on a surface, one of its vertices, or the centre of a bead.
import { type BufferAttribute, type Intersection, Mesh, type Object3D, Points, type Raycaster, Vector3 } from 'three'
import type { PointerPlace, Stage } from './stage.js'
import { Things } from './things.js'

export interface Anchor {
  /** What it is on, in words. */
  readonly words: string
  /** The thing that it is a part of. */
  readonly thing: string | undefined
  /** Where it is now; undefined where it is gone. */
  place(): Vector3 | undefined
}

/** Pixels from a ball at which a pointer still finds it, where there is nothing else: thin sticks and fingers. */
const NEAR = 14

/** What is under a pointer. `snap`: the nearest vertex of the triangle that is hit. Beads by their centres. */
export function anchorAt(stage: Stage, pointer: PointerPlace, snap: boolean): Anchor | undefined {
  const ray = stage.ray(pointer)
  const hits: Intersection[] = []
  const balls: BallHit[] = []
  stage.content.updateMatrixWorld(true)
  stage.content.traverseVisible((object) => {
    if (isAside(object)) return
    if (object instanceof Points) findBall(object, ray, 0, balls)
    else if (object instanceof Mesh && isSurface(object)) castOn(object, ray, hits)
  })
  const hit = hits.filter(({ point }) => !stage.isCutAway(point)).sort((a, b) => a.distance - b.distance)[0]
  if (hits.length + balls.length === 0) {
    const slack = (NEAR * 2 * Math.tan((stage.camera.fov * Math.PI) / 360)) / stage.canvas.clientHeight
    stage.content.traverseVisible((object) => {
      if (object instanceof Points && !isAside(object)) findBall(object, ray, slack, balls)
    })
  }
  const ball = balls.filter(({ point }) => !stage.isCutAway(point)).sort((a, b) => a.distance - b.distance)[0]
  if (ball !== undefined && (hit === undefined || ball.distance <= hit.distance)) return onBall(stage, ball)
  return hit === undefined ? undefined : onSurface(stage, hit, snap)
}

function isAside(object: Object3D | null): boolean {
  return object !== null && (object.userData.isAside === true || isAside(object.parent))
}

/** What the pointer takes, and what it does not but is solid; not ghosts, nor what a shader places. */
function isSurface({ geometry, material, raycast }: Mesh): boolean {
  if ((geometry as { instanceCount?: number }).instanceCount !== undefined) return false
  const one = Array.isArray(material) ? material[0] : material
  return raycast === Mesh.prototype.raycast || one?.transparent !== true
}

function castOn(object: Mesh, ray: Raycaster, hits: Intersection[]): void {
  // Of surfaces that bend, what is known may be old.
  object.geometry.boundingSphere = null
  object.geometry.boundingBox = null
  Mesh.prototype.raycast.call(object, ray, hits)
}

interface BallHit {
  readonly object: Points
  readonly index: number
  readonly distance: number
  readonly point: Vector3
}

/** `slack`: for every length away, how far beside it. */
function findBall(object: Points, { ray }: Raycaster, slack: number, out: BallHit[]): void {
  const uniforms = (object.material as { uniforms?: Record<string, { value: unknown }> }).uniforms
  const radius = Number(uniforms?.radius?.value)
  const place = object.geometry.getAttribute('position') as BufferAttribute | undefined
  if (place === undefined || !(radius > 0)) return
  const size = object.geometry.getAttribute('size') as BufferAttribute | undefined
  const at = new Vector3()
  let best: BallHit | undefined
  for (let i = 0; i < place.count; i++) {
    at.fromBufferAttribute(place, i).applyMatrix4(object.matrixWorld)
    const along = at.clone().sub(ray.origin).dot(ray.direction)
    const reach = radius * (size?.getX(i) ?? 1) + slack * along
    const aside = ray.distanceSqToPoint(at)
    if (along <= 0 || aside > reach * reach) continue
    const distance = slack > 0 ? aside : along - Math.sqrt(reach * reach - aside)
    if (best === undefined || distance < best.distance) best = { object, index: i, distance, point: at.clone() }
  }
  if (best !== undefined) out.push(best)
}

function onBall(stage: Stage, { object, index }: BallHit): Anchor {
  const { count } = object.geometry.getAttribute('position')
  const { nameOf } = object.userData as { readonly nameOf?: (index: number) => string }
  return {
    words: nameOf?.(index) ?? `bead ${index}`,
    thing: undefined,
    place() {
      const place = object.geometry.getAttribute('position') as BufferAttribute
      if (place.count !== count || !isOn(stage, object)) return undefined
      return new Vector3().fromBufferAttribute(place, index).applyMatrix4(object.matrixWorld)
    },
  }
}

function onSurface(stage: Stage, { object, point, face }: Intersection, snap: boolean): Anchor {
  const thing = Things.nameOf(object)
  const mesh = object as Mesh
  const place = mesh.geometry.getAttribute('position') as BufferAttribute
  const inverse = mesh.matrixWorld.clone().invert()
  const local = point.clone().applyMatrix4(inverse)
  if (snap && face) {
    const corners = [face.a, face.b, face.c].map((i) => new Vector3().fromBufferAttribute(place, i))
    local.copy(corners.sort((a, b) => a.distanceToSquared(local) - b.distanceToSquared(local))[0]!)
  }
  // The same thing may be drawn again: its meshes stand in the same order then.
  const order = thing === undefined ? 0 : meshesOf(stage, thing).indexOf(mesh)
  return {
    words: snap ? 'a vertex' : 'a point',
    thing,
    place() {
      const now = isOn(stage, mesh) ? mesh : thing === undefined ? undefined : meshesOf(stage, thing)[order]
      return now === undefined ? undefined : local.clone().applyMatrix4(now.matrixWorld)
    },
  }
}

function meshesOf(stage: Stage, thing: string): Mesh[] {
  const out: Mesh[] = []
  stage.content.traverseVisible((object) => {
    if (object instanceof Mesh && Things.nameOf(object) === thing) out.push(object)
  })
  return out
}

function isOn(stage: Stage, object: Object3D): boolean {
  let at: Object3D | null = object
  while (at !== null && at !== stage.content) at = at.parent
  return at !== null
}
