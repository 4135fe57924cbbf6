// Damage to text: numbers, words and lines that stay whole, so that much of what comes out can be read, and is odd. And damage to XML,
// whose elements stay elements.
import type { Random } from '../../src/base/math/random.js'
import { type Mutation, pick, place, spliced } from './damage-bytes.js'

/** What belongs to a format, or nearly: values, and pieces that are put between others. */
export interface Words {
  readonly values?: readonly string[]
  readonly pieces?: readonly string[]
  /** Of elements and attributes. */
  readonly names?: readonly string[]
}

const NUMBERS = [
  ...['999999999', '4294967295', '4294967296', '2147483648', '16777216', '99999999999999999999', '-1', '0', '-0', ''],
  ...[
    '1e308',
    '-1e60',
    '1e61',
    '1e999',
    '1e-400',
    '5e-324',
    'nan',
    'NaN',
    'inf',
    '-Infinity',
    '0x7f',
    '1,0',
    '.',
    '1e',
  ],
]
const NUMBER = /[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/g
const WORD = /[A-Za-z_][\w-]*/g

/** Columns of a PDB line, from 0: what stands in one of them is put into others. */
const COLUMNS = [[0, 6], [6, 11], [12, 16], [16, 17], [17, 20], [21, 22], [22, 26], [26, 27], [30, 54], [54, 60], [72, 76], [76, 78]] as const // biome-ignore format: a table

/** A match at or behind a random place; undefined if there is none. */
function find(random: Random, text: string, pattern: RegExp): RegExpExecArray | undefined {
  for (const from of [place(random, text), 0]) {
    pattern.lastIndex = from
    const found = pattern.exec(text)
    if (found !== null) return found
  }
  return undefined
}

function replaced(text: string, match: RegExpExecArray | undefined, by: string): string {
  return match === undefined ? text : spliced(text, match.index, match.index + match[0].length, by)
}

type LineMutation = (random: Random, lines: string[], other: string) => string[]

const LINES: Readonly<Record<string, LineMutation>> = {
  dropLine: (random, lines) => lines.toSpliced(random.integer(lines.length), 1),
  doubleLine(random, lines) {
    const k = random.integer(lines.length)
    return lines.toSpliced(k, 0, lines[k]!)
  },
  swapLines(random, lines) {
    const [j, k] = [random.integer(lines.length), random.integer(lines.length)]
    return lines.with(j, lines[k]!).with(k, lines[j]!)
  },
  moveLines(random, lines) {
    const from = random.integer(lines.length)
    const to = from + random.integer(20)
    return [...lines.slice(0, from), ...lines.slice(to), ...lines.slice(from, to)]
  },
  repeatLines(random, lines) {
    const from = random.integer(lines.length)
    return [...lines, ...lines.slice(from, from + random.integer(40))]
  },
  reverseLines(random, lines) {
    const from = random.integer(lines.length)
    const some = lines.slice(from, from + random.integer(20))
    return lines.toSpliced(from, some.length, ...some.reverse())
  },
  otherLine: (random, lines, other) =>
    lines.toSpliced(random.integer(lines.length), random.integer(2), pick(random, other.split('\n'))),
  column(random, lines) {
    const [from, to] = pick(random, COLUMNS)
    const source = random.unit() < 0.2 ? '' : pick(random, lines)
    const first = random.integer(lines.length)
    const last = first + random.integer(12)
    return lines.map((line, k) =>
      k < first || k > last ? line : spliced(line, from, to, source.slice(from, to).padEnd(to - from)),
    )
  },
  /** The same word of some lines becomes that of another. */
  wordOfLines(random, lines) {
    const others = pick(random, lines).split(' ')
    const place = random.integer(others.length)
    const first = random.integer(lines.length)
    const last = first + random.integer(12)
    return lines.map((line, k) => {
      const words = line.split(' ')
      return k < first || k > last || place >= words.length ? line : words.with(place, others[place]!).join(' ')
    })
  },
}

const onLines = ([name, mutate]: [string, LineMutation]): [string, Mutation] => [
  name,
  (random, text, other) => mutate(random, text.split('\n'), other).join('\n'),
]

export function textMutations(words: Words): Readonly<Record<string, Mutation>> {
  const { values = [], pieces = [] } = words
  return {
    ...Object.fromEntries(Object.entries(LINES).map(onLines)),
    number: (random, text) => replaced(text, find(random, text, NUMBER), pick(random, NUMBERS)),
    numbers: (random, text) =>
      text.replace(NUMBER, (number) =>
        random.unit() < 0.05 ? `${(random.unit() - 0.5) * 10 ** random.integer(70)}` : number,
      ),
    swapNumbers(random, text) {
      const other = find(random, text, NUMBER)?.[0] ?? ''
      return replaced(text, find(random, text, NUMBER), other)
    },
    word(random, text) {
      const known = random.unit() < 0.5 && values.length > 0 ? pick(random, values) : find(random, text, WORD)?.[0]
      return replaced(text, find(random, text, WORD), known ?? '')
    },
    dropToken: (random, text) => replaced(text, find(random, text, /\S+/g), ''),
    doubleToken(random, text) {
      const token = find(random, text, /\S+/g)
      return replaced(text, token, `${token?.[0]} ${token?.[0]}`)
    },
    letters: (random, text) => (random.unit() < 0.5 ? text.toLowerCase() : text.toUpperCase()),
    insertPiece(random, text) {
      const at = find(random, text, /[>\n ]/g)
      return pieces.length === 0 ? text : replaced(text, at, `${at?.[0]}${pick(random, pieces)}${at?.[0].trim()}`)
    },
  }
}

const ATTRIBUTE = /([\w:]+)="([^"]*)"/g
const EMPTY_ELEMENT = /<[\w:]+[^<>]*\/>/g
const ELEMENT = /<([\w:]+)[^<>]*>[^<]*(?:<[^/][^<>]*\/>[^<]*)*<\/\1>/g

/** For any format of XML. */
const XML_VALUES = [
  ...[
    '',
    ' ',
    '1 2 3',
    '0 0 0',
    '1e61 0 0',
    'world',
    '__proto__',
    'constructor',
    '../../../../etc/passwd',
    '/etc/passwd',
  ],
  ...[
    'file:///etc/passwd',
    'package://../x',
    'package://etc/passwd',
    '%2e%2e/x',
    '\\\\server\\share',
    'a%00b',
    '%',
    'x\0',
  ],
  ...['https://example.com/x', '$(find x)', '&amp;', '&x;', '&#0;', '&#x41;', '<', '9'.repeat(2000), 'x'.repeat(5000)],
]
const XML_PIECES = [
  ...[
    '<!DOCTYPE robot [<!ENTITY x "y"><!ENTITY z "&x;&x;">]>',
    '<!-- -- -->',
    '<![CDATA[ x ]]>',
    '<?xml version="1.0"?>',
  ],
  ...['<a>'.repeat(250), '</robot>', '\0', '<a b="1" b="2"/>'],
]

export function xmlMutations(words: Words): Readonly<Record<string, Mutation>> {
  const values = [...XML_VALUES, ...NUMBERS, ...(words.values ?? []), ...(words.values ?? [])]
  const pieces = [...XML_PIECES, ...(words.pieces ?? []), ...(words.pieces ?? [])]
  const names = ['name', 'x', ...(words.names ?? [])]
  const element = (random: Random): RegExp => (random.unit() < 0.5 ? EMPTY_ELEMENT : ELEMENT)
  const times = (random: Random, text: string, count: number): string => {
    const match = find(random, text, element(random))
    return replaced(text, match, (match?.[0] ?? '').repeat(count))
  }
  return {
    value(random, text) {
      const match = find(random, text, ATTRIBUTE)
      return replaced(text, match, `${match?.[1]}="${pick(random, values)}"`)
    },
    swapValues(random, text) {
      const [a, b] = [find(random, text, ATTRIBUTE), find(random, text, ATTRIBUTE)]
      return replaced(text, a, `${a?.[1]}="${b?.[2]}"`)
    },
    attribute(random, text) {
      const match = find(random, text, ATTRIBUTE)
      const more = random.unit() < 0.5 ? '' : ` ${match?.[0]}`
      return replaced(text, match, `${pick(random, names)}="${pick(random, [match?.[2] ?? '', ...values])}"${more}`)
    },
    dropAttribute: (random, text) => replaced(text, find(random, text, ATTRIBUTE), ''),
    dropElement: (random, text) => times(random, text, 0),
    doubleElement: (random, text) => times(random, text, 2),
    repeatElement: (random, text) => times(random, text, random.integer(300)),
    tag: (random, text) => replaced(text, find(random, text, /<[\w:]+/g), `<${pick(random, names)}`),
    insert: (random, text) => replaced(text, find(random, text, />/g), `>${pick(random, pieces)}`),
  }
}
