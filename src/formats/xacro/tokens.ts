// The words of an expression: names, numbers, texts in quotes, and signs.
import { Refusal, shownText, whole } from './values.js'

export type Token =
  | { readonly kind: 'name' | 'sign'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly value: bigint | number }
  | { readonly kind: 'text'; readonly text: string; readonly value: string }

/** No expression that a person writes is longer. */
const LONGEST = 20_000
const NUMBER = /(?:0[xob][\da-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const SIGN = /\*\*|\/\/|[<>=!]=|[-+*/%<>=()[\]{},:.]/y
const SPACE = /\s+/y
const TEXT = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' }
/** Words of Python that are not names: without this they would be taken for properties. */
const REFUSED = ['lambda', 'yield', 'await', 'async', 'assert', 'del', 'exec', 'import', 'from', 'as', 'while', 'with']

export function tokensOf(text: string): Token[] {
  if (text.length > LONGEST) throw new Refusal(`an expression of at most ${LONGEST} characters`, `${text.length}`)
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  while (at < text.length) {
    if (take(SPACE) !== undefined) continue
    const number = take(NUMBER)
    if (number !== undefined) {
      if (/[\w.]/.test(text.charAt(at))) throw new Refusal('a number', shownText(number + text.slice(at, at + 20)))
      tokens.push({ kind: 'number', text: number, value: numberOf(number) })
      continue
    }
    const name = take(NAME)
    if (name !== undefined) {
      if (REFUSED.includes(name)) throw new Refusal('an expression of the part of Python that is read', shownText(name))
      tokens.push({ kind: 'name', text: name })
      continue
    }
    const quoted = take(TEXT)
    if (quoted !== undefined) {
      tokens.push({ kind: 'text', text: quoted, value: unescaped(quoted.slice(1, -1)) })
      continue
    }
    const sign = take(SIGN)
    if (sign === undefined)
      throw new Refusal('an expression of the part of Python that is read', shownText(text.slice(at)))
    tokens.push({ kind: 'sign', text: sign })
  }
  return tokens
}

function numberOf(text: string): bigint | number {
  if (/^0\d/.test(text) && !/[.e]/i.test(text) && !/^0+$/.test(text))
    throw new Refusal('a number without leading 0', text)
  return /^(?:\d+|0[xob][\da-f]+)$/i.test(text) ? whole(BigInt(text)) : Number(text)
}

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (_, letter: string) => {
    const found = ESCAPES[letter]
    if (found !== undefined) return found
    if (letter === '\\' || letter === "'" || letter === '"') return letter
    throw new Refusal('one of the escapes \\\\ \\\' \\" \\n \\t \\r', `\\${letter}`)
  })
}
