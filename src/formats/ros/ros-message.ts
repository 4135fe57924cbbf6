// Messages of ROS 1 and ROS 2 as YAML or JSON text: what `rostopic echo`, `ros2 topic echo` and programs print. One text may have
// several, separated by `---`. Fields that say nothing about geometry or motion are passed over; what is read is checked, and
// errors name file, line and field.
import { SceneFileError } from '../../errors.js'
import { coordinateAt, finite, items, readDocument, type Three } from '../robots/scene-json.js'
import type { JsonNode, JsonSource } from '../text/json-document.js'
import { parseYamlDocuments } from '../text/yaml-documents.js'

/** A message, and which of how many it was. */
export interface RosDocument {
  readonly root: JsonNode
  /** From 1. */
  readonly number: number
}

const COMMENTS = /^(?:\s*(?:#[^\n]*|---[ \t]*|%YAML[^\n]*)(?:\r?\n|$))*/
const FIELD = /^[ \t]*(?:"[\w/ ]+"|'[\w/ ]+'|[A-Za-z_]\w*)[ \t]*:(?:\s|$)/
const FLOW = /^[ \t]*\{[ \t\r\n]*[A-Za-z_]\w*[ \t]*:\s/

/** Is this YAML, and not JSON? A mapping whose first field is on a line of its own, or in braces without quotes. */
export function isYaml(text: string): boolean {
  const rest = text.replace(/^\ufeff/, '').replace(COMMENTS, '')
  return FIELD.test(rest) || FLOW.test(rest)
}

/** Every message of a text: of JSON, one. */
export async function readRosDocuments(input: string | object, file: string): Promise<RosDocument[]> {
  if (typeof input !== 'string' || !isYaml(input)) return [{ root: readDocument(input, file), number: 1 }]
  return parseYamlDocuments(sourceOf(file), input.replace(/^\ufeff/, ''))
}

export function sourceOf(file: string): JsonSource {
  return {
    fail(place, expected, got): never {
      throw new SceneFileError(file, place, expected, got)
    },
  }
}

export function isRecord(node: JsonNode): boolean {
  return typeof node.value === 'object' && node.value !== null && !Array.isArray(node.value)
}

/** A field that is there and says something: YAML writes nothing for an empty one. */
export function has(node: JsonNode, name: string): boolean {
  return isRecord(node) && node.get(name).value !== undefined && node.get(name).value !== null
}

/** A list: none where there is nothing. `ros2 topic echo` shortens long ones, which is refused. */
export function listItems(node: JsonNode): JsonNode[] {
  if (node.missing || node.value === null) return []
  const all = Array.from(items(node))
  const cut = all.find(({ value }) => value === '...')
  if (cut !== undefined) {
    cut.fail('the whole list ("ros2 topic echo --full-length" prints it)', '"...", where it was shortened')
  }
  return all
}

/** A duration or a time: `{secs, nsecs}`, `{sec, nanosec}`, or a number of seconds. Undefined where there is nothing. */
export function readTime(node: JsonNode): number | undefined {
  if (node.missing || node.value === null) return undefined
  if (typeof node.value === 'number') return finite(node)
  if (!isRecord(node)) return node.fail('a time: {sec, nanosec}, {secs, nsecs} or a number of seconds')
  const keys = node.keys()
  const names = keys.includes('secs') || keys.includes('nsecs') ? ['secs', 'nsecs'] : ['sec', 'nanosec']
  const other = keys.find((key) => !names.includes(key))
  if (other !== undefined) node.get(other).fail(`a time: ${names.join(' and ')}`)
  const [whole, parts] = names.map((name) => {
    const field = node.get(name)
    const { value } = field
    if (field.missing) return 0
    return Number.isSafeInteger(value) ? (value as number) : field.fail('a whole number')
  }) as [number, number]
  if (!(parts >= 0 && parts < 1e9)) node.get(names[1]!).fail('from 0 to 999999999')
  // As a decimal, so that what was written is read again to the bit.
  const digits = Number(`${Math.abs(whole)}.${String(parts).padStart(9, '0')}`)
  return whole < 0 ? whole + parts / 1e9 : digits
}

/** `{x, y, z}`; what is left out is 0, as in a message that was not filled in. */
export function readPoint(node: JsonNode): Three {
  const part = (name: string): number => (has(node, name) ? coordinateAt(node.get(name)) : 0)
  if (!node.missing && node.value !== null && !isRecord(node)) node.fail('a point: x, y, z')
  return [part('x'), part('y'), part('z')]
}
