// Texts with `${…}` and `$(…)` in them, and the properties that they name.
//
// A text that consists of one such piece has its value; others are put together as text. Inside of a piece, pieces are put in
// first. `$${` and `$$(` stand for `${` and `$(`.

import type { XmlElement } from '../text/xml.js'
import { type Environment, type Expression, parseExpression } from './expression.js'
import type { Expanded } from './output.js'
import { literal, type Names, Refusal, shownText, textOf, type Value } from './values.js'
import type { XacroFile } from './world.js'

/** What a text is evaluated in: properties, and the rest of the world. */
export interface TextWorld extends Omit<Environment, 'find'> {
  /** What `$(words)` stands for. */
  substitute(words: string, scope: Scope): Value
  /** Expressions by their text, read once. */
  readonly expressions: Map<string, Expression>
}

/** Properties that wait for each other, and pieces in pieces. */
const MAX_DEPTH = 100
const LONGEST_ODD = 1000

/** A piece of XML that has a name: `*a` is an element, `**a` what is inside of one. */
export type Block =
  /** Of a property: expanded where it is inserted. */
  | { readonly kind: 'late'; readonly element: XmlElement; readonly file: XacroFile }
  /** Of a macro's call: expanded where it was written. */
  | { readonly kind: 'made'; readonly content: Expanded }

/** A place in a file, for errors. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** A refusal by a property that was evaluated late: where that is defined. */
export class PlacedRefusal extends Refusal {
  constructor(
    readonly place: Place,
    readonly field: string,
    { expected, got }: Refusal,
  ) {
    super(expected, got)
  }
}

interface Late {
  readonly text: string
  readonly place: Place
  isOpen: boolean
}

/** The properties of a file or of a macro's call. What is not here is looked for where it was called from. */
export class Scope implements Names {
  private readonly values = new Map<string, Value>()
  private readonly late = new Map<string, Late>()
  /** By name with stars. */
  private readonly blocks = new Map<string, Block>()

  constructor(
    private readonly world: TextWorld,
    readonly parent?: Scope,
  ) {}

  setBlock(name: string, block: Block): void {
    this.blocks.set(name, block)
  }

  findBlock(name: string): Block | undefined {
    return this.blocks.get(name) ?? this.parent?.findBlock(name)
  }

  /** The outermost. */
  get top(): Scope {
    let scope: Scope = this
    while (scope.parent !== undefined) scope = scope.parent
    return scope
  }

  has(name: string): boolean {
    return this.values.has(name) || this.late.has(name) || (this.parent?.has(name) ?? false)
  }

  set(name: string, value: Value): void {
    this.late.delete(name)
    this.values.set(name, literal(value))
  }

  /** To be evaluated when it is first asked for. */
  setLate(name: string, text: string, place: Place): void {
    const value = literal(text)
    if (typeof value !== 'string' || !value.includes('$')) {
      this.set(name, value)
    } else {
      this.values.delete(name)
      this.late.set(name, { text: value, place, isOpen: false })
    }
  }

  /** Here and everywhere above. */
  remove(name: string): void {
    this.values.delete(name)
    this.late.delete(name)
    this.parent?.remove(name)
  }

  find(name: string): Value | undefined {
    const late = this.late.get(name)
    if (late !== undefined) return this.evaluateLate(name, late)
    const value = this.values.get(name)
    return value === undefined ? this.parent?.find(name) : value
  }

  private evaluateLate(name: string, late: Late): Value {
    if (late.isOpen) {
      throw new Refusal('a property that does not depend on itself (lazy_eval="false" may help)', shownText(name))
    }
    late.isOpen = true
    try {
      const value = literal(evaluateText(late.text, this, this.world))
      this.late.delete(name)
      this.values.set(name, value)
      return value
    } catch (error) {
      if (!(error instanceof Refusal) || error instanceof PlacedRefusal) throw error
      throw new PlacedRefusal(late.place, `property ${shownText(name)}`, error)
    } finally {
      late.isOpen = false
    }
  }
}

/** Counted over all that are under way: properties call each other through here. */
let depth = 0

export function evaluateText(text: string, scope: Scope, world: TextWorld): Value {
  if (!text.includes('$')) return text
  if (++depth > MAX_DEPTH) {
    depth--
    throw new Refusal(`properties and pieces at most ${MAX_DEPTH} deep`, 'deeper')
  }
  try {
    return pieces(text, scope, world)
  } finally {
    depth--
  }
}

function pieces(text: string, scope: Scope, world: TextWorld): Value {
  world.work(text.length)
  const found: Value[] = []
  let at = 0
  let plain = ''
  const flush = (): void => {
    if (plain !== '') found.push(plain)
    plain = ''
  }
  while (at < text.length) {
    const next = text.indexOf('$', at)
    if (next < 0) {
      plain += text.slice(at)
      break
    }
    plain += text.slice(at, next)
    const escaped = /^\$+(?=\$[{(])/.exec(text.slice(next, next + 100))?.[0]
    const open = text.charAt(next + 1)
    if (escaped !== undefined) {
      plain += text.slice(next + 1, next + escaped.length + 2)
      at = next + escaped.length + 2
    } else if (open === '{' || open === '(') {
      const end = endOf(text, next + 1, open)
      world.work(end - next)
      const inside = textOf(evaluateText(text.slice(next + 2, end), scope, world))
      flush()
      found.push(open === '{' ? evaluate(inside, scope, world) : world.substitute(inside, scope))
      at = end + 1
    } else {
      plain += '$'
      at = next + 1
    }
  }
  flush()
  if (found.length === 1) return found[0]!
  const whole = found.map(textOf).join('')
  world.work(whole.length)
  return whole
}

export function evaluate(text: string, scope: Scope, world: TextWorld): Value {
  let expression = world.expressions.get(text)
  if (expression === undefined) {
    world.work(4 * text.length)
    expression = parseExpression(text)
    world.expressions.set(text, expression)
  }
  return expression({
    find: (name) => scope.find(name),
    call: (name, values) => world.call(name, values),
    work: (units) => world.work(units),
  })
}

/** The bracket that closes the one at `from`: the first one where all are closed, outside of quotes; or else the first. */
function endOf(text: string, from: number, open: '{' | '('): number {
  const close = open === '{' ? '}' : ')'
  let level = 0
  let quote = ''
  for (let k = from; k < text.length; k++) {
    const letter = text.charAt(k)
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === "'" || letter === '"') quote = letter
    else if (letter === open) level++
    else if (letter === close && --level === 0) return k
  }
  // A quote that nothing closes: rare, and a long text of them would be read again and again.
  const first = text.indexOf(close, from)
  if (first >= 0 && text.length - from > LONGEST_ODD)
    throw new Refusal(`a closing ${quote}`, shownText(text.slice(from - 1)))
  if (first < 0) throw new Refusal(`a closing ${close}`, shownText(text.slice(from - 1)))
  return first
}
