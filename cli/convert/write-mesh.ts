// Meshes as files: OBJ, OFF and PLY, which hold every number as it is, and binary STL, which has single precision and no shared
// vertices. What was written is read again and compared before it is put in its place.
import { type MeshData, type MeshFormat, parseMesh } from '../../src/entries/meshes.js'
import type { Written } from './written.js'

type Mesh = Pick<MeshData, 'positions' | 'triangles'>

const ONLY_TRIANGLES =
  'normals, colours, texture coordinates, materials, names of parts and animations, where the file has them'

export function writeStl(mesh: Mesh): Written {
  const { positions, triangles } = mesh
  const count = triangles.length / 3
  const out = new Uint8Array(84 + 50 * count)
  const view = new DataView(out.buffer)
  // The heading must not begin with "solid", by which text is known.
  out.set(new TextEncoder().encode('binary STL'))
  view.setUint32(80, count, true)
  let rounding = 0
  for (let k = 0; k < triangles.length; k++) {
    // A normal of zeros: readers take it from the corners.
    const at = 84 + 50 * Math.floor(k / 3) + 12 + 12 * (k % 3)
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * triangles[k]! + axis]!
      view.setFloat32(at + 4 * axis, value, true)
      rounding = Math.max(rounding, Math.abs(Math.fround(value) - value))
    }
  }
  compare(mesh, out, 'stl', Math.fround)
  return {
    content: out,
    lost: [
      'which corners share a vertex',
      ...(rounding === 0
        ? []
        : [`digits: coordinates are rounded to single precision, by ${rounding.toPrecision(2)} at most`]),
      ...unused(mesh),
      ONLY_TRIANGLES,
    ],
  }
}

export function writeObj(mesh: Mesh): Written {
  const rows = [...vertexRows(mesh).map((row) => `v ${row}`), ...triangleRows(mesh, 1).map((row) => `f ${row}`)]
  return exact(mesh, encode(rows), 'obj')
}

export function writeOff(mesh: Mesh): Written {
  const { positions, triangles } = mesh
  const head = ['OFF', `${positions.length / 3} ${triangles.length / 3} 0`]
  return exact(mesh, encode([...head, ...vertexRows(mesh), ...triangleRows(mesh, 0).map((row) => `3 ${row}`)]), 'off')
}

export function writePly(mesh: Mesh): Written {
  const { positions, triangles } = mesh
  const head = new TextEncoder().encode(
    [
      ...['ply', 'format binary_little_endian 1.0', `element vertex ${positions.length / 3}`],
      ...['property double x', 'property double y', 'property double z', `element face ${triangles.length / 3}`],
      ...['property list uchar uint vertex_indices', 'end_header', ''],
    ].join('\n'),
  )
  const out = new Uint8Array(head.length + 8 * positions.length + (13 * triangles.length) / 3)
  const view = new DataView(out.buffer)
  out.set(head)
  let at = head.length
  for (let k = 0; k < positions.length; k++, at += 8) view.setFloat64(at, positions[k]!, true)
  for (let k = 0; k < triangles.length; k++, at += 4) {
    if (k % 3 === 0) out[at++] = 3
    view.setUint32(at, triangles[k]!, true)
  }
  return exact(mesh, out, 'ply')
}

function exact(mesh: Mesh, content: Uint8Array, format: MeshFormat): Written {
  compare(mesh, content, format, (value) => value)
  return { content, lost: [ONLY_TRIANGLES] }
}

/** As many digits as it takes to read the same number again. */
function vertexRows({ positions }: Mesh): string[] {
  return Array.from({ length: positions.length / 3 }, (_, k) => positions.subarray(3 * k, 3 * k + 3).join(' '))
}

function triangleRows({ triangles }: Mesh, first: number): string[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) =>
    Array.from(triangles.subarray(3 * t, 3 * t + 3), (v) => v + first).join(' '),
  )
}

function encode(rows: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${rows.join('\n')}\n`)
}

function unused({ positions, triangles }: Mesh): string[] {
  const left = positions.length / 3 - new Set(triangles).size
  return left === 0 ? [] : [`vertices that no triangle uses: ${left}`]
}

/** The corners of all triangles, in their order. A difference is a bug. */
function compare(mesh: Mesh, content: Uint8Array, format: MeshFormat, rounded: (value: number) => number): void {
  const read = parseMesh(content, { format })
  const good =
    read.triangles.length === mesh.triangles.length &&
    read.triangles.every((v, k) =>
      [0, 1, 2].every(
        (axis) => read.positions[3 * v + axis] === rounded(mesh.positions[3 * mesh.triangles[k]! + axis]!),
      ),
    )
  if (!good) throw new Error(`a mesh was not written as ${format} so that it is read again as it was`)
}
