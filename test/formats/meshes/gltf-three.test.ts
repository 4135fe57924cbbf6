// Random scenes in glTF, beside three's loader, which was written by others: node trees, shared meshes, every mode,
// every type of index, interleaved and quantised positions.
import { type Mesh, Vector3 } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { parseMesh } from '../../../src/formats/meshes/parse-mesh.js'
import { type GltfDocument, glb } from '../samples.js'

const INDEX_TYPES = [
  { type: 5121, size: 1 },
  { type: 5123, size: 2 },
  { type: 5125, size: 4 },
]

function randomScene(random: Random): Uint8Array {
  const bytes: number[] = []
  const document: GltfDocument = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [] as number[] }],
    nodes: [],
    meshes: [],
    accessors: [],
    bufferViews: [],
    buffers: [],
  }
  const addView = (data: ArrayBuffer, byteStride?: number): number => {
    while (bytes.length % 8 !== 0) bytes.push(0)
    document.bufferViews.push({
      buffer: 0,
      byteOffset: bytes.length,
      byteLength: data.byteLength,
      ...(byteStride === undefined ? {} : { byteStride }),
    })
    bytes.push(...new Uint8Array(data))
    return document.bufferViews.length - 1
  }
  const addPositions = (count: number): number => {
    const kind = random.integer(3)
    const stride = kind === 0 ? 12 : kind === 1 ? 20 : 8
    const data = new DataView(new ArrayBuffer(count * stride))
    for (let k = 0; k < 3 * count; k++) {
      const at = stride * Math.floor(k / 3)
      if (kind < 2) data.setFloat32(at + 4 * (k % 3), random.range(-5, 5), true)
      else data.setInt16(at + 2 * (k % 3), random.integer(65536) - 32768, true)
    }
    const bufferView = addView(data.buffer, kind === 0 ? undefined : stride)
    document.accessors.push({
      bufferView,
      componentType: kind < 2 ? 5126 : 5122,
      normalized: kind === 2,
      count,
      type: 'VEC3',
      ...{ min: [-5, -5, -5], max: [5, 5, 5] },
    })
    return document.accessors.length - 1
  }
  const addIndices = (count: number, vertices: number): number => {
    const { type, size } = INDEX_TYPES[random.integer(3)]!
    const data = new DataView(new ArrayBuffer(count * size))
    for (let k = 0; k < count; k++) {
      const index = random.integer(vertices)
      if (size === 1) data.setUint8(k, index)
      else if (size === 2) data.setUint16(2 * k, index, true)
      else data.setUint32(4 * k, index, true)
    }
    document.accessors.push({ bufferView: addView(data.buffer), componentType: type, count, type: 'SCALAR' })
    return document.accessors.length - 1
  }
  for (let m = 0; m < 3; m++) {
    const primitives = Array.from({ length: 1 + random.integer(2) }, () => {
      const count = 3 * (1 + random.integer(4))
      return {
        attributes: { POSITION: addPositions(count) },
        mode: 4 + random.integer(3),
        ...(random.unit() < 0.6 ? { indices: addIndices(3 * (1 + random.integer(5)), count) } : {}),
      }
    })
    document.meshes.push({ primitives })
  }
  for (let n = 0; n < 6; n++) {
    const quaternion = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]
    const norm = Math.hypot(...quaternion)
    const node: Record<string, unknown> = { mesh: random.integer(3) }
    if (random.unit() < 0.7) node.translation = [random.range(-9, 9), random.range(-9, 9), random.range(-9, 9)]
    if (random.unit() < 0.7) node.rotation = quaternion.map((x) => x / norm)
    if (random.unit() < 0.5) node.scale = [random.range(-2, 2), random.range(0.5, 2), random.range(0.5, 2)]
    document.nodes.push(node)
    const parent = random.integer(n + 1)
    if (parent === n) document.scenes[0].nodes.push(n)
    else document.nodes[parent].children = [...(document.nodes[parent].children ?? []), n]
  }
  while (bytes.length % 4 !== 0) bytes.push(0)
  document.buffers.push({ byteLength: bytes.length })
  return glb(document, Uint8Array.from(bytes))
}

/** Far above what floats make of coordinates up to a thousand, far below what parts two random points. */
const TOLERANCE = 1e-3

type Point = readonly number[]

const near = (a: Point, b: Point): boolean => a.every((x, k) => Math.abs(x - b[k]!) < TOLERANCE)

/** The same three corners, in any order. */
function sameTriangle(a: readonly Point[], b: readonly Point[]): boolean {
  return a.every((p) => b.some((q) => near(p, q))) && b.every((q) => a.some((p) => near(p, q)))
}

async function byThree(bytes: Uint8Array): Promise<number[][]> {
  const { scene } = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, '')
  scene.updateMatrixWorld(true)
  const points: number[][] = []
  const at = new Vector3()
  scene.traverse((object) => {
    if (!(object as Mesh).isMesh) return
    const { geometry, matrixWorld } = object as Mesh
    const position = geometry.attributes.position!
    const count = geometry.index?.count ?? position.count
    for (let k = 0; k < count; k++) {
      at.fromBufferAttribute(position, geometry.index?.getX(k) ?? k).applyMatrix4(matrixWorld)
      points.push([at.x, at.y, at.z])
    }
  })
  return points
}

test('random scenes have the triangles that three finds in them', async () => {
  const random = new Random(11)
  for (let run = 0; run < 40; run++) {
    const bytes = randomScene(random)
    const { positions, triangles } = parseMesh(bytes)
    const ours = Array.from(triangles, (v) => [...positions.subarray(3 * v, 3 * v + 3)])
    const theirs = await byThree(bytes)
    expect(theirs.length).toBeGreaterThan(0)
    expect(ours.length).toBe(theirs.length)
    for (let t = 0; t < ours.length; t += 3) {
      const same = sameTriangle(ours.slice(t, t + 3), theirs.slice(t, t + 3))
      expect(same, `run ${run}, triangle ${t / 3}`).toBe(true)
    }
  }
})
