// The JSON Schemas of schemas/, and what they say against a document.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const folder = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'schemas')
const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
const schemas = new Map<string, ValidateFunction>(
  readdirSync(folder).map((file) => [
    file.replace('.schema.json', ''),
    ajv.compile(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  ]),
)

/** What the schema says against a document: '' is good. */
export function against(schema: string, document: unknown): string {
  const validate = schemas.get(schema)
  if (validate === undefined) throw new Error(`there is no schema ${schema}`)
  return validate(document) === true ? '' : ajv.errorsText(validate.errors)
}
