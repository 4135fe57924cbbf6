// Accessors of a glTF file: numbers in a buffer, described in three steps (accessor, buffer view, buffer). All of it is
// checked against the bytes that are there when an accessor is opened; reading it then cannot run over the end.
import { decodeBase64 } from '../text/base64.js'
import { viewOf } from '../text/byte-view.js'
import type { JsonNode } from '../text/json-document.js'
import type { MeshSource } from './mesh-data.js'

const BYTE = 5120
const UNSIGNED_BYTE = 5121
const SHORT = 5122
const UNSIGNED_SHORT = 5123
const UNSIGNED_INT = 5125
const FLOAT = 5126
const SIZES = new Map([
  [BYTE, 1],
  [UNSIGNED_BYTE, 1],
  [SHORT, 2],
  [UNSIGNED_SHORT, 2],
  [UNSIGNED_INT, 4],
  [FLOAT, 4],
])
const INDEX_TYPES = [UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT]

/** Numbers at regular steps in a buffer. */
interface Strided {
  readonly view: DataView
  readonly at: number
  readonly stride: number
}

export interface Accessor {
  readonly node: JsonNode
  readonly count: number
  readonly componentType: number
  readonly normalized: boolean
  /** Undefined: all zeros. */
  readonly data: Strided | undefined
  readonly sparse: Sparse | undefined
}

/** Elements that are not as `data` has them. */
interface Sparse {
  readonly node: JsonNode
  readonly count: number
  readonly indices: Strided
  readonly indexType: number
  readonly values: Strided
}

/** The buffers of a file, fetched when they are first asked for. */
export class GltfBuffers {
  private readonly fetched = new Map<number, Uint8Array>()

  constructor(
    private readonly source: MeshSource,
    private readonly root: JsonNode,
    /** The binary chunk of a GLB. */
    private readonly chunk: Uint8Array | undefined,
  ) {}

  /** What accessor.<name> says: a buffer view, an offset into it. Checked to hold `count` elements of `size` bytes. */
  strided(node: JsonNode, count: number, size: number): Strided {
    const view = node.get('bufferView').entryOf(this.root.get('bufferViews'))
    for (const name of ['EXT_meshopt_compression', 'KHR_meshopt_compression']) {
      const packed = view.get('extensions').get(name)
      if (!packed.missing)
        packed.fail('data that is not compressed: meshopt is not supported, decompress it first', name)
    }
    const stepField = view.get('byteStride')
    const stride = stepField.missing ? size : stepField.integer(size, 255, `a step of ${size} to 255 bytes`)
    const offset = optionalOffset(node.get('byteOffset'))
    const start = optionalOffset(view.get('byteOffset'))
    const length = view.get('byteLength').integer(0, Number.MAX_SAFE_INTEGER, 'a number of bytes')
    const buffer = this.buffer(view.get('buffer').entryOf(this.root.get('buffers')), view.get('buffer').value as number)
    if (start + length > buffer.length)
      view.fail(`a view within its buffer of ${buffer.length} bytes`, `${start + length}`)
    if (count > 0 && offset + stride * (count - 1) + size > length) {
      node.fail(`at most as many elements as its buffer view of ${length} bytes holds`, `${count}`)
    }
    return { view: viewOf(buffer), at: start + offset, stride }
  }

  private buffer(node: JsonNode, index: number): Uint8Array {
    const known = this.fetched.get(index)
    if (known !== undefined) return known
    const length = node.get('byteLength').integer(0, Number.MAX_SAFE_INTEGER, 'a number of bytes')
    const bytes = this.fetch(node, index)
    if (bytes.length < length) node.get('byteLength').fail(`at most the ${bytes.length} bytes that are there`)
    const buffer = bytes.subarray(0, length)
    this.fetched.set(index, buffer)
    return buffer
  }

  private fetch(node: JsonNode, index: number): Uint8Array {
    const uri: JsonNode = node.get('uri')
    if (uri.missing) {
      if (index === 0 && this.chunk !== undefined) return this.chunk
      node.fail('a buffer with a uri, or the binary chunk of a GLB file', 'neither')
    }
    const text = uri.text()
    if (/^data:/i.test(text)) {
      const comma = text.indexOf(',')
      if (comma < 0 || !/;base64$/i.test(text.slice(0, comma))) uri.fail('a data URI in base64')
      return decodeBase64(text, comma + 1) ?? uri.fail('base64 after the comma')
    }
    const { resolve, maxBytes } = this.source
    if (resolve === undefined) uri.fail('buffers in this file, or the option resolve to get others')
    const bytes: unknown = resolve(text)
    if (!(bytes instanceof Uint8Array)) uri.fail('a Uint8Array from the option resolve', typeof bytes)
    if (bytes.length > maxBytes) uri.fail(`a buffer of at most ${maxBytes} bytes (option maxBytes)`, `${bytes.length}`)
    return bytes
  }
}

function optionalOffset(node: JsonNode): number {
  return node.missing ? 0 : node.integer(0, Number.MAX_SAFE_INTEGER, 'a number of bytes')
}

type AccessorUse = 'positions' | 'indices' | 'numbers'

/** Positions (three numbers an element), indices or other numbers (one each). */
export function openAccessor(node: JsonNode, buffers: GltfBuffers, use: AccessorUse): Accessor {
  const type = use === 'positions' ? 'VEC3' : 'SCALAR'
  if (node.get('type').value !== type) node.get('type').fail(`"${type}" for ${use}`)
  const componentType = readComponentType(node.get('componentType'), use)
  const count = node.get('count').integer(0, 2 ** 32 - 1, 'a number of elements')
  const size = SIZES.get(componentType)! * (use === 'positions' ? 3 : 1)
  const sparse = node.get('sparse')
  return {
    node,
    count,
    componentType,
    normalized: node.get('normalized').value === true,
    data: node.get('bufferView').missing ? undefined : buffers.strided(node, count, size),
    sparse: sparse.missing ? undefined : openSparse(sparse, buffers, count, size),
  }
}

function readComponentType(node: JsonNode, use: AccessorUse): number {
  const type = node.value as number
  const good = use === 'indices' ? INDEX_TYPES.includes(type) : SIZES.has(type) && type !== UNSIGNED_INT
  if (!good) node.fail(use === 'indices' ? '5121, 5123 or 5125 for indices' : `5126, or 5120 to 5123, for ${use}`)
  return type
}

function openSparse(sparse: JsonNode, buffers: GltfBuffers, count: number, size: number): Sparse {
  const changed = sparse.get('count').integer(0, count, `a number of elements from 0 to ${count}`)
  const node = sparse.get('indices')
  const indexType = readComponentType(node.get('componentType'), 'indices')
  return {
    node,
    count: changed,
    indices: buffers.strided(node, changed, SIZES.get(indexType)!),
    indexType,
    values: buffers.strided(sparse.get('values'), changed, size),
  }
}

/** Which element the k-th changed one is. */
function sparseIndex({ node, indices, indexType }: Sparse, k: number, count: number): number {
  const index = component(indices.view, indices.at + k * indices.stride, indexType)
  if (index >= count) node.fail(`indices of ${count} elements`, `${index}`)
  return index
}

/** Writes the accessor's positions to out, from point `at` on. */
export function readPositions(out: Float64Array, at: number, accessor: Accessor): void {
  const { count, data, sparse } = accessor
  if (data !== undefined) for (let k = 0; k < count; k++) readReals(out, 3 * (at + k), 3, data, k, accessor)
  if (sparse === undefined) return
  for (let k = 0; k < sparse.count; k++) {
    readReals(out, 3 * (at + sparseIndex(sparse, k, count)), 3, sparse.values, k, accessor)
  }
}

/** The accessor's numbers, one an element. */
export function readScalars(accessor: Accessor): Float64Array {
  const { count, data, sparse } = accessor
  const out = new Float64Array(count)
  if (data !== undefined) for (let k = 0; k < count; k++) readReals(out, k, 1, data, k, accessor)
  for (let k = 0; k < (sparse?.count ?? 0); k++) {
    readReals(out, sparseIndex(sparse!, k, count), 1, sparse!.values, k, accessor)
  }
  return out
}

function readReals(out: Float64Array, o: number, width: number, from: Strided, k: number, accessor: Accessor): void {
  const { view } = from
  const at = from.at + k * from.stride
  const type = accessor.componentType
  if (type === FLOAT) {
    for (let i = 0; i < width; i++) out[o + i] = view.getFloat32(at + 4 * i, true)
    return
  }
  const size = SIZES.get(type)!
  for (let i = 0; i < width; i++) {
    const value = component(view, at + size * i, type)
    out[o + i] = accessor.normalized ? normalised(value, type) : value
  }
}

/** Writes the accessor's indices, each plus `base`, to out from `at` on; each must be below `vertices`. */
export function readIndices(out: Uint32Array, at: number, accessor: Accessor, base: number, vertices: number): void {
  const { count, data, sparse, node, componentType } = accessor
  if (data === undefined) out.fill(0, at, at + count)
  else for (let k = 0; k < count; k++) out[at + k] = component(data.view, data.at + k * data.stride, componentType)
  for (let k = 0; k < (sparse?.count ?? 0); k++) {
    const { values } = sparse!
    out[at + sparseIndex(sparse!, k, count)] = component(values.view, values.at + k * values.stride, componentType)
  }
  for (let k = at; k < at + count; k++) {
    const index = out[k]!
    if (index >= vertices) node.fail(`indices of ${vertices} vertices`, `${index} as number ${k - at}`)
    out[k] = index + base
  }
}

function component(view: DataView, at: number, type: number): number {
  switch (type) {
    case BYTE:
      return view.getInt8(at)
    case UNSIGNED_BYTE:
      return view.getUint8(at)
    case SHORT:
      return view.getInt16(at, true)
    case UNSIGNED_SHORT:
      return view.getUint16(at, true)
    default:
      return view.getUint32(at, true)
  }
}

/** glTF 2.0, section 3.11: what a normalised integer stands for. */
function normalised(value: number, type: number): number {
  switch (type) {
    case BYTE:
      return Math.max(value / 127, -1)
    case UNSIGNED_BYTE:
      return value / 255
    case SHORT:
      return Math.max(value / 32767, -1)
    default:
      return value / 65535
  }
}
