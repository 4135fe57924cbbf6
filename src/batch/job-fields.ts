// The fields of jobs: how each is read from a line, and its JSON Schema. Both come from one description, so that they cannot differ.
import type { JsonNode } from '../formats/text/json-document.js'

export interface JobField<T> {
  /** One sentence, for the schema and the documentation. */
  readonly about: string
  readonly schema: object
  read(node: JsonNode): T
}

/** The record that is read from fields like these. */
export type FieldValues<F> = { readonly [K in keyof F]?: F[K] extends JobField<infer T> ? T : never }

/** A field whose value passes a test. */
function field<T>(about: string, schema: object, expected: string, isGood: (value: unknown) => boolean): JobField<T> {
  return {
    about,
    schema,
    read(node) {
      if (!isGood(node.value)) node.fail(expected)
      return node.value as T
    },
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

export function file(about: string): JobField<string> {
  return field(about, { type: 'string', minLength: 1 }, 'the path of a file', isText)
}

export function name(about: string): JobField<string> {
  return field(about, { type: 'string', minLength: 1 }, 'a name', isText)
}

export function names(about: string, count?: number): JobField<readonly string[]> {
  const items = { type: 'string', minLength: 1 }
  const size = count === undefined ? {} : { minItems: count, maxItems: count }
  const expected = count === undefined ? 'a list of names' : `a list of ${count} names`
  return field(about, { type: 'array', items, ...size }, expected, (value) => {
    return Array.isArray(value) && value.every(isText) && (count ?? value.length) === value.length
  })
}

export function flag(about: string): JobField<boolean> {
  return field(about, { type: 'boolean' }, 'true or false', (value) => typeof value === 'boolean')
}

export function choice<const T extends string>(about: string, known: readonly T[]): JobField<T> {
  return field(about, { enum: known }, `one of ${known.join(', ')}`, (value) => known.includes(value as T))
}

export function number(about: string, least = -Number.MAX_VALUE): JobField<number> {
  const bounded = least !== -Number.MAX_VALUE
  const schema = { type: 'number', ...(bounded ? { minimum: least } : {}) }
  const expected = bounded ? `a finite number of ${least} or more` : 'a finite number'
  return field(about, schema, expected, (value) => Number.isFinite(value) && (value as number) >= least)
}

export function count(about: string, least = 0): JobField<number> {
  const schema = { type: 'integer', minimum: least, maximum: Number.MAX_SAFE_INTEGER }
  const expected = `a whole number of ${least} or more`
  return field(about, schema, expected, (value) => Number.isSafeInteger(value) && (value as number) >= least)
}

/** Something that another reader of the engine checks when the job runs: a file's path, or what the file would hold. */
export function fileOrContent(about: string): JobField<string | object> {
  const schema = { anyOf: [{ type: 'string', minLength: 1 }, { type: 'object' }] }
  return field(about, schema, 'the path of a file, or what such a file holds', (value) => {
    return isText(value) || (typeof value === 'object' && value !== null && !Array.isArray(value))
  })
}

/** Folders by name. */
export function folders(about: string): JobField<Readonly<Record<string, string>>> {
  const schema = { type: 'object', additionalProperties: { type: 'string', minLength: 1 } }
  return field(about, schema, 'paths of folders, by name', (value) => {
    return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText)
  })
}

/** Texts, numbers and booleans by name. */
export function plainValues(about: string): JobField<Readonly<Record<string, string | number | boolean>>> {
  const types = ['string', 'number', 'boolean']
  const schema = { type: 'object', additionalProperties: { type: types } }
  return field(about, schema, 'texts, numbers or booleans, by name', (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    return Object.values(value).every((one) => types.includes(typeof one))
  })
}

/** A list of one or more values, each read by `item`. */
export function listOf<T>(about: string, item: JobField<T>): JobField<readonly T[]> {
  return {
    about,
    schema: { type: 'array', items: item.schema, minItems: 1 },
    read(node) {
      if (!Array.isArray(node.value) || node.value.length === 0) node.fail('a list of one or more')
      return Array.from({ length: node.length }, (_, k) => item.read(node.item(k)))
    },
  }
}

export function record<F extends Readonly<Record<string, JobField<unknown>>>>(
  about: string,
  fields: F,
): JobField<FieldValues<F>> {
  return {
    about,
    schema: { type: 'object', additionalProperties: false, properties: schemasOf(fields) },
    read: (node) => readFields(node, fields),
  }
}

/** An object with these fields and no others: a misspelt one would otherwise be ignored. */
export function readFields<F extends Readonly<Record<string, JobField<unknown>>>>(
  node: JsonNode,
  fields: F,
): FieldValues<F> {
  const read: Record<string, unknown> = {}
  for (const key of node.keys()) {
    const known = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (known === undefined)
      return node.get(key).fail(`no field of that name: known are ${Object.keys(fields).join(', ')}`)
    read[key] = known.read(node.get(key))
  }
  return read as FieldValues<F>
}

export function schemasOf(fields: Readonly<Record<string, JobField<unknown>>>): object {
  return Object.fromEntries(
    Object.entries(fields).map(([key, { schema, about }]) => [key, { ...schema, description: about }]),
  )
}
