// YAML documents as values that know where they came from, for messages that robots' programs print: by the core rules of YAML 1.2 (`1e-05` is
// a number, `yes` is a text), with aliases, which some programs write for lists that occur twice. No tags, no merges. A name that
// occurs twice in a mapping is refused. The parser is loaded when the first text is read.
import { type JsonNode, type JsonSource, jsonValue } from './json-document.js'

type Yaml = typeof import('yaml')
type Node = import('yaml').Node
type Document = import('yaml').Document

/** Values of all documents, those that aliases repeat counted again. */
const MOST_VALUES = 120_000
/** The parser reads a megabyte a second where every value is on a line of its own. */
export const LONGEST_YAML = 2 ** 20
const MOST_DOCUMENTS = 1000
const MAX_DEPTH = 64
const DEPTH = `YAML at most ${MAX_DEPTH} deep`

const NULL = /^(?:~|null|Null|NULL|)$/
const BOOLEAN = /^(?:true|True|TRUE|false|False|FALSE)$/
const NUMBER = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/
const BASED = /^0(?:o[0-7]+|x[\da-fA-F]+)$/
const INFINITE = /^([-+]?)\.(?:inf|Inf|INF)$/
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/

/** The documents of a text that are not empty, with their numbers, counted from 1. `source` receives what is wrong with it. */
export async function parseYamlDocuments(
  source: JsonSource,
  text: string,
): Promise<{ readonly number: number; readonly root: JsonNode }[]> {
  if (text.length > LONGEST_YAML) {
    source.fail({}, `at most ${LONGEST_YAML} characters of YAML (JSON may be longer)`, `${text.length}`)
  }
  const marks = text.match(/^---/gm)?.length ?? 0
  if (marks > MOST_DOCUMENTS) source.fail({}, `at most ${MOST_DOCUMENTS} YAML documents`, `${marks}`)
  // A comma or the end of a line follows each value except the last.
  const ends = text.match(/[,\n]/g)?.length ?? 0
  if (ends > MOST_VALUES) source.fail({}, `at most ${MOST_VALUES} values of YAML (JSON may have more)`, `about ${ends}`)
  if (isDeep(text)) source.fail({}, DEPTH, 'deeper')
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  try {
    const found = yaml.parseAllDocuments(text, {
      ...{ version: '1.2', schema: 'failsafe', uniqueKeys: false, stringKeys: false },
      ...{ lineCounter: lines, prettyErrors: false, logLevel: 'silent' },
    })
    const reader = new ValueReader(yaml, source, (offset) => lines.linePos(offset).line || 1)
    return (Array.isArray(found) ? (found as Document[]) : []).flatMap((document, k) => {
      const root = reader.read(document)
      return root === undefined ? [] : [{ number: k + 1, root }]
    })
  } catch (error) {
    // Brackets in brackets by the thousand: the parser goes as deep as they do.
    if (error instanceof RangeError) source.fail({}, DEPTH, 'deeper')
    throw error
  }
}

/** Brackets that stay open, and marks of lists on one line, by the thousand: the parser goes as deep as they do, and takes long for it. */
function isDeep(text: string): boolean {
  let open = 0
  for (let k = 0; k < text.length && open < 1000; k++) {
    const c = text.charCodeAt(k)
    if (c === 91 || c === 123) open++
    else if (c === 93 || c === 125) open--
  }
  return open >= 1000 || /(?:[-?:&!*][^\s]*[ \t]+){1000}/.test(text)
}

class ValueReader {
  private count = 0
  /** Anchors of the document so far, and what each alias stands for. The parser would go through the whole document for each. */
  private anchors = new Map<string, Node>()
  private readonly originals = new Map<Node, Node>()
  private insideAliases = 0

  constructor(
    private readonly yaml: Yaml,
    private readonly source: JsonSource,
    private readonly lineOf: (offset: number) => number,
  ) {}

  read(document: Document): JsonNode | undefined {
    const error = document.errors[0]
    if (error !== undefined) {
      this.source.fail({ line: this.lineOf(error.pos[0]) }, 'YAML', error.message.slice(0, 200))
    }
    this.anchors = new Map()
    const contents = document.contents as Node | null
    if (contents === null) return undefined
    const value = this.value(contents, 0)
    return value === null ? undefined : jsonValue(this.source, value, { at: (keys) => this.place(contents, keys) })
  }

  /** The line of the value that these keys lead to, or of the last one on the way that is there. */
  private place(root: Node, keys: readonly (string | number)[]): { line: number } {
    let node = root
    for (const key of keys) {
      const next = this.child(this.originals.get(node) ?? node, key)
      if (next === undefined || next === null) break
      node = next
    }
    return { line: this.lineOf(node.range?.[0] ?? 0) }
  }

  private child(node: Node, key: string | number): Node | null | undefined {
    if (this.yaml.isSeq(node)) return node.items[key as number] as Node | null | undefined
    if (!this.yaml.isMap(node)) return undefined
    const pair = node.items.find((item) => textOf(item.key) === key)
    // Of a value that is not there, the name is.
    return pair === undefined ? undefined : ((pair.value ?? pair.key) as Node)
  }

  private fail(node: Node, expected: string, got?: string): never {
    this.source.fail({ line: this.lineOf(node.range?.[0] ?? 0) }, expected, got)
  }

  private value(node: Node | null, depth: number): unknown {
    if (node === null) return null
    if (++this.count > MOST_VALUES) this.fail(node, `at most ${MOST_VALUES} values, aliases written out`, 'more')
    if (depth > MAX_DEPTH) this.fail(node, DEPTH, 'deeper')
    const { yaml } = this
    if (yaml.isAlias(node)) return this.aliased(node, depth)
    const { anchor } = node as { anchor?: string | undefined }
    if (anchor !== undefined && this.insideAliases === 0) this.anchors.set(anchor, node)
    if (yaml.isSeq(node)) return node.items.map((item) => this.value(item as Node | null, depth + 1))
    if (yaml.isMap(node)) return this.map(node, depth)
    if (!yaml.isScalar(node)) return this.fail(node, 'a value')
    return this.scalar(node)
  }

  private aliased(alias: import('yaml').Alias, depth: number): unknown {
    const found =
      this.originals.get(alias) ??
      this.anchors.get(alias.source) ??
      this.fail(alias, 'an anchor of that name before it', `*${alias.source.slice(0, 60)}`)
    this.originals.set(alias, found)
    this.insideAliases++
    const value = this.value(found, depth + 1)
    this.insideAliases--
    return value
  }

  private map(node: import('yaml').YAMLMap, depth: number): object {
    const entries = new Map<string, unknown>()
    for (const { key, value } of node.items) {
      const name = textOf(key)
      const place = (key ?? node) as Node
      if (name === undefined) return this.fail(place, 'a name before the colon')
      if (name === '<<') this.fail(place, 'no merges of mappings', '<<')
      if (entries.has(name))
        this.fail(place, `the field ${JSON.stringify(name.slice(0, 60))} once in its mapping`, 'it twice')
      entries.set(name, this.value(value as Node | null, depth + 1))
    }
    // fromEntries makes fields of whatever the keys are, `__proto__` among them.
    return Object.fromEntries(entries)
  }

  private scalar(node: import('yaml').Scalar): unknown {
    const text = String(node.value ?? '')
    if (node.tag !== undefined && node.tag !== 'tag:yaml.org,2002:str')
      this.fail(node, 'a value without a tag', node.tag)
    if (node.tag !== undefined || node.type !== this.yaml.Scalar.PLAIN) return text
    if (NULL.test(text)) return null
    if (BOOLEAN.test(text)) return text.toLowerCase() === 'true'
    if (NUMBER.test(text) || BASED.test(text)) return Number(text)
    if (NOT_A_NUMBER.test(text)) return Number.NaN
    const infinite = INFINITE.exec(text)
    return infinite === null ? text : infinite[1] === '-' ? -Infinity : Infinity
  }
}

function textOf(key: unknown): string | undefined {
  const value = (key as { value?: unknown } | null)?.value
  return typeof value === 'string' ? value : undefined
}
