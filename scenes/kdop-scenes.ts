// The scenes of the k-DOP realignment paper (2003, section 6, Figures 10 to 12), by formula and seed: two meshes and many poses
// of the second in the frame of the first. Names begin with what the surfaces are, `curved-` or `flat-`: realignments differ most
// in that.
import { InvalidInputError, Random } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'
import { nestedPoses } from './mesh-poses.js'
import { blob, bumpySphere, gear, gridBox, type MeshData, sphereMesh, thinPlate, torusKnot } from './meshes.js'

export interface KdopScene {
  readonly name: string
  /** Of the paper. */
  readonly figure: 10 | 11 | 12
  readonly what: string
  readonly a: MeshData
  readonly b: MeshData
  /** X_AB, twelve numbers each. */
  readonly poses: readonly Float64Array[]
}

export interface KdopSceneOptions {
  /** Of each model of Figure 10; the paper's have about 20,000. */
  readonly triangles?: number
  /** Of each sphere of Figures 11 and 12; the paper's have 5,140. */
  readonly sphereTriangles?: number
  /** Of each scene. */
  readonly poses?: number
  readonly seed?: number
}

/**
 * Distances of the centres, in units of the box, at which the models are turned: apart, touching here and there, touching. The
 * paper's models keep their z axes parallel; then a third of each turned direction is left as it was, and realigning is easier
 * than elsewhere. So the second model is tilted first, and `aligned` has it as in the paper, touching here and there.
 */
const TURNS = [
  { name: 'curved-knot', what: 'a bumpy sphere and a torus knot', apart: 1.1, loose: 0.95, touching: 0.8, aligned: 1 },
  { name: 'curved-blobs', what: 'two balls with knobs', apart: 1.05, loose: 0.88, touching: 0.6 },
  { name: 'flat-boxes', what: 'two boxes', apart: 1.15, loose: 1.08, touching: 0.85, aligned: 1.03 },
  { name: 'flat-gear', what: 'a gear and a plate', apart: 1.1, loose: 0.95, touching: 0.6 },
] as const

/** Somehow askew: 63 degrees about (0.6, 0.48, 0.64). Row-major. */
const TILT = rotation([0.6, 0.48, 0.64], 1.1)
const NO_TILT = rotation([0, 0, 1], 0)

/** All of them, in the paper's order. */
export function kdopScenes(options: KdopSceneOptions = {}): KdopScene[] {
  const { triangles = 20_000, sphereTriangles = 5140, poses = 72, seed = 1 } = options
  checkCount('triangles', triangles, 600)
  checkCount('sphereTriangles', sphereTriangles, 100)
  if (sphereTriangles % 2 !== 0) throw new InvalidInputError('sphereTriangles', sphereTriangles, 'an even number')
  checkCount('poses', poses)
  return [...turningScenes(triangles, poses, seed), ...sphereScenes(sphereTriangles, poses, seed)]
}

/** Figure 10: "two models each contained in a unit-box, … the second object performs full-z rotations at decreasing distances". */
function turningScenes(triangles: number, poses: number, seed: number): KdopScene[] {
  const even = triangles - (triangles % 2)
  const models: Record<(typeof TURNS)[number]['name'], () => [MeshData, MeshData]> = {
    'curved-knot': () => [bumpySphere(even, seed), torusKnot(even)],
    'curved-blobs': () => [blob(even, seed), blob(even, seed + 1)],
    // Not of one height: no face lies in a plane with another's.
    'flat-boxes': () => [gridBox(even, [1, 0.7, 0.5]), gridBox(even, [1, 0.6, 0.4])],
    'flat-gear': () => [gear(even), thinPlate(even)],
  }
  return TURNS.flatMap((turn) => {
    const [a, b] = models[turn.name]().map(inUnitBox) as [MeshData, MeshData]
    return turnedPair(turn.name, turn.what, a, b, poses, turn)
  })
}

/** Centre distances for two models in unit boxes. */
export interface TurnDistances {
  readonly apart: number
  readonly loose: number
  readonly touching: number
  /** Where the second model is not tilted. */
  readonly aligned?: number
}

/** The scenes of Figure 10 for two models that are in unit boxes already. */
export function turnedPair(
  name: string,
  what: string,
  a: MeshData,
  b: MeshData,
  poses: number,
  distances: TurnDistances,
): KdopScene[] {
  const scene = (suffix: string, distance: number, tilt: Float64Array): KdopScene => ({
    name: `${name}-${suffix}`,
    figure: 10,
    what: `${what}, centres ${distance} apart${tilt === TILT ? ', the second tilted,' : ''} turned a full circle about z`,
    a,
    b,
    poses: fullTurn(poses, distance, tilt),
  })
  return [
    scene('wide-gap', distances.apart, TILT),
    scene('loose-contact', distances.loose, TILT),
    scene('contact', distances.touching, TILT),
    ...(distances.aligned === undefined ? [] : [scene('aligned', distances.aligned, NO_TILT)]),
  ]
}

/** Figures 11 and 12, and the first of them for flat things. Queries take longest here: a third of the poses. */
function sphereScenes(count: number, allPoses: number, seed: number): KdopScene[] {
  const poses = Math.ceil(allPoses / 3)
  const outer = sphereMesh(count)
  const plate = inUnitBox(thinPlate(count))
  return [
    {
      name: 'curved-parallel-proximity',
      figure: 11,
      what: 'a sphere in a sphere, radius 0.97, its vertices moved by up to 0.01, any turn',
      a: outer,
      b: perturbed(sphereMesh(count, 0.97), 0.01, seed),
      poses: nestedPoses({ count: poses, seed, offset: 0 }),
    },
    {
      name: 'curved-parallel-contact',
      figure: 11,
      what: 'the same with radius 0.985, moved by up to 0.02: it sticks out in places',
      a: outer,
      b: perturbed(sphereMesh(count, 0.985), 0.02, seed),
      poses: nestedPoses({ count: poses, seed, offset: 0 }),
    },
    {
      name: 'flat-parallel-proximity',
      figure: 11,
      what: 'two plates askew in space, 0.01 apart, one turned a full circle in its plane',
      a: turnedMesh(plate, TILT),
      b: plate,
      // Plates are 0.02 thick.
      poses: fullTurn(poses, 0, NO_TILT, 0.03).map((pose) => turnedPose(TILT, pose)),
    },
    {
      name: 'curved-point-proximity',
      figure: 12,
      what: 'two spheres side by side, any turn, the gap shrinking from 0.1 to 0.001',
      a: outer,
      b: outer,
      poses: sideBySide(poses, seed, (share) => 2 + 0.1 * 0.01 ** share),
    },
    {
      name: 'curved-point-contact',
      figure: 12,
      what: 'the same, one into the other by 0.001 up to 0.1',
      a: outer,
      b: outer,
      poses: sideBySide(poses, seed, (share) => 2 - 0.001 * 100 ** share),
    },
  ]
}

/** The mesh moved and scaled so that its box is centred and its longest side is 1. */
export function inUnitBox(mesh: MeshData): MeshData {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  mesh.positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3]!, x)
    high[i % 3] = Math.max(high[i % 3]!, x)
  })
  const longest = Math.max(...high.map((x, k) => x - low[k]!))
  const positions = mesh.positions.map((x, i) => (x - (low[i % 3]! + high[i % 3]!) / 2) / longest)
  return { positions, triangles: mesh.triangles }
}

/** Vertices moved along all three axes by up to `most`. */
function perturbed(mesh: MeshData, most: number, seed: number): MeshData {
  const random = new Random(seed)
  return { positions: mesh.positions.map((x) => x + random.range(-most, most)), triangles: mesh.triangles }
}

/** A full circle about z after a tilt, B's centre `distance` away along x and `height` along z. */
function fullTurn(poses: number, distance: number, tilt: Float64Array, height = 0): Float64Array[] {
  return Array.from({ length: poses }, (_, i) => {
    const pose = turnedPose(rotation([0, 0, 1], (2 * Math.PI * i) / poses), poseOf(tilt))
    pose[3] = distance
    pose[11] = height
    return pose
  })
}

/** By Rodrigues' formula; nine numbers. */
function rotation(axis: readonly [number, number, number], angle: number): Float64Array {
  const [x, y, z] = axis
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const k = 1 - c
  // biome-ignore format: a matrix
  return Float64Array.of(
    c + k * x * x, k * x * y - s * z, k * x * z + s * y,
    k * x * y + s * z, c + k * y * y, k * y * z - s * x,
    k * x * z - s * y, k * y * z + s * x, c + k * z * z,
  )
}

function poseOf(r: Float64Array): Float64Array {
  return Float64Array.of(r[0]!, r[1]!, r[2]!, 0, r[3]!, r[4]!, r[5]!, 0, r[6]!, r[7]!, r[8]!, 0)
}

/** The pose turned about the origin. */
function turnedPose(r: Float64Array, pose: Float64Array): Float64Array {
  return pose.map((_, i) => {
    const [row, column] = [Math.trunc(i / 4), i % 4]
    return r[3 * row]! * pose[column]! + r[3 * row + 1]! * pose[4 + column]! + r[3 * row + 2]! * pose[8 + column]!
  })
}

function turnedMesh(mesh: MeshData, r: Float64Array): MeshData {
  const p = mesh.positions
  const positions = p.map((_, i) => {
    const [row, v] = [3 * (i % 3), i - (i % 3)]
    return r[row]! * p[v]! + r[row + 1]! * p[v + 1]! + r[row + 2]! * p[v + 2]!
  })
  return { positions, triangles: mesh.triangles }
}

/** Any turn, any direction, the distance of the centres by the share of the poses that came before. */
function sideBySide(poses: number, seed: number, distance: (share: number) => number): Float64Array[] {
  const random = new Random(seed)
  return nestedPoses({ count: poses, seed, offset: 0 }).map((pose, i) => {
    const direction = random.direction(new Float64Array(3))
    const length = distance(poses > 1 ? i / (poses - 1) : 0)
    for (let k = 0; k < 3; k++) pose[4 * k + 3] = length * direction[k]!
    return pose
  })
}
