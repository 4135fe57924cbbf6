// What the texts of a xacro file may ask for: arguments, packages, YAML files, messages. All of it is given; nothing is taken from
// the machine.

import type { XmlElement } from '../text/xml.js'
import { Budget } from './budget.js'
import { type Expression, parseExpression } from './expression.js'
import type { Place, Scope, TextWorld } from './text.js'
import { literal, Refusal, shownText, textOf, type Value } from './values.js'

/** A file of XML, read. */
export interface XacroFile {
  /** As messages call it. */
  readonly name: string
  readonly root: XmlElement
}

export interface NamedText {
  readonly name: string
  readonly text: string
}

/** Not there, and why, if there is more to say than that. */
export interface NoFile {
  readonly missing: string
}

/** Who asks for a file. */
export interface Asking {
  readonly from: XacroFile
  readonly place: Place
  readonly field: string
}

/** Where the files come from that a xacro file names. Names are relative to the file that is being worked on. */
export interface XacroSource {
  include(filename: string, asking: Asking): Promise<XacroFile | NoFile>
  text(filename: string, asking: Asking): Promise<NamedText | NoFile>
  /** What `$(dirname)` stands for in a file. */
  folderOf(file: XacroFile): string
}

/** A YAML file that an expression asks for and that has not been read yet. */
export class YamlNeeded extends Error {
  constructor(readonly filename: string) {
    super(filename)
  }
}

const MOST_NOTES = 100

export class XacroWorld implements TextWorld {
  readonly expressions = new Map<string, Expression>()
  readonly budget = new Budget()
  readonly notes = new Set<string>()
  /** Arguments: those that were given, then defaults. */
  readonly values: Map<string, Value>
  /** Arguments that the file has. */
  readonly asked = new Set<string>()
  private readonly yamls = new Map<string, Value>()

  constructor(
    private readonly source: XacroSource,
    private readonly given: ReadonlyMap<string, string>,
    /** The file that is being worked on. */
    public current: XacroFile,
  ) {
    this.values = new Map(given)
  }

  work(units: number): void {
    this.budget.work(units)
  }

  keepYaml(filename: string, value: Value): void {
    this.yamls.set(this.yamlKey(filename), value)
  }

  /** Relative names mean other files in other folders. */
  private yamlKey(filename: string): string {
    return `${this.source.folderOf(this.current)}\n${filename}`
  }

  call(name: string, values: readonly Value[]): Value | undefined {
    const [first = ''] = values
    switch (name) {
      case 'load_yaml':
      case 'xacro.load_yaml': {
        if (typeof first !== 'string' || first === '')
          throw new Refusal('the name of a YAML file', shownText(textOf(first)))
        const known = this.yamls.get(this.yamlKey(first))
        if (known === undefined) throw new YamlNeeded(first)
        return known
      }
      case 'xacro.arg':
        // As it was given: a property that it is put into makes a number of it.
        return this.argument(textOf(first))
      case 'xacro.abs_filename': {
        const path = textOf(first)
        return /^[a-z]+:\/\//.test(path) ? path : `${this.source.folderOf(this.current)}/${path}`
      }
      case 'xacro.tokenize':
        return textOf(first)
          .split(/[,; ]/)
          .filter((word) => word !== '')
      case 'xacro.message':
      case 'xacro.warning':
      case 'xacro.error':
        this.note(`${this.current.name.split(/[\\/]/).at(-1)} says: ${values.map(textOf).join(' ').slice(0, 500)}`)
        return ''
      case 'xacro.print_location':
        return ''
      case 'xacro.fatal':
        throw new Refusal('a file that does not end with xacro.fatal()', shownText(values.map(textOf).join(' ')))
    }
    return undefined
  }

  note(text: string): void {
    if (this.notes.size < MOST_NOTES) this.notes.add(text)
  }

  substitute(words: string, scope: Scope): Value {
    const [verb = '', name = '', ...rest] = words.trim().split(/\s+/)
    const isOne = rest.length === 0 && name !== ''
    switch (verb) {
      case 'find':
        if (!isOne || /[/\\]/.test(name)) throw new Refusal('$(find package)', shownText(`$(${words})`))
        return `package://${name}`
      case 'arg':
        if (!isOne) throw new Refusal('$(arg name)', shownText(`$(${words})`))
        return textOf(this.argument(name))
      case 'env':
      case 'optenv':
        return this.environment(verb, name, rest.join(' '))
      case 'dirname':
        if (name === '') return this.source.folderOf(this.current)
        break
      case 'eval':
        return this.evaluateWords(words.trim().slice(4), scope)
    }
    throw new Refusal('$(find …), $(arg …), $(optenv …), $(dirname) or $(eval …)', shownText(`$(${words})`))
  }

  /** Arguments that were not given, with their defaults. */
  defaults(): ReadonlyMap<string, string> {
    const own = [...this.values].filter(([name]) => !this.given.has(name))
    return new Map(own.map(([name, value]) => [name, textOf(value)]))
  }

  private argument(name: string): Value {
    this.asked.add(name)
    const value = this.values.get(name)
    if (value !== undefined) return value
    throw new Refusal(`a value for argument ${name}, given as ${name}:=value or in arguments`, 'none')
  }

  /** An answer must not depend on the machine that gives it. */
  private environment(verb: string, name: string, otherwise: string): Value {
    if (name === '') throw new Refusal(`$(${verb} NAME)`, 'no name')
    this.asked.add(name)
    const value = this.values.get(name)
    if (value !== undefined) return textOf(value)
    if (verb === 'env') {
      throw new Refusal(`a value for ${name}, given as ${name}:=value: the environment is not read`, `$(env ${name})`)
    }
    this.note(`$(optenv ${name}) is ${shownText(otherwise)}: the environment is not read; ${name}:=value changes it.`)
    return otherwise
  }

  /** Arguments are names there, and go before properties. */
  private evaluateWords(text: string, scope: Scope): Value {
    return parseExpression(text)({
      find: (name) => (this.values.has(name) ? literal(this.argument(name)) : scope.find(name)),
      call: (name, values) =>
        name === 'arg' ? literal(this.argument(textOf(values[0] ?? ''))) : this.call(name, values),
      work: (units) => this.work(units),
    })
  }
}
