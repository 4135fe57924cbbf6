// xacro, expanded: the document that its macros, properties, conditions and includes come to, in the order of the file, as the
// program xacro does it. Only the grammar of expression.ts is evaluated, and all work is counted: a file that would grow without
// end is refused after a second or two, by name.
//
// Where it differs from the program: attributes of the root are evaluated last, so that `<robot name="$(arg name)">` may stand
// before the argument's default; `$(find name)` stays `package://name`; the environment is not read.
import { RobotFileError } from '../../errors.js'
import type { XmlElement } from '../text/xml.js'
import { type Context, Located, noFile, placeOf } from './located.js'
import { type Macro, MacroTable, parametersOf } from './macros.js'
import { type Expanded, expandedElement, expandedSize } from './output.js'
import { evaluateText, Scope } from './text.js'
import { condition, Refusal, shownText, textOf, type Value } from './values.js'
import { type XacroFile, type XacroSource, XacroWorld, YamlNeeded } from './world.js'
import { parseYaml, YamlRefusal } from './yaml.js'

export interface XacroResult {
  readonly root: Expanded
  /** What the file says in passing, and what was taken in a sense that it does not spell out. */
  readonly notes: readonly string[]
  /** Arguments that were given and that the file does not have; and those that it has. */
  readonly unknown: readonly string[]
  readonly known: readonly string[]
}

export function expandXacro(
  main: XacroFile,
  source: XacroSource,
  given: ReadonlyMap<string, string>,
): Promise<XacroResult> {
  return new Expander(source, given, main).run(main)
}

class Expander extends Located {
  private readonly world: XacroWorld

  constructor(
    private readonly source: XacroSource,
    private readonly given: ReadonlyMap<string, string>,
    main: XacroFile,
  ) {
    super()
    this.world = new XacroWorld(source, given, main)
  }

  async run(main: XacroFile): Promise<XacroResult> {
    const { world } = this
    const context = { file: main, scope: new Scope(world), macros: new MacroTable(), macro: undefined }
    const root = expandedElement(main.root.name, placeOf(main.root, context))
    await this.inside(main.root, context, root)
    await this.attributes(main.root, context, root)
    const unknown = [...this.given.keys()].filter((name) => !world.asked.has(name))
    return { root, notes: [...world.notes], unknown, known: [...world.asked] }
  }

  // Elements.

  /** The children and the text of an element, into another one. */
  private async inside(element: XmlElement, context: Context, into: Expanded): Promise<void> {
    const { budget } = this.world
    if (element.text !== '') into.texts.push(await this.string(element.text, element, context, 'text'))
    this.guard(element, context, () => budget.enter())
    for (const child of element.children) {
      this.guard(child, context, () => budget.element())
      await this.element(child, context, into)
    }
    budget.leave()
  }

  private element(element: XmlElement, context: Context, into: Expanded): Promise<void> | void {
    const { name } = element
    if (!name.startsWith('xacro:')) return this.plain(element, name, context, into)
    switch (name.slice(6)) {
      case 'property':
        return this.property(element, context)
      case 'macro':
        return this.define(element, context)
      case 'arg':
        return this.argument(element, context)
      case 'include':
        return this.include(element, context, into)
      case 'if':
      case 'unless':
        return this.choice(element, context, into)
      case 'insert_block':
        return this.insert(element, context, into)
      case 'element':
        return this.named(element, context, into)
      case 'attribute':
        return this.attribute(element, context, into)
      case 'call':
        return this.dynamicCall(element, context, into)
      default:
        return this.call(element, name.slice(6), context, into)
    }
  }

  private async plain(element: XmlElement, name: string, context: Context, into: Expanded): Promise<void> {
    const made = expandedElement(name, placeOf(element, context))
    into.children.push(made)
    await this.attributes(element, context, made)
    await this.inside(element, context, made)
  }

  private async attributes(element: XmlElement, context: Context, into: Expanded): Promise<void> {
    for (const [name, text] of element.attributes) {
      if (name.startsWith('xacro:') || name === 'xmlns:xacro') continue
      const value = await this.string(text, element, context, name)
      this.guard(element, context, () => this.world.budget.output(name.length + value.length))
      // What an <xacro:attribute> has set before stays.
      if (!into.attributes.has(name)) into.attributes.set(name, value)
    }
  }

  private async property(element: XmlElement, context: Context): Promise<void> {
    const { scope } = context
    const name = await this.string(this.demand(element, context, 'name'), element, context, 'name')
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || name.startsWith('__')) {
      this.refuse(
        element,
        context,
        'name',
        new Refusal('the name of a property: letters, digits and _', shownText(name)),
      )
    }
    const [value, otherwise, where] = ['value', 'default', 'scope'].map((key) => element.attributes.get(key))
    const remove = await this.flag(element, context, 'remove', false)
    if (Number(value !== undefined) + Number(otherwise !== undefined) + Number(remove) > 1) {
      this.refuse(element, context, undefined, new Refusal('one of value, default and remove', 'several'))
    }
    if (remove) return scope.remove(name)
    if (otherwise !== undefined && scope.has(name)) return
    const target = where === 'global' ? scope.top : where === 'parent' ? (scope.parent ?? scope) : scope
    if (where !== undefined && where !== 'global' && where !== 'parent') {
      this.refuse(element, context, 'scope', new Refusal('parent or global', shownText(where)))
    }
    const text = value ?? otherwise
    if (text === undefined) return target.setBlock(`**${name}`, { kind: 'late', element, file: context.file })
    const isLate = await this.flag(element, context, 'lazy_eval', true)
    if (target === scope && where === undefined && isLate) return scope.setLate(name, text, placeOf(element, context))
    target.set(name, await this.text(text, element, context, `${shownText(name)} value`))
  }

  private async flag(element: XmlElement, context: Context, name: string, otherwise: boolean): Promise<boolean> {
    const text = element.attributes.get(name)
    if (text === undefined) return otherwise
    const value = await this.text(text, element, context, name)
    return this.guard(element, context, () => condition(value), name)
  }

  private define(element: XmlElement, context: Context): void {
    const name = this.demand(element, context, 'name').replace(/^xacro:/, '')
    if (name === 'call' || name.includes('.')) {
      this.refuse(element, context, 'name', new Refusal('the name of a macro, without a dot', shownText(name)))
    }
    const parameters = this.guard(
      element,
      context,
      () => parametersOf(element.attributes.get('params') ?? ''),
      'params',
    )
    context.macros.define(name, { name, parameters, body: element, file: context.file })
  }

  private async argument(element: XmlElement, context: Context): Promise<void> {
    const name = this.demand(element, context, 'name')
    this.world.asked.add(name)
    if (this.world.values.has(name)) return
    const text = element.attributes.get('default')
    // Without a default it is one that has to be given; said where it is used.
    if (text !== undefined) this.world.values.set(name, await this.text(text, element, context, 'default'))
  }

  private async include(element: XmlElement, context: Context, into: Expanded): Promise<void> {
    const { world } = this
    const filename = await this.string(this.demand(element, context, 'filename'), element, context, 'filename')
    if (/[*?[]/.test(filename)) {
      this.refuse(
        element,
        context,
        'filename',
        new Refusal('the name of one file, without * and ?', shownText(filename)),
      )
    }
    const isOptional = await this.flag(element, context, 'optional', false)
    const field = this.fieldOf(element, context, 'filename')
    const file = await this.source.include(filename, { from: world.current, place: placeOf(element, context), field })
    if ('missing' in file) {
      if (isOptional) return
      this.refuse(element, context, 'filename', noFile('a file to include', filename, file, world.defaults()))
    }
    const ns = element.attributes.get('ns')
    let inner: Context = { ...context, file, macro: undefined }
    if (ns !== undefined) {
      const space = await this.string(ns, element, context, 'ns')
      inner = { ...inner, scope: new Scope(world), macros: new MacroTable() }
      context.scope.set(space, inner.scope)
      context.macros.nest(space, inner.macros)
    }
    const before = world.current
    world.current = file
    await this.inside(file.root, inner, into)
    world.current = before
  }

  private async choice(element: XmlElement, context: Context, into: Expanded): Promise<void> {
    const value = await this.text(this.demand(element, context, 'value'), element, context, 'value')
    const isTrue = this.guard(element, context, () => condition(value), 'value')
    if (isTrue === (element.name === 'xacro:if')) await this.inside(element, context, into)
  }

  private async insert(element: XmlElement, context: Context, into: Expanded): Promise<void> {
    const name = await this.string(this.demand(element, context, 'name'), element, context, 'name')
    const content = context.scope.findBlock(`**${name}`)
    const block = content ?? context.scope.findBlock(`*${name}`)
    if (block === undefined) {
      this.refuse(element, context, 'name', new Refusal('a block that is defined here', shownText(name)))
    }
    if (block.kind === 'late') return this.inside(block.element, { ...context, file: block.file }, into)
    this.guard(element, context, () => this.world.budget.element(expandedSize(block.content)))
    if (content === undefined) into.children.push(block.content)
    else {
      into.children.push(...block.content.children)
      into.texts.push(...block.content.texts)
    }
  }

  private async named(element: XmlElement, context: Context, into: Expanded): Promise<void> {
    const name = await this.string(this.demand(element, context, 'xacro:name'), element, context, 'xacro:name')
    this.demandName(element, context, name)
    await this.plain(element, name, context, into)
  }

  private async attribute(element: XmlElement, context: Context, into: Expanded): Promise<void> {
    const name = await this.string(this.demand(element, context, 'name'), element, context, 'name')
    this.demandName(element, context, name)
    const value = await this.string(this.demand(element, context, 'value'), element, context, 'value')
    this.guard(element, context, () => this.world.budget.output(name.length + value.length))
    into.attributes.set(name, value)
  }

  private demandName(element: XmlElement, context: Context, name: string): void {
    if (/^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(name) && !name.startsWith('xacro:')) return
    this.refuse(element, context, 'name', new Refusal('a name for XML', shownText(name)))
  }

  // Macros.

  private async dynamicCall(element: XmlElement, context: Context, into: Expanded): Promise<void> {
    const name = await this.string(this.demand(element, context, 'macro'), element, context, 'macro')
    const attributes = new Map(element.attributes)
    attributes.delete('macro')
    await this.call({ ...element, attributes }, name, context, into)
  }

  private async call(element: XmlElement, name: string, context: Context, into: Expanded): Promise<void> {
    const macro = context.macros.find(name)
    if (macro === undefined) {
      const known = context.macros.names().slice(0, 10).join(', ')
      this.refuse(
        element,
        context,
        undefined,
        new Refusal('a macro that is defined before this', `xacro:${name}; there are ${known || 'none'}`),
      )
    }
    const scope = new Scope(this.world, context.scope)
    await this.fill(element, macro, context, scope)
    const inner = { file: macro.file, scope, macros: new MacroTable(context.macros), macro: macro.name }
    await this.inside(macro.body, inner, into)
  }

  /** The parameters of a call: attributes, then blocks in their order, then defaults. */
  private async fill(element: XmlElement, macro: Macro, context: Context, scope: Scope): Promise<void> {
    const open = new Map(macro.parameters.map((parameter) => [parameter.name, parameter]))
    for (const [name, text] of element.attributes) {
      if (name.startsWith('xmlns')) continue
      if (!open.delete(name)) {
        const known = macro.parameters.map((parameter) => parameter.name).join(', ')
        this.refuse(
          element,
          context,
          name,
          new Refusal(`a parameter of macro ${macro.name}, which has ${known || 'none'}`),
        )
      }
      scope.set(name, await this.text(text, element, context, name))
    }
    const holder = expandedElement('', placeOf(element, context))
    await this.inside(element, context, holder)
    const blocks = holder.children.values()
    for (const { name, isBlock } of [...open.values()]) {
      if (!isBlock) continue
      const next = blocks.next()
      if (next.done) {
        this.refuse(
          element,
          context,
          undefined,
          new Refusal(`a block for parameter ${name} of macro ${macro.name}`, 'none'),
        )
      }
      open.delete(name)
      scope.setBlock(name, { kind: 'made', content: next.value })
    }
    const extra = blocks.next()
    if (!extra.done) {
      const got = `<${extra.value.name}>`
      this.refuse(
        element,
        context,
        undefined,
        new Refusal(`as many blocks as macro ${macro.name} has parameters for`, got),
      )
    }
    for (const { name, inherits, otherwise } of open.values()) {
      const inherited = inherits ? await this.found(name, element, context) : undefined
      if (inherited !== undefined) scope.set(name, inherited)
      else if (otherwise !== undefined) scope.set(name, await this.text(otherwise, element, context, name))
      else
        this.refuse(element, context, name, new Refusal(`a value for parameter ${name} of macro ${macro.name}`, 'none'))
    }
  }

  private found(name: string, element: XmlElement, context: Context): Promise<Value | undefined> {
    return this.evaluated(() => context.scope.find(name), element, context, name)
  }

  // Texts.

  private text(text: string, element: XmlElement, context: Context, field: string): Promise<Value> | Value {
    if (!text.includes('$')) return text
    return this.evaluated(() => evaluateText(text, context.scope, this.world), element, context, field)
  }

  private string(text: string, element: XmlElement, context: Context, field: string): Promise<string> | string {
    if (!text.includes('$')) return text
    return this.evaluated(() => textOf(evaluateText(text, context.scope, this.world)), element, context, field)
  }

  /** Evaluates, and again when the YAML files have been read that turn out to be needed. Evaluation changes nothing. */
  private async evaluated<T>(work: () => T, element: XmlElement, context: Context, field: string): Promise<T> {
    for (;;) {
      try {
        return work()
      } catch (error) {
        if (error instanceof Refusal) this.refuse(element, context, field, error)
        if (!(error instanceof YamlNeeded)) throw error
        await this.loadYaml(error.filename, element, context, field)
      }
    }
  }

  private async loadYaml(filename: string, element: XmlElement, context: Context, attribute: string): Promise<void> {
    const field = this.fieldOf(element, context, attribute)
    const read = await this.source.text(filename, { from: this.world.current, place: placeOf(element, context), field })
    if ('missing' in read) {
      this.refuse(element, context, attribute, noFile('a YAML file', filename, read, this.world.defaults()))
    }
    try {
      this.world.keepYaml(filename, await parseYaml(read.text))
    } catch (error) {
      if (!(error instanceof YamlRefusal)) throw error
      throw new RobotFileError(read.name, { line: error.line }, error.expected, error.got)
    }
  }
}
