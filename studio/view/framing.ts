// Where a camera must be to see all of something in a part of the picture: exact for points and balls, as a lens sees them.
import { type BufferAttribute, type BufferGeometry, type Object3D, type ShaderMaterial, Vector3 } from 'three'

/** x, y, z and a reach around it, one after the other. */
export type Reaches = number[]

/** What is not to be fitted: a floor, a hall, boxes around something. */
export function leaveOut(object: Object3D): void {
  object.userData.isAside = true
}

/** Points of everything that is seen below `root`: corners of surfaces, ends of sticks, balls, places of words. Not lines. */
export function reachesOf(root: Object3D): Reaches {
  const out: Reaches = []
  root.updateMatrixWorld(true)
  walk(root, out)
  return out
}

type Drawn = Object3D & { readonly geometry?: BufferGeometry; readonly material?: ShaderMaterial }

function walk(object: Drawn, out: Reaches): void {
  if (!object.visible || object.userData.isAside === true) return
  const { geometry } = object
  // Of words, the place where they stand.
  if ('isSprite' in object) out.push(...at.setFromMatrixPosition(object.matrixWorld).toArray(), 0)
  if (geometry !== undefined && ('isMesh' in object || 'isPoints' in object)) add(object, geometry, out)
  for (const child of object.children) walk(child, out)
}

function add(object: Drawn, geometry: BufferGeometry, out: Reaches): void {
  const of = (name: string): BufferAttribute | undefined => geometry.getAttribute(name) as BufferAttribute | undefined
  const count = (geometry as { instanceCount?: number }).instanceCount
  if (count !== undefined) {
    // Sticks and shells; boxes are around something that is there itself.
    const thick = of('thick')
    for (const end of ['from', 'to']) put(object, of(end), count, (i) => thick?.getX(i) ?? 0, out)
    const ball = of('ball')
    put(object, ball, count, (i) => ball!.getW(i), out)
    return
  }
  const place = of('position')
  if (place === undefined) return
  const { start, count: drawn } = geometry.drawRange
  const size = of('size')
  const radius = 'isPoints' in object ? Number(object.material?.uniforms?.radius?.value ?? 0) : 0
  const end = geometry.index === null ? Math.min(place.count, start + drawn) : place.count
  put(object, place, end, (i) => radius * (size?.getX(i) ?? 1), out)
}

const at = new Vector3()

function put(
  { matrixWorld }: Object3D,
  place: BufferAttribute | undefined,
  count: number,
  reach: (i: number) => number,
  out: Reaches,
): void {
  if (place === undefined) return
  for (let i = 0; i < Math.min(count, place.count); i++) {
    at.fromBufferAttribute(place, i).applyMatrix4(matrixWorld)
    out.push(at.x, at.y, at.z, reach(i))
  }
}

export interface Framed {
  readonly position: Vector3
  readonly target: Vector3
}

/**
 * The nearest place from which all of `reaches` is within a rectangle around the middle of the picture. `from`: of unit length, from
 * what is seen to the camera; `across` and `up`: tangents of half the angles under which the rectangle is seen.
 */
export function framed(reaches: Reaches, from: Vector3, across: number, up: number): Framed | undefined {
  if (reaches.length === 0) return undefined
  const right = new Vector3(0, 0, 1).cross(from)
  if (right.lengthSq() < 1e-12) right.set(1, 0, 0)
  right.normalize()
  const above = from.clone().cross(right)
  // A ball is above the plane through the camera's place and a side of the rectangle if its centre is, by its radius times this.
  const [wide, high] = [Math.hypot(1, across), Math.hypot(1, up)]
  let [r, l, t, b] = [-Infinity, -Infinity, -Infinity, -Infinity]
  let [near, far] = [-Infinity, Infinity]
  for (let i = 0; i < reaches.length; i += 4) {
    at.fromArray(reaches, i)
    const reach = reaches[i + 3]!
    const [x, y, z] = [at.dot(right), at.dot(above), at.dot(from)]
    r = Math.max(r, x + across * z + wide * reach)
    l = Math.max(l, -x + across * z + wide * reach)
    t = Math.max(t, y + up * z + high * reach)
    b = Math.max(b, -y + up * z + high * reach)
    near = Math.max(near, z + reach)
    far = Math.min(far, z - reach)
  }
  const size = Math.max(near - far, 1e-6)
  const away = Math.max((r + l) / (2 * across), (t + b) / (2 * up), near + 0.02 * size)
  const place = (depth: number): Vector3 =>
    right
      .clone()
      .multiplyScalar((r - l) / 2)
      .addScaledVector(above, (t - b) / 2)
      .addScaledVector(from, depth)
  return { position: place(away), target: place((near + far) / 2) }
}
