// One mesh written in every format, plainly: what the readers are tried on, and what the mutated files start from.
import { gzipSync } from 'fflate'

export interface Sample {
  readonly positions: readonly number[]
  readonly triangles: readonly number[]
}

/** Coordinates that floats hold exactly, so that text and binary must agree to the bit. */
export const TETRAHEDRON: Sample = {
  positions: [0, 0, 0, 1, 0, 0, 0, 1.5, 0, 0.25, 0.5, -2],
  triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
}

/** A grid of n × n quads, bent, cut into triangles. */
export function sheet(n: number): Sample {
  const positions: number[] = []
  const triangles: number[] = []
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(i / 4, j / 8, ((i * j) % 5) / 16)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j
      triangles.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1)
    }
  }
  return { positions, triangles }
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'utf8'))
}

function triples(numbers: readonly number[]): number[][] {
  return Array.from({ length: numbers.length / 3 }, (_, k) => numbers.slice(3 * k, 3 * k + 3))
}

/** The corners of the triangles, as a file without shared vertices has them. */
export function corners({ positions, triangles }: Sample): number[] {
  return triangles.flatMap((v) => positions.slice(3 * v, 3 * v + 3))
}

export function binaryStl(sample: Sample, header = 'a header'): Uint8Array {
  const points = corners(sample)
  const count = points.length / 9
  const bytes = new Uint8Array(84 + 50 * count)
  const view = new DataView(bytes.buffer)
  bytes.set(bytesOf(header.padEnd(80)).subarray(0, 80))
  view.setUint32(80, count, true)
  points.forEach((x, k) => {
    view.setFloat32(84 + 50 * Math.floor(k / 9) + 12 + 4 * (k % 9), x, true)
  })
  return bytes
}

export function textStl(sample: Sample, name = 'a name'): string {
  const facets = triples(corners(sample)).map((point, k) => {
    const vertex = `      vertex ${point.join(' ')}\n`
    if (k % 3 === 0) return `  facet normal 0 0 0\n    outer loop\n${vertex}`
    return k % 3 === 1 ? vertex : `${vertex}    endloop\n  endfacet\n`
  })
  return `solid ${name}\n${facets.join('')}endsolid ${name}\n`
}

export function obj({ positions, triangles }: Sample): string {
  const vertices = triples([...positions]).map((p) => `v ${p.join(' ')}\n`)
  const faces = triples([...triangles]).map((t) => `f ${t.map((v) => v + 1).join(' ')}\n`)
  return `# a comment\no thing\n${vertices.join('')}${faces.join('')}`
}

export function off({ positions, triangles }: Sample, keyword = 'OFF'): string {
  const colour = keyword.includes('C') ? ' 255 0 0 255' : ''
  const normal = keyword.includes('N') ? ' 0 0 1' : ''
  const vertices = triples([...positions]).map((p) => `${p.join(' ')}${normal}${colour}\n`)
  const faces = triples([...triangles]).map((t) => `3 ${t.join(' ')}\n`)
  return `${keyword}\n${vertices.length} ${faces.length} 0\n${vertices.join('')}${faces.join('')}`
}

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian'

export function plyHeader(format: PlyFormat, vertices: number, faces: number): string {
  return (
    `ply\nformat ${format} 1.0\ncomment made by hand\nelement vertex ${vertices}\n` +
    'property float x\nproperty float y\nproperty double z\nproperty uchar red\n' +
    `element face ${faces}\nproperty list uchar int vertex_indices\nproperty list uchar float extra\nend_header\n`
  )
}

/** With properties that are skipped: a colour at the vertices, a list at the faces. */
export function ply({ positions, triangles }: Sample, format: PlyFormat): Uint8Array {
  const header = plyHeader(format, positions.length / 3, triangles.length / 3)
  if (format === 'ascii') {
    const vertices = triples([...positions]).map((p) => `${p.join(' ')} 7\n`)
    const faces = triples([...triangles]).map((t) => `3 ${t.join(' ')} 2 0.5 nan\n`)
    return bytesOf(header + vertices.join('') + faces.join(''))
  }
  const little = format === 'binary_little_endian'
  const body = new Uint8Array((positions.length / 3) * 17 + (triangles.length / 3) * 22)
  const view = new DataView(body.buffer)
  let at = 0
  for (const [x, y, z] of triples([...positions])) {
    view.setFloat32(at, x!, little)
    view.setFloat32(at + 4, y!, little)
    view.setFloat64(at + 8, z!, little)
    view.setUint8(at + 16, 7)
    at += 17
  }
  for (const t of triples([...triangles])) {
    view.setUint8(at, 3)
    t.forEach((v, k) => {
      view.setInt32(at + 1 + 4 * k, v, little)
    })
    view.setUint8(at + 13, 2)
    at += 22
  }
  return Uint8Array.from([...bytesOf(header), ...body])
}

/** The document and the binary part of a glTF file: floats, then indices of two bytes. */
export function gltfParts({ positions, triangles }: Sample): { document: GltfDocument; buffer: Uint8Array } {
  const size = 4 * positions.length
  const padded = Math.ceil((size + 2 * triangles.length) / 4) * 4
  const buffer = new Uint8Array(padded)
  const view = new DataView(buffer.buffer)
  positions.forEach((x, k) => {
    view.setFloat32(4 * k, x, true)
  })
  triangles.forEach((v, k) => {
    view.setUint16(size + 2 * k, v, true)
  })
  const document: GltfDocument = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: positions.length / 3, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: triangles.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: size },
      { buffer: 0, byteOffset: size, byteLength: 2 * triangles.length },
    ],
    buffers: [{ byteLength: padded }],
  }
  return { document, buffer }
}

// biome-ignore lint/suspicious/noExplicitAny: tests change it at will, also into what it must not be.
export type GltfDocument = Record<string, any>

export function gltf(document: GltfDocument, buffer: Uint8Array): string {
  const uri = `data:application/octet-stream;base64,${Buffer.from(buffer).toString('base64')}`
  const [first, ...others] = document.buffers
  return JSON.stringify({ ...document, buffers: [{ ...first, uri }, ...others] }, null, 1)
}

export function glb(document: GltfDocument, buffer: Uint8Array): Uint8Array {
  const text = JSON.stringify(document)
  const json = bytesOf(text.padEnd(Math.ceil(text.length / 4) * 4))
  const bytes = new Uint8Array(12 + 8 + json.length + 8 + buffer.length)
  const view = new DataView(bytes.buffer)
  bytes.set(bytesOf('glTF'))
  view.setUint32(4, 2, true)
  view.setUint32(8, bytes.length, true)
  view.setUint32(12, json.length, true)
  bytes.set(bytesOf('JSON'), 16)
  bytes.set(json, 20)
  view.setUint32(20 + json.length, buffer.length, true)
  bytes.set(bytesOf('BIN\0'), 24 + json.length)
  bytes.set(buffer, 28 + json.length)
  return bytes
}

export interface ColladaParts {
  readonly asset?: string
  readonly primitive?: string
  readonly scene?: string
  readonly nodes?: string
}

/** With normals beside the vertices, so that every corner is two indices. */
export function collada({ positions, triangles }: Sample, parts: ColladaParts = {}): string {
  const corner = triangles.map((v) => `${v} 0`).join(' ')
  const primitive =
    parts.primitive ?? `<triangles count="${triangles.length / 3}">${INPUTS}<p>${corner}</p></triangles>`
  return `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset>${parts.asset ?? '<unit name="meter" meter="1"/><up_axis>Z_UP</up_axis>'}</asset>
  <library_geometries>
    <geometry id="shape" name="shape">
      <mesh>
        <source id="points">
          <float_array id="points-array" count="${positions.length}">${positions.join(' ')}</float_array>
          <technique_common>
            <accessor source="#points-array" count="${positions.length / 3}" stride="3">
              <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
            </accessor>
          </technique_common>
        </source>
        <vertices id="vertices"><input semantic="POSITION" source="#points"/></vertices>
        ${primitive}
      </mesh>
    </geometry>
  </library_geometries>
  ${parts.nodes ?? ''}
  <library_visual_scenes>
    <visual_scene id="Scene">
      ${parts.scene ?? '<node id="n"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#shape"/></node>'}
    </visual_scene>
  </library_visual_scenes>
  <scene><instance_visual_scene url="#Scene"/></scene>
</COLLADA>
`
}

export const INPUTS =
  '<input semantic="VERTEX" source="#vertices" offset="0"/><input semantic="NORMAL" source="#vertices" offset="1"/>'

/** Zipped without the time: the same bytes whenever. */
const UNDATED = { mtime: 0 } as const

/** A sample in every format, by file name. */
export function everyFormat(sample: Sample): ReadonlyMap<string, Uint8Array> {
  const { document, buffer } = gltfParts(sample)
  const stripped = { ...document, buffers: document.buffers }
  return new Map([
    ['binary.stl', binaryStl(sample)],
    ['solid.stl', binaryStl(sample, 'solid thing')],
    ['text.stl', bytesOf(textStl(sample))],
    ['plain.obj', bytesOf(obj(sample))],
    ['text.ply', ply(sample, 'ascii')],
    ['little.ply', ply(sample, 'binary_little_endian')],
    ['big.ply', ply(sample, 'binary_big_endian')],
    ['plain.off', bytesOf(off(sample))],
    ['colours.off', bytesOf(off(sample, 'COFF'))],
    ['text.gltf', bytesOf(gltf(stripped, buffer))],
    ['binary.glb', glb(document, buffer)],
    ['scene.dae', bytesOf(collada(sample))],
    ['packed.off.gz', gzipSync(bytesOf(off(sample)), UNDATED)],
    ['packed.stl.gz', gzipSync(binaryStl(sample), UNDATED)],
  ])
}

/** Frames of vertices as a PC2 file has them. */
export function pc2(frames: readonly (readonly number[])[], points = frames[0]!.length / 3): Uint8Array {
  const bytes = new Uint8Array(32 + 4 * frames.flat().length)
  const view = new DataView(bytes.buffer)
  bytes.set(bytesOf('POINTCACHE2\0'))
  view.setInt32(12, 1, true)
  view.setInt32(16, points, true)
  view.setFloat32(20, 1, true)
  view.setFloat32(24, 0.5, true)
  view.setInt32(28, frames.length, true)
  for (const [k, x] of frames.flat().entries()) view.setFloat32(32 + 4 * k, x, true)
  return bytes
}

/** Frames of vertices as an MDD file has them. */
export function mdd(frames: readonly (readonly number[])[], points = frames[0]!.length / 3): Uint8Array {
  const data = 8 + 4 * frames.length
  const bytes = new Uint8Array(data + 4 * frames.flat().length)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, frames.length)
  view.setInt32(4, points)
  frames.forEach((_, k) => {
    view.setFloat32(8 + 4 * k, k / 25)
  })
  for (const [k, x] of frames.flat().entries()) view.setFloat32(data + 4 * k, x)
  return bytes
}

/** A glTF document whose mesh has these displacements as morph targets, and keys (a time and the weights) if there are any. */
export function morphParts(
  sample: Sample,
  targets: readonly (readonly number[])[],
  keys: readonly (readonly number[])[] = [],
): { document: GltfDocument; buffer: Uint8Array } {
  const { document, buffer } = gltfParts(sample)
  const times = keys.map(([time]) => time!)
  const weights = keys.flatMap(([, ...values]) => values)
  const rows = [...targets, ...(keys.length === 0 ? [] : [times, weights])]
  const more = new Float32Array(rows.flat())
  const whole = new Uint8Array(buffer.length + more.byteLength)
  whole.set(buffer)
  whole.set(new Uint8Array(more.buffer), buffer.length)
  let at = buffer.length
  for (const row of rows) {
    document.bufferViews.push({ buffer: 0, byteOffset: at, byteLength: 4 * row.length })
    at += 4 * row.length
  }
  const vertices = sample.positions.length / 3
  targets.forEach((_, k) => {
    document.accessors.push({ bufferView: 2 + k, componentType: 5126, count: vertices, type: 'VEC3' })
  })
  document.meshes[0].primitives[0].targets = targets.map((_, k) => ({ POSITION: 2 + k }))
  if (keys.length > 0) {
    const first = 2 + targets.length
    for (const [k, count] of [times.length, weights.length].entries()) {
      document.accessors.push({ bufferView: first + k, componentType: 5126, count, type: 'SCALAR' })
    }
    const channels = [{ sampler: 0, target: { node: 0, path: 'weights' } }]
    document.animations = [{ channels, samplers: [{ input: first, output: first + 1 }] }]
  }
  document.buffers[0].byteLength = whole.length
  return { document, buffer: whole }
}

/** A box as OBJ: closed, or without one of its twelve triangles. */
export function boxObj(size: number, without = -1): string {
  const h = size / 2
  const corners = Array.from({ length: 8 }, (_, k) => `v ${k & 1 ? h : -h} ${k & 2 ? h : -h} ${k & 4 ? h : -h}`)
  const quads = [
    [1, 3, 4, 2],
    [5, 6, 8, 7],
    [1, 2, 6, 5],
    [3, 7, 8, 4],
    [1, 5, 7, 3],
    [2, 4, 8, 6],
  ] as const
  const faces = quads.flatMap(([a, b, c, d]) => [`f ${a} ${b} ${c}`, `f ${a} ${c} ${d}`])
  return `${[...corners, ...faces.filter((_, k) => k !== without)].join('\n')}\n`
}
