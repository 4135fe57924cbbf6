// The meshes that the studio brings along, by formula, each in a box of longest side 1; and those that are dropped.
import {
  blob,
  bumpySphere,
  gear,
  gridBox,
  inUnitBox,
  type MeshData,
  sphereMesh,
  thinPlate,
  torusKnot,
} from '../../../scenes/index.js'
import { parseMesh } from '../../../src/index.js'
import { type GivenFile, unpack } from '../../engine/unpack.js'
import type { MeshPair } from './state.js'

export interface TwoMeshes {
  readonly a: MeshData
  readonly b: MeshData
  readonly names: readonly [string, string]
  /** Where the second one begins. */
  readonly at: readonly number[]
  readonly turn: readonly number[]
  readonly notes: readonly string[]
}

/** 63 degrees about (0.6, 0.48, 0.64): askew. */
const TILT = [0.31361, 0.25089, 0.33452, 0.85252]

export function makePair(pair: MeshPair, triangles: number): TwoMeshes {
  const two = (a: MeshData, b: MeshData, names: readonly [string, string], at: readonly number[], turn = TILT) => ({
    a: rounded(inUnitBox(a)),
    b: rounded(inUnitBox(b)),
    names,
    at,
    turn,
    notes: [],
  })
  switch (pair) {
    case 'knot':
      return two(bumpySphere(triangles, 1), torusKnot(triangles), ['Bumpy ball', 'Torus knot'], [0.93, 0, 0])
    case 'blobs':
      return two(blob(triangles, 1), blob(triangles, 2), ['Ball with knobs', 'Another'], [0.88, 0, 0])
    case 'gears':
      return two(gear(triangles), gear(triangles), ['Gear', 'Another'], [0.945, 0, 0.01], [0, 0, 0.09802, 0.99518])
    case 'plate':
      return two(gear(triangles), thinPlate(triangles), ['Gear', 'Plate'], [0.95, 0, 0])
    case 'boxes':
      return two(gridBox(triangles, [1, 0.7, 0.5]), gridBox(triangles, [1, 0.6, 0.4]), ['Box', 'Another'], [1.08, 0, 0])
    case 'shell': {
      // Open at the top: what is inside a closed one touches it, wherever it is.
      const outer = withoutTop(sphereMesh(triangles, 0.5), 0.4)
      const [a, b] = [outer, sphereMesh(triangles, 0.485)].map(rounded) as [MeshData, MeshData]
      return { a, b, names: ['Bowl', 'Ball'], at: [0.002, 0, 0], turn: TILT, notes: [] }
    }
  }
}

/** Without the triangles that are higher than this. */
function withoutTop({ positions, triangles }: MeshData, height: number): MeshData {
  const low = (k: number): boolean => [0, 1, 2].some((c) => positions[3 * triangles[k + c]! + 2]! <= height)
  return { positions, triangles: triangles.filter((_, i) => low(i - (i % 3))) }
}

/** Sines of one browser and another differ in their last digits: rounded, the meshes are the same. */
function rounded({ positions, triangles }: MeshData): MeshData {
  return { positions: positions.map(Math.fround), triangles }
}

const MESH = /\.(stl|obj|ply|off|glb|gltf|dae)(\.gz)?$/i

/** Of several the first two by name; of one, two of it. */
export function pairFromFiles(given: readonly GivenFile[]): TwoMeshes {
  const files = unpack(given)
  const names = [...files.keys()].filter((name) => MESH.test(name)).sort()
  if (names.length === 0) {
    const all = [...files.keys()].slice(0, 12).join(', ')
    throw new Error(`Nothing here is a mesh (STL, OBJ, PLY, GLB, glTF, Collada, OFF): ${all}.`)
  }
  const notes: string[] = []
  const chosen = names.length === 1 ? [names[0]!, names[0]!] : names.slice(0, 2)
  if (names.length > 2) notes.push(`Of ${names.length} meshes, ${chosen.join(' and ')} are shown.`)
  const read = new Map(chosen.map((name) => [name, readMesh(name, files, notes)]))
  const [a, b] = chosen.map((name) => read.get(name)!) as [MeshData, MeshData]
  return {
    a,
    b,
    names: chosen.map((name) => name.split('/').at(-1)!) as [string, string],
    at: [1.05, 0, 0],
    turn: TILT,
    notes,
  }
}

function readMesh(path: string, files: ReadonlyMap<string, Uint8Array>, notes: string[]): MeshData {
  const folder = path.split('/').slice(0, -1)
  const data = parseMesh(files.get(path)!, {
    name: path,
    resolve(uri) {
      const found = files.get([...folder, decodeURIComponent(uri)].join('/'))
      if (found === undefined) throw new Error(`${path} needs ${uri}, which is not here. Drop it together with it.`)
      return found
    },
  })
  notes.push(...data.notes.map((note) => `${path}: ${note}`))
  if (data.triangles.length === 0) throw new Error(`${path}: a mesh without triangles.`)
  const [first = 0, second = 0, third = 0] = data.positions
  if (data.positions.every((x, i) => x === [first, second, third][i % 3])) {
    throw new Error(`${path}: a mesh whose points all coincide.`)
  }
  return inUnitBox({ positions: Float64Array.from(data.positions), triangles: Uint32Array.from(data.triangles) })
}
