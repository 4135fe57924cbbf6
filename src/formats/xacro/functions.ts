// The functions that an expression may call: those of Python that robot files use, and its math. All others are refused.
import { LONGEST_VALUE, negate, order, power } from './arithmetic.js'
import {
  areEqual,
  floatFrom,
  isDictionary,
  isList,
  isTrue,
  type Key,
  plainNumber,
  Refusal,
  shownText,
  shownValue,
  Tuple,
  textOf,
  type Value,
  whole,
  wholeFrom,
} from './values.js'

/** Names before a dot that are not properties. */
export const NAMESPACES: readonly string[] = ['math', 'python', 'xacro']

type Named = readonly (readonly [name: string, value: Value])[]
type Function = (values: readonly Value[]) => Value

const CONSTANTS: Readonly<Record<string, number>> = {
  pi: Math.PI,
  e: Math.E,
  tau: 2 * Math.PI,
  inf: Number.POSITIVE_INFINITY,
  nan: Number.NaN,
}

/** `pi`, `math.pi`; undefined if no such name is known. */
export function constantOf(name: string): number | undefined {
  const bare = name.replace(/^math\./, '')
  return Object.hasOwn(CONSTANTS, bare) ? CONSTANTS[bare] : undefined
}

function numberOf(value: Value): number {
  const number = plainNumber(value)
  if (number === undefined) throw new Refusal('a number', shownValue(value))
  return Number(number)
}

/** A function of one or two doubles that is a number wherever its arguments are: elsewhere Python refuses as well. */
function real(count: number, work: (x: number, y: number) => number): [number, number, Function] {
  return [
    count,
    count,
    (values) => {
      const [x, y] = [numberOf(values[0]!), count === 2 ? numberOf(values[1]!) : 0]
      const result = work(x, y)
      const isLost = Number.isNaN(result) || (!Number.isFinite(result) && Number.isFinite(x) && Number.isFinite(y))
      if (isLost && !Number.isNaN(x) && !Number.isNaN(y)) {
        throw new Refusal('a value for which the function is defined', values.map(shownValue).join(', '))
      }
      return result
    },
  ]
}

/** A whole number near a double. */
function rounded(round: (x: number) => number): [number, number, Function] {
  return [1, 1, ([value]) => (typeof value === 'bigint' ? value : wholeOf(round(numberOf(value!))))]
}

function wholeOf(value: number): bigint {
  if (!Number.isFinite(value)) throw new Refusal('a finite number', textOf(value))
  return Math.abs(value) > 2 ** 53 ? whole(2n ** 54n) : BigInt(value)
}

/** Python's: a double times the same constant. */
const RADIANS = Math.PI / 180
const DEGREES = 180 / Math.PI

/** Least and most arguments, and what it does. */
const FUNCTIONS: Readonly<Record<string, readonly [number, number, Function]>> = {
  radians: real(1, (x) => x * RADIANS),
  degrees: real(1, (x) => x * DEGREES),
  sin: real(1, Math.sin),
  cos: real(1, Math.cos),
  tan: real(1, Math.tan),
  asin: real(1, Math.asin),
  acos: real(1, Math.acos),
  atan: real(1, Math.atan),
  atan2: real(2, Math.atan2),
  sinh: real(1, Math.sinh),
  cosh: real(1, Math.cosh),
  tanh: real(1, Math.tanh),
  exp: real(1, Math.exp),
  log: [1, 2, (values) => logarithm(values)],
  log2: real(1, Math.log2),
  log10: real(1, Math.log10),
  sqrt: real(1, Math.sqrt),
  hypot: real(2, Math.hypot),
  fmod: real(2, (x, y) => x % y),
  fabs: real(1, Math.abs),
  pow: [2, 2, ([x, y]) => numberOf(power(numberOf(x!), numberOf(y!)))],
  copysign: real(2, (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x))),
  floor: rounded(Math.floor),
  ceil: rounded(Math.ceil),
  trunc: rounded(Math.trunc),
  isnan: [1, 1, ([x]) => Number.isNaN(numberOf(x!))],
  isinf: [1, 1, ([x]) => Math.abs(numberOf(x!)) === Number.POSITIVE_INFINITY],
  abs: [1, 1, ([x]) => (numberOf(x!) < 0 ? negate(x!, true) : negate(x!, false))],
  round: [1, 2, ([x, digits]) => round(x!, digits)],
  str: [1, 1, ([x]) => textOf(x!)],
  int: [1, 1, ([x]) => toWhole(x!)],
  float: [1, 1, ([x]) => toFloat(x!)],
  bool: [1, 1, ([x]) => isTrue(x!)],
  len: [1, 1, ([x]) => lengthOf(x!)],
  list: [0, 1, ([x = []]) => loopItems(x)],
  tuple: [0, 1, ([x = []]) => Tuple.from(loopItems(x))],
  sorted: [1, 1, ([x]) => sorted(loopItems(x!))],
  reversed: [1, 1, ([x]) => [...loopItems(x!)].reverse()],
  sum: [1, 1, ([x]) => loopItems(x!).reduce<Value>((sum, value) => plus(sum, value), 0n)],
  min: [1, Number.POSITIVE_INFINITY, (values) => extreme(values, (a, b) => a < b)],
  max: [1, Number.POSITIVE_INFINITY, (values) => extreme(values, (a, b) => a > b)],
  any: [1, 1, ([x]) => loopItems(x!).some(isTrue)],
  all: [1, 1, ([x]) => loopItems(x!).every(isTrue)],
  range: [1, 3, (values) => range(values)],
}

/** Calls `name`, `math.name` or `python.name`. */
export function callFunction(name: string, values: readonly Value[], named: Named): Value {
  const bare = name.replace(/^(?:math|python)\./, '')
  if (bare === 'dict' || bare === 'xacro.dotify' || bare === 'dotify') return dictionary(values, named)
  const known = Object.hasOwn(FUNCTIONS, bare) ? FUNCTIONS[bare] : undefined
  if (known === undefined) throw new Refusal('a function that is known here', shownText(`${name}()`))
  const [least, most, work] = known
  if (named.length > 0) throw new Refusal(`${name}() without named arguments`, shownText(named[0]![0]))
  if (values.length < least || values.length > most) {
    const count = least === most ? `${least}` : `${least} to ${most}`
    throw new Refusal(`${name}() with ${count} arguments`, `${values.length}`)
  }
  return work(values)
}

function dictionary(values: readonly Value[], named: Named): Value {
  const result = new Map<Key, Value>()
  for (const value of values) {
    if (!isDictionary(value)) throw new Refusal('dict() of a dictionary, or with named arguments', shownValue(value))
    for (const [key, item] of value) result.set(key, item)
  }
  for (const [key, item] of named) result.set(key, item)
  return result
}

function logarithm([x, base]: readonly Value[]): number {
  const [a, b] = [numberOf(x!), base === undefined ? Math.E : numberOf(base)]
  if (!(a > 0) || !(b > 0) || b === 1) throw new Refusal('positive numbers, for log()', `${a}`)
  return base === undefined ? Math.log(a) : Math.log(a) / Math.log(b)
}

function plus(a: Value, b: Value): Value {
  const [x, y] = [plainNumber(a), plainNumber(b)]
  if (x === undefined || y === undefined) throw new Refusal('numbers, for sum()', shownValue(b))
  return typeof x === 'bigint' && typeof y === 'bigint' ? whole(x + y) : Number(x) + Number(y)
}

/** Half goes to the even neighbour; by the exact value of the double, as in Python. */
function round(value: Value, digits: Value | undefined): Value {
  const number = plainNumber(value)
  const places = Number(digits ?? 0n)
  const isWhole = digits === undefined || digits === null || typeof plainNumber(digits) === 'bigint'
  if (!isWhole || places < 0 || places > 20)
    throw new Refusal('0 to 20 digits, for round()', shownValue(digits ?? null))
  if (typeof number === 'bigint') return number
  const x = numberOf(value)
  if (!Number.isFinite(x)) return digits === undefined ? wholeOf(x) : x
  let result = Number(x.toFixed(places))
  const exact = Math.abs(x).toFixed(100)
  const behind = exact.slice(exact.indexOf('.') + 1 + places)
  const last = exact
    .slice(0, exact.indexOf('.') + 1 + places)
    .replace('.', '')
    .at(-1)!
  // toFixed takes half away from zero.
  if (/^50*$/.test(behind) && Number(last) % 2 === 0) result = Math.sign(x) * Number(exact.slice(0, -behind.length))
  return digits === undefined || digits === null ? wholeOf(result) : result
}

function toWhole(value: Value): bigint {
  if (typeof value === 'string') {
    const found = wholeFrom(value)
    if (found === undefined) throw new Refusal('a text that spells a whole number, for int()', shownText(value))
    return found
  }
  const number = plainNumber(value)
  return typeof number === 'bigint' ? number : wholeOf(Math.trunc(numberOf(value)))
}

function toFloat(value: Value): number {
  if (typeof value !== 'string') return numberOf(value)
  const found = floatFrom(value) ?? wholeFrom(value)
  if (found === undefined) throw new Refusal('a text that spells a number, for float()', shownText(value))
  return Number(found)
}

function lengthOf(value: Value): bigint {
  if (isDictionary(value)) return BigInt(value.size)
  if (isList(value) || typeof value === 'string') return BigInt(value.length)
  throw new Refusal('a list, a dictionary or a text, for len()', shownValue(value))
}

/** What a loop goes through. */
export function loopItems(value: Value): readonly Value[] {
  if (isList(value)) return [...value]
  if (isDictionary(value)) return [...value.keys()]
  if (typeof value === 'string') return [...value]
  throw new Refusal('a list, a dictionary or a text', shownValue(value))
}

function sorted(values: readonly Value[]): Value[] {
  return [...values].sort((a, b) => {
    const [x, y] = order(a, b)
    return x < y ? -1 : x > y ? 1 : 0
  })
}

type Size = bigint | number | string

function extreme(values: readonly Value[], isBetter: (a: Size, b: Size) => boolean): Value {
  const list = values.length === 1 ? loopItems(values[0]!) : values
  if (list.length === 0) throw new Refusal('one value or more, for min() and max()', 'none')
  return list.reduce((best, value) => (isBetter(...order(value, best)) ? value : best))
}

function range(values: readonly Value[]): Value {
  const [a, b, c] = values.map((value) => Number(toWhole(value))) as [number, number?, number?]
  const [from, to, step] = b === undefined ? [0, a, 1] : [a, b, c ?? 1]
  if (step === 0) throw new Refusal('a step other than 0, for range()', '0')
  const count = Math.max(0, Math.ceil((to - from) / step))
  if (count > LONGEST_VALUE) throw new Refusal(`a range of at most ${LONGEST_VALUE}`, 'a longer one')
  return Array.from({ length: count }, (_, k) => BigInt(from + k * step))
}

/** Calls a method of a text, a dictionary or a list. */
export function callMethod(self: Value, name: string, values: readonly Value[]): Value {
  if (typeof self === 'string') return textMethod(self, name, values)
  if (isDictionary(self)) {
    if (values.length === 0 && name === 'keys') return [...self.keys()]
    if (values.length === 0 && name === 'values') return [...self.values()]
    const [key, otherwise = null] = values
    if (name === 'get' && (typeof key === 'string' || typeof key === 'bigint')) return self.get(key) ?? otherwise
  }
  if (isList(self) && values.length === 1) {
    if (name === 'count') return BigInt(self.filter((item) => areEqual(item, values[0]!)).length)
  }
  throw new Refusal('a method that is known here', shownText(`${shownValue(self)}.${name}()`))
}

function textMethod(self: string, name: string, values: readonly Value[]): Value {
  const texts = values.filter((value) => typeof value === 'string')
  const [first, second] = texts
  if (texts.length === values.length) {
    switch (`${name} ${values.length}`) {
      case 'lower 0':
        return self.toLowerCase()
      case 'upper 0':
        return self.toUpperCase()
      case 'strip 0':
        return self.trim()
      case 'lstrip 0':
        return self.trimStart()
      case 'rstrip 0':
        return self.trimEnd()
      case 'split 0':
        return self.trim() === '' ? [] : self.trim().split(/\s+/)
      case 'split 1':
        if (first === '') throw new Refusal('a separator that is not empty, for split()', '""')
        return self.split(first!)
      case 'startswith 1':
        return self.startsWith(first!)
      case 'endswith 1':
        return self.endsWith(first!)
      case 'find 1':
        return BigInt(self.indexOf(first!))
      case 'count 1':
        return BigInt(first === '' ? self.length + 1 : self.split(first!).length - 1)
      case 'replace 2':
        return replaced(self, first!, second!)
    }
  }
  const [list] = values
  if (name === 'join' && list !== undefined && isList(list) && list.every((item) => typeof item === 'string')) {
    checkJoin(list.reduce((sum, item) => sum + item.length + self.length, 0))
    return list.join(self)
  }
  throw new Refusal('a method of a text that is known here', shownText(`.${name}()`))
}

function replaced(self: string, old: string, by: string): string {
  const parts = self.split(old)
  checkJoin(self.length + parts.length * by.length)
  return old === '' ? [by, ...parts.flatMap((part) => [part, by])].join('') : parts.join(by)
}

function checkJoin(length: number): void {
  if (length > LONGEST_VALUE) throw new Refusal(`texts of at most ${LONGEST_VALUE} characters`, 'a longer one')
}
