// Where an element is, and what is refused there.
import { RobotFileError } from '../../errors.js'
import type { XmlElement } from '../text/xml.js'
import type { MacroTable } from './macros.js'
import { type Place, PlacedRefusal, type Scope } from './text.js'
import { Refusal, shownText } from './values.js'
import type { NoFile, XacroFile } from './world.js'

/** What an element is expanded in. */
export interface Context {
  readonly file: XacroFile
  readonly scope: Scope
  readonly macros: MacroTable
  /** The macro whose body this is. */
  readonly macro: string | undefined
}

export function placeOf(element: XmlElement, context: Context): Place {
  return { file: context.file.name, line: element.line }
}

/** `defaults`: arguments that have their defaults. Where the file's name has one in it, that is the first thing to change. */
export function noFile(
  expected: string,
  filename: string,
  { missing }: NoFile,
  defaults: ReadonlyMap<string, string>,
): Refusal {
  const parts = filename.split(/[/.]/)
  const [name, value] = [...defaults].find(([, text]) => parts.includes(text)) ?? []
  const hint = name === undefined ? '' : `; argument ${name} has its default, ${value}: give it as ${name}:=value`
  const why = missing === '' ? '' : `: ${missing}`
  return new Refusal(expected, `${shownText(filename)}, which is not there${why}${hint}`)
}

/** Errors with the file, the line, the element and the macro. */
export abstract class Located {
  protected fieldOf(element: XmlElement, { macro }: Context, attribute: string | undefined): string {
    const where = macro === undefined ? '' : ` in macro ${macro}`
    return `<${element.name}>${attribute === undefined ? '' : ` ${attribute}`}${where}`
  }

  protected refuse(element: XmlElement, context: Context, attribute: string | undefined, refusal: Refusal): never {
    const { expected, got } = refusal
    if (refusal instanceof PlacedRefusal) {
      const { place, field } = refusal
      throw new RobotFileError(place.file, { line: place.line, field }, expected, got)
    }
    const place = { line: element.line, field: this.fieldOf(element, context, attribute) }
    throw new RobotFileError(context.file.name, place, expected, got)
  }

  /** Does `work`; what it refuses is refused at this element. */
  protected guard<T>(element: XmlElement, context: Context, work: () => T, attribute?: string): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof Refusal) this.refuse(element, context, attribute, error)
      throw error
    }
  }

  protected demand(element: XmlElement, context: Context, attribute: string): string {
    const value = element.attributes.get(attribute)
    if (value !== undefined) return value
    return this.refuse(element, context, undefined, new Refusal(`an attribute ${attribute}`, 'none'))
  }
}
