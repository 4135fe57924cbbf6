// What expressions of xacro work with: Python's values, as far as robot files use them. A whole number is a bigint, so that
// 1 and 1.0 stay what they are; both print as Python prints them, and no digit of a number is lost.

/** A value of an expression. */
export type Value = null | boolean | bigint | number | string | readonly Value[] | Dictionary | Names

export type Dictionary = ReadonlyMap<Key, Value>

export type Key = string | bigint

/** Properties under a name of their own: those of a file that was included with `ns`. */
export interface Names {
  find(name: string): Value | undefined
}

/** `(a, b)`: a list that is written differently. */
export class Tuple extends Array<Value> {}

/** Something that cannot be evaluated. The place is added where it is known: the innermost one stays. */
export class Refusal extends Error {
  constructor(
    readonly expected: string,
    readonly got?: string,
  ) {
    super(expected)
  }
}

/** Whole numbers up to this are exact as doubles too. */
const MOST = 2n ** 53n
/** How much of a text is shown in a message. */
const SHOWN = 80
const WHOLE = /^[+-]?\d+$/
const FLOAT = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf|infinity|nan)$/i

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

export function isDictionary(value: Value): value is Dictionary {
  return value instanceof Map
}

export function shownValue(value: Value): string {
  if (value === null) return 'None'
  if (isList(value)) return 'a list'
  if (isDictionary(value)) return 'a dictionary'
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False'
    case 'bigint':
    case 'number':
      return textOf(value)
    case 'string':
      return shownText(value)
    default:
      return 'a namespace'
  }
}

export function shownText(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
}

/** A whole number that stays exact. */
export function whole(value: bigint): bigint {
  if (value > MOST || value < -MOST) throw new Refusal('whole numbers up to 2^53', 'a larger one')
  return value
}

export function isTrue(value: Value): boolean {
  if (isList(value)) return value.length > 0
  if (isDictionary(value)) return value.size > 0
  // NaN is true in Python.
  return Number.isNaN(value) || Boolean(value)
}

/** Lists in lists can be larger than the memory that they take: what is compared or written of them has a bound. */
const MOST_ITEMS = 100_000

class Room {
  private left = MOST_ITEMS

  take(count = 1): void {
    this.left -= count
    if (this.left < 0) throw new Refusal(`lists and dictionaries of at most ${MOST_ITEMS} items in all`, 'more')
  }
}

/** As Python's `==`. */
export function areEqual(a: Value, b: Value, room: Room = new Room()): boolean {
  room.take()
  if (isList(a) && isList(b) && a instanceof Tuple === b instanceof Tuple) {
    return a.length === b.length && a.every((item, k) => areEqual(item, b[k]!, room))
  }
  if (isDictionary(a) && isDictionary(b)) {
    return a.size === b.size && [...a].every(([key, item]) => b.has(key) && areEqual(item, b.get(key)!, room))
  }
  const [x, y] = [plainNumber(a), plainNumber(b)]
  // biome-ignore lint/suspicious/noDoubleEquals: a bigint and a number compare by value
  return x !== undefined && y !== undefined ? x == y : a === b
}

/** A number, True and False counting as 1 and 0; undefined for anything else. */
export function plainNumber(value: Value): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined
}

/** As Python's `str`. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : quoted(value, new Room())
}

/** As Python's `repr`. */
function quoted(value: Value, room: Room): string {
  room.take(typeof value === 'string' ? value.length + 1 : 1)
  if (value === null) return 'None'
  if (isList(value)) {
    const items = Array.from(value, (item) => quoted(item, room)).join(', ')
    if (!(value instanceof Tuple)) return `[${items}]`
    return value.length === 1 ? `(${items},)` : `(${items})`
  }
  if (isDictionary(value)) {
    return `{${Array.from(value, ([key, item]) => `${quoted(key, room)}: ${quoted(item, room)}`).join(', ')}}`
  }
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False'
    case 'bigint':
      return `${value}`
    case 'number':
      return floatText(value)
    case 'string': {
      const mark = value.includes("'") && !value.includes('"') ? '"' : "'"
      const inside = value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
      return mark + inside.replaceAll(mark, `\\${mark}`) + mark
    }
    default:
      throw new Refusal('a value that can be written', shownValue(value))
  }
}

/** The shortest digits that give the same double again, written as Python writes them. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [digits, power] = value.toExponential().split('e') as [string, string]
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 16) {
    const size = `${Math.abs(exponent)}`.padStart(2, '0')
    return `${digits}e${exponent < 0 ? '-' : '+'}${size}`
  }
  // JavaScript writes these without an exponent too, except the smallest.
  const plain = exponent < -6 ? value.toFixed(-exponent + digits.length) : `${value}`
  return plain.includes('.') ? plain : `${plain}.0`
}

/** What a text of a property or a parameter is: a number or a boolean if it spells one, without quotes if it has them. */
export function literal(value: Value): Value {
  if (typeof value !== 'string') return value
  if (value.length >= 2 && value.startsWith("'") && value.endsWith("'")) return value.slice(1, -1)
  return wholeFrom(value) ?? floatFrom(value) ?? booleanFrom(value) ?? value
}

/** As Python's `int(text)`; undefined if it spells none, or one that a double does not hold. */
export function wholeFrom(text: string): bigint | undefined {
  const trimmed = text.length > 100 ? '' : text.trim()
  if (!WHOLE.test(trimmed)) return undefined
  const value = BigInt(trimmed.replace(/^\+/, ''))
  return value > MOST || value < -MOST ? undefined : value
}

/** As Python's `float(text)`. A whole number that is too long for one stays the text that it is. */
export function floatFrom(text: string): number | undefined {
  const trimmed = text.length > 1000 ? '' : text.trim()
  if (!FLOAT.test(trimmed) || WHOLE.test(trimmed)) return undefined
  const word = /^([+-]?)(inf|nan)/i.exec(trimmed)
  if (word === null) return Number(trimmed)
  if (word[2]!.toLowerCase() === 'nan') return Number.NaN
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

function booleanFrom(text: string): boolean | undefined {
  return text === 'true' || text === 'True' ? true : text === 'false' || text === 'False' ? false : undefined
}

/** What a condition comes to. */
export function condition(value: Value): boolean {
  if (typeof value !== 'string') return isTrue(value)
  const number = wholeFrom(value)
  return booleanFrom(value) ?? (number === undefined ? refuseCondition(value) : number !== 0n)
}

function refuseCondition(value: string): never {
  throw new Refusal('true, false or a whole number', shownText(value))
}
