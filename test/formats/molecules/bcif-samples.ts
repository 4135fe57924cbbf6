// BinaryCIF files, written plainly from the text of an mmCIF file: what the reader is tested against.
import { encode } from '@msgpack/msgpack'

interface Encoded {
  readonly encoding: Record<string, unknown>[]
  readonly data: Uint8Array
}

const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 4, 4: 1, 5: 2, 6: 4, 32: 4, 33: 8 }

/** Numbers as they are, of a type of the specification. */
export function plain(values: readonly number[], type: number): Encoded {
  const size = SIZES[type]!
  const data = Buffer.alloc(size * values.length)
  for (const [k, value] of values.entries()) {
    if (type === 32) data.writeFloatLE(value, size * k)
    else if (type === 33) data.writeDoubleLE(value, size * k)
    else if (type < 4) data.writeIntLE(value, size * k, size)
    else data.writeUIntLE(value, size * k, size)
  }
  return { encoding: [{ kind: 'ByteArray', type }], data: Uint8Array.from(data) }
}

/** A step before others; the first in the list is undone last. */
function before(step: Record<string, unknown>, { encoding, data }: Encoded): Encoded {
  return { encoding: [step, ...encoding], data }
}

export function packed(values: readonly number[], byteCount: 1 | 2, isUnsigned: boolean): Encoded {
  const most = 2 ** (8 * byteCount - (isUnsigned ? 0 : 1)) - 1
  const out: number[] = []
  for (let value of values) {
    for (; value >= most; value -= most) out.push(most)
    for (; !isUnsigned && value <= -most - 1; value += most + 1) out.push(-most - 1)
    out.push(value)
  }
  const type = byteCount + (isUnsigned ? 3 : 0)
  return before({ kind: 'IntegerPacking', byteCount, isUnsigned, srcSize: values.length }, plain(out, type))
}

export function delta(values: readonly number[], origin: number, then: (values: number[]) => Encoded): Encoded {
  return before(
    { kind: 'Delta', origin, srcType: 3 },
    then(values.map((value, k) => value - (values[k - 1] ?? origin))),
  )
}

export function runs(values: readonly number[], then: (values: number[]) => Encoded): Encoded {
  const out: number[] = []
  for (const value of values) {
    if (out.length > 0 && out.at(-2) === value) out[out.length - 1]!++
    else out.push(value, 1)
  }
  return before({ kind: 'RunLength', srcType: 3, srcSize: values.length }, then(out))
}

export function fixed(values: readonly number[], factor: number, then: (values: number[]) => Encoded): Encoded {
  return before({ kind: 'FixedPoint', factor, srcType: 33 }, then(values.map((value) => Math.round(value * factor))))
}

/** Rounded to the steps of an interval. */
export function quantised(values: readonly number[], min: number, max: number, numSteps: number): Encoded {
  const step = (max - min) / (numSteps - 1)
  const whole = values.map((value) => Math.round((value - min) / step))
  return before({ kind: 'IntervalQuantization', min, max, numSteps, srcType: 33 }, plain(whole, 3))
}

/** '' has no index. */
export function strings(values: readonly string[], then: (values: number[]) => Encoded): Encoded {
  const all = [...new Set(values.filter((text) => text !== ''))]
  let sum = 0
  const offsets = plain([0, ...all.map((text) => (sum += text.length))], 3)
  const indices = then(values.map((text) => all.indexOf(text)))
  const step = {
    kind: 'StringArray',
    stringData: all.join(''),
    offsets: offsets.data,
    offsetEncoding: offsets.encoding,
    dataEncoding: indices.encoding,
  }
  return { encoding: [step], data: indices.data }
}

/** Its fields may be changed to whatever is wrong. */
export interface BcifColumn {
  name: string
  data: { encoding: Record<string, unknown>[]; data: unknown }
  mask: unknown
}

export interface BcifFile {
  dataBlocks: { header: string; categories: { name: string; rowCount: number; columns: BcifColumn[] }[] }[]
}

export type BcifStyle = 'plain' | 'packed'

/** An mmCIF file of one loop over _atom_site, as BinaryCIF: with few encodings, or with many. */
export function bcif(text: string, style: BcifStyle, change: (file: BcifFile) => void = () => {}): Uint8Array {
  const words = text
    .slice(text.indexOf('loop_'))
    .match(/"[^"]*"|[^\s"]+/g)!
    .slice(1)
  const names = words.filter((word) => word.startsWith('_atom_site.'))
  const values = words.slice(names.length).filter((word) => word !== '#')
  const rowCount = values.length / names.length
  const columns = names.map((name, c) => {
    const item = name.slice(11)
    const column = Array.from({ length: rowCount }, (_, r) => values[r * names.length + c]!)
    const mask = column.map((word) => (word === '.' ? 1 : word === '?' ? 2 : 0))
    const given = column.map((word, r) => (mask[r]! > 0 ? '' : word.replaceAll('"', '')))
    return {
      name: item,
      data: encodedItem(item, given, style),
      mask: mask.every((one) => one === 0) ? null : runs(mask, (list) => packed(list, 1, true)),
    }
  })
  const file: BcifFile & { encoder: string; version: string } = {
    encoder: 'a test',
    version: '0.3.0',
    dataBlocks: [{ header: '1ABC', categories: [{ name: '_atom_site', rowCount, columns }] }],
  }
  change(file)
  return Uint8Array.from(encode(file))
}

function encodedItem(item: string, texts: readonly string[], style: BcifStyle): Encoded {
  const isReal = /^(Cartn|occupancy|B_iso)/.test(item)
  const isWhole = /^(id|label_seq_id|auth_seq_id|pdbx_PDB_model_num|pdbx_formal_charge)$/.test(item)
  const numbers = texts.map(Number)
  if (style === 'plain')
    return isReal ? plain(numbers, 33) : isWhole ? plain(numbers, 3) : strings(texts, (list) => plain(list, 3))
  const differences = (list: number[]): Encoded => delta(list, list[0] ?? 0, (steps) => packed(steps, 2, false))
  if (isReal) return fixed(numbers, 1000, differences)
  if (isWhole) return delta(numbers, 0, (steps) => runs(steps, (list) => packed(list, 1, false)))
  return strings(texts, (list) => delta(list, -1, (steps) => runs(steps, (some) => packed(some, 1, false))))
}
