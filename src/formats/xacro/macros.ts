// Macros and their parameters.
import type { XmlElement } from '../text/xml.js'
import { Refusal, shownText } from './values.js'
import type { XacroFile } from './world.js'

/** A parameter: `name`, `name:=default`, `name:=^`, `name:=^|default`, `*name`, `**name`. */
export interface Parameter {
  /** With its stars. */
  readonly name: string
  /** `*` takes an element, `**` what is inside of one. */
  readonly isBlock: boolean
  /** True if the value of the same name is taken where the macro is called. */
  readonly inherits: boolean
  /** The text of the default. */
  readonly otherwise: string | undefined
}

export interface Macro {
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly body: XmlElement
  readonly file: XacroFile
}

/** Macros by their names. Those that a macro's body defines end with it. */
export class MacroTable {
  private readonly own = new Map<string, Macro>()
  private readonly spaces = new Map<string, MacroTable>()

  constructor(private readonly outer?: MacroTable) {}

  define(name: string, macro: Macro): void {
    this.own.set(name, macro)
  }

  nest(space: string, macros: MacroTable): void {
    this.spaces.set(space, macros)
  }

  /** `name`, or `space.name`. */
  find(name: string): Macro | undefined {
    const found = this.own.get(name)
    if (found !== undefined) return found
    const dot = name.indexOf('.')
    const inside = dot < 0 ? undefined : this.spaces.get(name.slice(0, dot))?.find(name.slice(dot + 1))
    return inside ?? this.outer?.find(name)
  }

  names(): string[] {
    return [...this.own.keys(), ...(this.outer?.names() ?? [])]
  }
}

const SPACE = /\s*/y
const NAME = /[^\s:=]+/y
const GIVES = /\s*:?=\s*/y
const INHERITS = /\^\|?/y
const WORD = /[^\s'"]+/y
const TEXT = /'[^']*'|"[^"]*"/y

/** The parameters that an attribute `params` lists. */
export function parametersOf(text: string): Parameter[] {
  const parameters: Parameter[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const isAtSpace = (): boolean => at === text.length || /\s/.test(text.charAt(at))
  const otherwise = (): string => {
    const from = at
    if (text.startsWith('${', at) || text.startsWith('$(', at)) {
      // Up to a bracket behind which the next parameter begins.
      const close = text.charAt(at + 1) === '{' ? '}' : ')'
      for (let end = text.indexOf(close, at); end >= 0; end = text.indexOf(close, end + 1)) {
        at = end + 1
        if (isAtSpace()) return text.slice(from, at)
      }
      at = from
    }
    while ((take(TEXT) ?? take(WORD)) !== undefined);
    if (!isAtSpace()) throw new Refusal('a default in pairs of quotes', shownText(text.slice(from)))
    return text.slice(from, at)
  }
  for (take(SPACE); at < text.length; take(SPACE)) {
    const name = take(NAME)
    if (name === undefined) throw new Refusal('the name of a parameter', shownText(text.slice(at)))
    const isBlock = name.startsWith('*')
    if (parameters.some((parameter) => parameter.name === name)) {
      throw new Refusal('parameters of different names', shownText(name))
    }
    if (take(GIVES) === undefined) {
      if (!isAtSpace()) throw new Refusal('name, name:=default, *block or **block', shownText(text.slice(at)))
      parameters.push({ name, isBlock, inherits: false, otherwise: undefined })
      continue
    }
    const inherits = take(INHERITS) !== undefined
    const value = otherwise()
    parameters.push({ name, isBlock, inherits, otherwise: value === '' ? undefined : value })
  }
  return parameters
}
