// YAML as xacro's load_yaml gives it: by the rules of YAML 1.1 as PyYAML reads them (`yes` is True, `1e3` without a point is a
// text), with the tags !degrees and !radians, whose values are expressions. The parser is loaded when the first file is read.
import { parseExpression } from './expression.js'
import { callFunction } from './functions.js'
import { type Key, Refusal, shownText, type Value, wholeFrom } from './values.js'

type Yaml = typeof import('yaml')
type Node = import('yaml').Node

/** A line of the file, and what is wrong there. */
export class YamlRefusal extends Refusal {
  constructor(
    readonly line: number,
    expected: string,
    got?: string,
  ) {
    super(expected, got)
  }
}

/** Values in all, those that aliases repeat counted again. */
const MOST_VALUES = 100_000
/** Longer files of parameters are not written; the parser reads some megabytes a second. */
const LONGEST = 2 ** 19
const MAX_DEPTH = 100
const BOOLEANS: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  on: true,
  no: false,
  false: false,
  off: false,
}
const NULL = /^(?:~|null|Null|NULL|)$/
const BOOLEAN = /^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/
const DECIMAL = /^[-+]?(?:0|[1-9][\d_]*)$/
const BASED = /^([-+]?)(?:0b([01_]+)|0x([\da-fA-F_]+)|0([0-7_]+))$/
const FLOAT = /^[-+]?(?:[\d][\d_]*\.[\d_]*(?:[eE][-+]\d+)?|\.[\d][\d_]*(?:[eE][-+]\d+)?)$/
const SPECIAL = /^([-+]?)\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/
const SEXAGESIMAL = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/

export async function parseYaml(text: string): Promise<Value> {
  if (text.length > LONGEST) throw new YamlRefusal(1, `at most ${LONGEST} characters of YAML`, `${text.length}`)
  const yaml = await import('yaml')
  try {
    return new YamlReader(yaml, text).read()
  } catch (error) {
    // Brackets in brackets by the thousand: the parser goes as deep as they do.
    if (error instanceof RangeError) throw new YamlRefusal(1, `YAML at most ${MAX_DEPTH} deep`, 'deeper')
    throw error
  }
}

class YamlReader {
  private count = 0
  private readonly originals = new Map<Node, Node>()
  private readonly lines
  private readonly document

  constructor(
    private readonly yaml: Yaml,
    text: string,
  ) {
    this.lines = new yaml.LineCounter()
    this.document = yaml.parseDocument(text, {
      ...{ version: '1.1', schema: 'failsafe', uniqueKeys: false, stringKeys: false },
      ...{ lineCounter: this.lines, prettyErrors: false, logLevel: 'silent' },
    })
  }

  read(): Value {
    const error = this.document.errors[0]
    if (error !== undefined) {
      throw new YamlRefusal(this.lines.linePos(error.pos[0]).line || 1, 'YAML', error.message.slice(0, 200))
    }
    this.findOriginals()
    return this.document.contents === null ? null : this.value(this.document.contents as Node, 0)
  }

  /** An alias means the last anchor of its name before it. One walk for all: the parser's own look-up is one for each. */
  private findOriginals(): void {
    const { yaml, document, originals } = this
    const anchors = new Map<string, Node>()
    yaml.visit(document, {
      Alias(_, alias) {
        const node = anchors.get(alias.source)
        if (node !== undefined) originals.set(alias, node)
      },
      Value(_, node) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node)
      },
    })
  }

  private fail(node: Node, expected: string, got?: string): never {
    throw new YamlRefusal(this.lines.linePos(node.range?.[0] ?? 0).line || 1, expected, got)
  }

  private value(node: Node | null, depth: number): Value {
    if (node === null) return null
    if (++this.count > MOST_VALUES) this.fail(node, `at most ${MOST_VALUES} values, aliases written out`, 'more')
    if (depth > MAX_DEPTH) this.fail(node, `YAML at most ${MAX_DEPTH} deep`, 'deeper')
    const { yaml } = this
    if (yaml.isAlias(node)) return this.value(this.original(node), depth + 1)
    if (yaml.isSeq(node)) return node.items.map((item) => this.value(item as Node, depth + 1))
    if (yaml.isMap(node)) return this.map(node, depth)
    if (!yaml.isScalar(node)) return this.fail(node, 'a value')
    return this.scalar(node)
  }

  private original(alias: import('yaml').Alias): Node {
    return this.originals.get(alias) ?? this.fail(alias, 'an anchor of that name', shownText(alias.source))
  }

  private map(node: import('yaml').YAMLMap, depth: number): Value {
    const result = new Map<Key, Value>()
    const own = new Map<Key, Value>()
    for (const { key, value } of node.items) {
      const name = this.value(key as Node, depth + 1)
      if (name === '<<') {
        const merged = this.value(value as Node, depth + 1)
        // The first of several goes before the others.
        for (const one of (Array.isArray(merged) ? merged.toReversed() : [merged]) as Value[]) {
          if (!(one instanceof Map)) this.fail(key as Node, 'dictionaries to merge')
          for (const [k, v] of one) result.set(k, v)
        }
        continue
      }
      if (typeof name !== 'string' && typeof name !== 'bigint') {
        this.fail(key as Node, 'a text or a whole number as key')
      }
      own.set(name, this.value(value as Node | null, depth + 1))
    }
    for (const [key, value] of own) result.set(key, value)
    return result
  }

  private scalar(node: import('yaml').Scalar): Value {
    const text = typeof node.value === 'string' ? node.value : `${node.value ?? ''}`
    const plain = node.type === this.yaml.Scalar.PLAIN
    switch (node.tag) {
      case undefined:
        return plain ? this.plain(node, text) : text
      case '!degrees':
        return callFunction('radians', [this.angle(node, text)], [])
      case '!radians':
        return this.angle(node, text)
      case 'tag:yaml.org,2002:str':
        return text
      default:
        return this.fail(node, 'a value without a tag, or with !degrees or !radians', node.tag)
    }
  }

  private angle(node: Node, text: string): Value {
    try {
      const value = parseExpression(text)({ find: () => undefined, call: () => undefined, work: () => {} })
      return callFunction('float', [value], [])
    } catch (error) {
      if (error instanceof Refusal) this.fail(node, error.expected, error.got)
      throw error
    }
  }

  private plain(node: Node, text: string): Value {
    if (NULL.test(text)) return null
    if (BOOLEAN.test(text)) return BOOLEANS[text.toLowerCase()]!
    const digits = text.replaceAll('_', '')
    if (DECIMAL.test(text)) return wholeFrom(digits) ?? this.fail(node, 'whole numbers up to 2^53', shownText(text))
    const based = BASED.exec(text)
    if (based !== null) {
      const [, sign, two, sixteen, eight] = based.map((part) => part?.replaceAll('_', ''))
      const value = Number(two ? `0b${two}` : sixteen ? `0x${sixteen}` : `0o${eight}`)
      if (!Number.isSafeInteger(value)) this.fail(node, 'whole numbers up to 2^53', shownText(text))
      return BigInt(sign === '-' ? -value : value)
    }
    if (FLOAT.test(text)) return Number(digits)
    const special = SPECIAL.exec(text)
    if (special !== null) return special[1] === undefined ? Number.NaN : special[1] === '-' ? -Infinity : Infinity
    if (SEXAGESIMAL.test(text))
      this.fail(node, 'a text in quotes: YAML takes this for a number to base 60', shownText(text))
    return text
  }
}
