// Python's operators on values.
import { keyOf } from './items.js'
import { areEqual, isDictionary, isList, plainNumber, Refusal, shownValue, Tuple, type Value, whole } from './values.js'

/** Characters of a text, items of a list. */
export const LONGEST_VALUE = 100_000

type Pair = readonly [bigint, bigint] | readonly [number, number]

/** Two whole numbers, or two doubles if one of them is one; undefined if one is not a number. */
function numbers(a: Value, b: Value): Pair | undefined {
  const [x, y] = [plainNumber(a), plainNumber(b)]
  if (x === undefined || y === undefined) return undefined
  return typeof x === 'bigint' && typeof y === 'bigint' ? [x, y] : [Number(x), Number(y)]
}

function areWhole(pair: Pair): pair is readonly [bigint, bigint] {
  return typeof pair[0] === 'bigint'
}

function demandNumbers(sign: string, a: Value, b: Value): Pair {
  const pair = numbers(a, b)
  if (pair === undefined)
    throw new Refusal(`numbers on both sides of ${sign}`, `${shownValue(a)} ${sign} ${shownValue(b)}`)
  return pair
}

function checkLength(length: number): void {
  if (length > LONGEST_VALUE) throw new Refusal(`texts and lists of at most ${LONGEST_VALUE}`, 'a longer one')
}

export function add(a: Value, b: Value): Value {
  if (typeof a === 'string' && typeof b === 'string') {
    checkLength(a.length + b.length)
    return a + b
  }
  if (isList(a) && isList(b) && a instanceof Tuple === b instanceof Tuple) {
    checkLength(a.length + b.length)
    return listLike(a, [...a, ...b])
  }
  const pair = numbers(a, b)
  if (pair === undefined) {
    throw new Refusal('two numbers, two texts or two lists around +', `${shownValue(a)} + ${shownValue(b)}`)
  }
  return areWhole(pair) ? whole(pair[0] + pair[1]) : pair[0] + pair[1]
}

export function subtract(a: Value, b: Value): Value {
  const pair = demandNumbers('-', a, b)
  return areWhole(pair) ? whole(pair[0] - pair[1]) : pair[0] - pair[1]
}

export function multiply(a: Value, b: Value): Value {
  if (typeof b === 'string' || isList(b)) return isRepeatable(a) ? refuseProduct(a, b) : multiply(b, a)
  const times = plainNumber(b)
  if (isRepeatable(a) && typeof times === 'bigint') {
    const count = times < 0n ? 0 : Number(times)
    checkLength(count === 0 ? 0 : count * Math.max(1, a.length))
    if (typeof a === 'string') return a.repeat(count)
    return listLike(a, Array.from({ length: count }, () => [...a]).flat())
  }
  const pair = demandNumbers('*', a, b)
  return areWhole(pair) ? whole(pair[0] * pair[1]) : pair[0] * pair[1]
}

function isRepeatable(value: Value): value is string | readonly Value[] {
  return typeof value === 'string' || isList(value)
}

function refuseProduct(a: Value, b: Value): never {
  throw new Refusal('numbers on both sides of *', `${shownValue(a)} * ${shownValue(b)}`)
}

/** A tuple if the original is one. */
function listLike(original: readonly Value[], items: Value[]): readonly Value[] {
  return original instanceof Tuple ? Tuple.from(items) : items
}

export function divide(a: Value, b: Value): Value {
  const pair = demandNumbers('/', a, b)
  return Number(pair[0]) / divisor(Number(pair[1]))
}

function divisor<T extends number | bigint>(value: T): T {
  // biome-ignore lint/suspicious/noDoubleEquals: of either kind
  if (value == 0) throw new Refusal('a divisor other than 0', '0')
  return value
}

/** Rounded down, as Python does: -7 // 2 is -4. */
export function floorDivide(a: Value, b: Value): Value {
  const pair = demandNumbers('//', a, b)
  if (areWhole(pair)) {
    const [x, y] = [pair[0], divisor(pair[1])]
    const rest = x % y
    return x / y - (rest !== 0n && rest < 0n !== y < 0n ? 1n : 0n)
  }
  const [x, y] = [pair[0], divisor(pair[1])]
  const quotient = (x - floatRemainder(x, y)) / y
  if (quotient === 0) return x < 0 !== y < 0 ? -0 : 0
  const floor = Math.floor(quotient)
  return quotient - floor > 0.5 ? floor + 1 : floor
}

/** With the sign of the divisor, as in Python. */
export function remainder(a: Value, b: Value): Value {
  const pair = demandNumbers('%', a, b)
  if (areWhole(pair)) {
    const [x, y] = [pair[0], divisor(pair[1])]
    const rest = x % y
    return rest !== 0n && rest < 0n !== y < 0n ? rest + y : rest
  }
  return floatRemainder(pair[0], divisor(pair[1]))
}

function floatRemainder(x: number, y: number): number {
  const rest = x % y
  if (rest === 0) return y < 0 ? -0 : 0
  return rest < 0 !== y < 0 ? rest + y : rest
}

export function power(a: Value, b: Value): Value {
  const pair = demandNumbers('**', a, b)
  if (areWhole(pair) && pair[1] >= 0n) {
    const rough = Math.abs(Number(pair[0])) ** Number(pair[1])
    return whole(rough > 2 ** 54 ? 2n ** 54n : pair[0] ** pair[1])
  }
  const [base, exponent] = [Number(pair[0]), Number(pair[1])]
  if (base === 0 && exponent < 0) throw new Refusal('a base other than 0, for a negative power', '0')
  const value = base ** exponent
  if (!Number.isFinite(value) && Number.isFinite(base) && Number.isFinite(exponent)) {
    throw new Refusal('a power that is a finite real number', `${shownValue(a)} ** ${shownValue(b)}`)
  }
  return value
}

export function negate(a: Value, minus: boolean): Value {
  const value = plainNumber(a)
  if (value === undefined) throw new Refusal(`a number behind ${minus ? '-' : '+'}`, shownValue(a))
  return minus ? -value : value
}

export function compare(how: string, a: Value, b: Value): boolean {
  switch (how) {
    case '==':
      return areEqual(a, b)
    case '!=':
      return !areEqual(a, b)
    case 'in':
      return isIn(a, b)
    case 'not in':
      return !isIn(a, b)
    case 'is':
    case 'is not': {
      // What `is` says of other values is an accident of Python's memory.
      if (b !== null && typeof b !== 'boolean') throw new Refusal('None, True or False behind "is"', shownValue(b))
      return (a === b) === (how === 'is')
    }
  }
  const [x, y] = order(a, b)
  return how === '<' ? x < y : how === '>' ? x > y : how === '<=' ? x <= y : x >= y
}

/** Two values that can be compared by size. */
export function order(a: Value, b: Value): readonly [bigint | number | string, bigint | number | string] {
  if (typeof a === 'string' && typeof b === 'string') return [a, b]
  const [x, y] = [plainNumber(a), plainNumber(b)]
  if (x === undefined || y === undefined)
    throw new Refusal('two numbers or two texts', `${shownValue(a)} and ${shownValue(b)}`)
  return [x, y]
}

function isIn(a: Value, b: Value): boolean {
  if (isList(b)) return b.some((item) => areEqual(item, a))
  if (isDictionary(b)) return b.has(keyOf(a))
  if (typeof b === 'string' && typeof a === 'string') return b.includes(a)
  throw new Refusal('a list, a dictionary or a text behind "in"', `${shownValue(a)} in ${shownValue(b)}`)
}
