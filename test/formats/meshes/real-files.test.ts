// Every mesh of the folder LIMBER_DATA, beside three's loaders, which were written by others.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { BufferGeometry, Mesh } from 'three'
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js'
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js'
import { STLLoader } from 'three/addons/loaders/STLLoader.js'
import { describe, expect, test } from 'vitest'
import type { MeshData } from '../../../src/formats/meshes/mesh-data.js'
import { parseMesh } from '../../../src/formats/meshes/parse-mesh.js'

const folder = process.env.LIMBER_DATA

function files(pattern: RegExp): string[] {
  if (folder === undefined) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .sort()
}

function bytesOf(path: string): Uint8Array {
  return readFileSync(join(folder!, path))
}

const read = (path: string): MeshData => parseMesh(bytesOf(path), { name: path })

function exactBuffer(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}

/** A mesh as three has it: corners one after the other, in floats. */
function expectEqual(mesh: MeshData, others: readonly BufferGeometry[]): void {
  expect(mesh.triangles.length).toBeGreaterThan(0)
  let at = 0
  let different = 0
  for (const geometry of others) {
    const { array } = geometry.attributes.position!
    const index = geometry.index?.array
    const count = index?.length ?? array.length / 3
    for (let k = 0; k < count; k++, at++) {
      const theirs = 3 * (index?.[k] ?? k)
      const ours = 3 * mesh.triangles[at]!
      for (let i = 0; i < 3; i++) if (Math.fround(mesh.positions[ours + i]!) !== array[theirs + i]!) different++
    }
  }
  expect(at).toBe(mesh.triangles.length)
  expect(different).toBe(0)
}

describe.skipIf(folder === undefined)('real files (LIMBER_DATA)', () => {
  test('are there', () => {
    expect(files(/\.(stl|obj|ply|off|dae|ply\.gz)$/i).length).toBeGreaterThan(200)
  })

  test('STL, as three reads it', () => {
    for (const path of files(/\.stl$/i)) expectEqual(read(path), [new STLLoader().parse(exactBuffer(bytesOf(path)))])
  })

  test('PLY, as three reads it', () => {
    for (const path of files(/\.ply(\.gz)?$/i)) {
      const bytes = path.endsWith('.gz') ? gunzipSync(bytesOf(path)) : bytesOf(path)
      expectEqual(read(path), [new PLYLoader().parse(exactBuffer(bytes))])
    }
  })

  test('OBJ, as three reads it', () => {
    for (const path of files(/\.obj$/i)) {
      // One line element, and three takes the whole object for lines.
      const text = Buffer.from(bytesOf(path))
        .toString('utf8')
        .replaceAll(/^l .*$/gm, '')
      const { children } = new OBJLoader().parse(text)
      expectEqual(
        read(path),
        children.map((child) => (child as Mesh).geometry),
      )
    }
  })

  test('OFF and Collada: counts as their headers say', () => {
    for (const path of files(/\.off$/i)) {
      const [, vertices, faces] = /^\w*OFF\s+(\d+) (\d+)/.exec(Buffer.from(bytesOf(path)).toString('utf8'))!
      const mesh = read(path)
      expect([mesh.positions.length / 3, mesh.triangles.length / 3]).toEqual([Number(vertices), Number(faces)])
    }
    for (const path of files(/\.dae$/i)) {
      const text = Buffer.from(bytesOf(path)).toString('utf8')
      const mesh = read(path)
      // One geometry, of triangles, shown once, where it is.
      expect(mesh.triangles.length / 3).toBe(Number(/<polylist[^>]*count="(\d+)"/.exec(text)![1]))
      expect(mesh.positions.length).toBe(Number(/<float_array[^>]*count="(\d+)"/.exec(text)![1]))
      expect(mesh.notes).toEqual(['Up axis Z, not turned.'])
    }
  })

  test('three encodings of one mesh give one mesh', () => {
    const text = read('meshes/dolphins.ply')
    const [little, big] = ['meshes/dolphins_le.ply', 'meshes/dolphins_be.ply'].map(read)
    expect(little).toEqual(big)
    expect(little!.triangles).toEqual(text.triangles)
    // Text has as many digits as it was written with; the binary ones are those, as floats.
    expect(text.positions.map(Math.fround)).toEqual(little!.positions)
  })

  test('a binary STL that says "solid", text and binary of one part, a surface that is not a manifold', () => {
    const body = files(/TriATHLETE\/meshes\/Body\.STL$/)[0]!
    expect(Buffer.from(bytesOf(body).subarray(0, 5)).toString()).toBe('solid')
    expect(read(body).triangles.length / 3).toBe(296)
    const [text, binary] = ['ascii', 'bin'].map((kind) => read(`meshes/stl/pr2_head_pan.${kind}.stl`))
    expect(text!.triangles).toEqual(binary!.triangles)
    text!.positions.forEach((x, k) => {
      expect(x).toBeCloseTo(binary!.positions[k]!, 5)
    })
    expect(read('meshes/beetle.obj').triangles.length / 3).toBe(2053)
  })
})
