// Damage to values: what JSON, or another encoding of the same things, says stays well formed, and fields become something else.
import type { Random } from '../../src/base/math/random.js'
import { type Mutation, pick } from './damage-bytes.js'

/** How a file's text is a value, and how a damaged value becomes a file again. */
export interface Codec {
  decode(text: string): unknown
  encode(value: unknown, random: Random): string
}

const utf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8')
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

export const JSON_CODEC: Codec = {
  decode: (text) => JSON.parse(utf8(text)),
  encode: (value, random) => latin1(JSON.stringify(value, null, random.integer(3))),
}

/** One value a line. */
export const LINES_CODEC: Codec = {
  decode: (text) =>
    utf8(text)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line)),
  encode: (value) =>
    latin1(
      Object.values(value as object)
        .map((item) => `${JSON.stringify(item)}\n`)
        .join(''),
    ),
}

const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    0.5,
    2,
    1e308,
    5e-324,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    '',
    ' ',
    'mesh',
    '/',
    '../../../etc/passwd',
    '\0',
  ],
  ...[
    'https://example.com/a',
    'a'.repeat(5000),
    [],
    [[]],
    {},
    { kind: 'box' },
    [1, 2, 3],
    [0, 0, 0, 1],
    '1e999',
    'AAAA',
  ],
]
const KEYS = ['__proto__', 'constructor', 'toString', 'length', 'kind', 'quat', 'rpy', 'name', 'limber', '0', '']

type Container = Record<string, unknown> | unknown[]

/** Every object and array in a value, itself included; not the bytes of a buffer. */
function containers(value: unknown, found: Container[] = []): Container[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return found
  found.push(value as Container)
  for (const item of Object.values(value)) containers(item, found)
  return found
}

function damageValue(random: Random, value: object, values: readonly unknown[]): void {
  const inside = containers(value)
  const target = pick(random, inside) as Record<string, unknown>
  const keys = Object.keys(target)
  const key = keys.length > 0 ? pick(random, keys) : '0'
  const put = (name: string, item: unknown): void => {
    // Not by assignment: `__proto__` must become a field.
    Object.defineProperty(target, name, { value: item, enumerable: true, configurable: true, writable: true })
  }
  const own = target[key]
  const how = pick(random, ['value', 'near', 'delete', 'key', 'copy', 'double'])
  if (how === 'near' && typeof own === 'number') put(key, pick(random, [own + 1, own - 1, -own, own * 2, own + 0.5]))
  else if (how === 'near' && typeof own === 'string') put(key, own.slice(0, random.integer(own.length + 1)))
  else if (how === 'value' || how === 'near') put(key, structuredClone(pick(random, values)))
  else if (how === 'delete' && Array.isArray(target)) target.splice(Number(key), 1)
  else if (how === 'delete') delete target[key]
  else if (how === 'key' && !Array.isArray(target)) put(pick(random, KEYS), structuredClone(pick(random, values)))
  else if (how === 'copy') put(key, structuredClone(pick(random, inside)))
  else if (Array.isArray(target)) target.push(structuredClone(target[0]))
}

/** `words`: texts that mean something to the format. */
export function jsonMutations(codec: Codec, words: readonly string[]): Readonly<Record<string, Mutation>> {
  const values = [...VALUES, ...words]
  return {
    field(random, text) {
      try {
        const value = codec.decode(text)
        if (typeof value !== 'object' || value === null) return text
        do damageValue(random, value, values)
        while (random.unit() < 0.3)
        return codec.encode(value, random)
      } catch {
        // Damaged before, or nested more deeply than can be written.
        return text
      }
    },
  }
}
