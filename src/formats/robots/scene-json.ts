// Reading a scene file or a path file: the document, and the fields that both have. Every check says the file, the place
// in it and the field's path.
import { strToU8 } from 'fflate'
import { MAX_COORDINATE, MIN_SIZE } from '../../base/math/rounding.js'
import { SceneFileError } from '../../errors.js'
import { type JsonNode, jsonValue, parseJson } from '../text/json-document.js'

/** JSON text, or the value that it stands for. */
export function readDocument(input: string | object, file: string): JsonNode {
  const source = {
    fail(place: object, expected: string, got?: string): never {
      throw new SceneFileError(file, place, expected, got)
    },
  }
  if (typeof input !== 'string') return jsonValue(source, input)
  return parseJson(source, { bytes: strToU8(input), offset: 0, lines: true }, true)
}

/** An object with no other fields than these: a misspelt one would be ignored, and another scene read than was written. */
export function demandFields(node: JsonNode, known: readonly string[]): void {
  for (const key of node.keys()) {
    if (!known.includes(key)) node.get(key).fail(`no field of that name: known are ${known.join(', ')}`)
  }
}

/** The items of an array; none, if it is missing. */
export function* items(node: JsonNode): Generator<JsonNode> {
  for (let k = 0; k < node.length; k++) yield node.item(k)
}

export function finite(node: JsonNode): number {
  const { value } = node
  if (typeof value !== 'number' || !Number.isFinite(value)) node.fail('a finite number')
  return value
}

export function coordinateAt(node: JsonNode): number {
  const { value } = node
  if (typeof value !== 'number' || !(Math.abs(value) <= MAX_COORDINATE)) {
    node.fail(`a number of at most ${MAX_COORDINATE}`)
  }
  return value
}

/** A length of something that takes up room. */
export function size(node: JsonNode): number {
  const { value } = node
  if (typeof value !== 'number' || !(value >= MIN_SIZE && value <= MAX_COORDINATE)) {
    node.fail(`a positive number from ${MIN_SIZE} to ${MAX_COORDINATE}`)
  }
  return value
}

export type Three = readonly [number, number, number]

/** Three numbers, each read by `read`. */
export function three(node: JsonNode, read: (item: JsonNode) => number, what = 'three numbers'): Three {
  if (!Array.isArray(node.value) || node.value.length !== 3) node.fail(what)
  return [read(node.item(0)), read(node.item(1)), read(node.item(2))]
}

/** One of a few words. */
export function oneOf<T extends string>(node: JsonNode, known: readonly T[]): T {
  const found = known.find((word) => word === node.value)
  return found ?? node.fail(`one of ${known.join(', ')}`)
}

/** Letters that a terminal would obey rather than show. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** Text that says something: not empty, and on one line. */
export function words(node: JsonNode, what: string): string {
  const { value } = node
  if (typeof value !== 'string' || value.trim() === '' || CONTROL.test(value)) node.fail(what)
  return value
}
