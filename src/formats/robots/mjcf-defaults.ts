// What a MuJoCo model says once for many elements: <compiler>, <option>, and <default> with its classes. A class inside another takes
// over what that one says at that point (a later section does not change classes that are there already); an element belongs to its `class`, or else to the `childclass` of the nearest body around it, or else to the
// outermost class, `main`. Sections may be repeated, and then the last one that says something holds, for the whole model.
import { checkAttributes, checkEmpty, type MjcfElement, MjcfView } from './mjcf-element.js'
import { COMPILER, EQUALITY, GEOM, JOINT, MESH, OTHER_DEFAULTS } from './mjcf-known.js'
import { shown } from './robot-xml.js'

/** What holds for the whole model. */
export interface MjcfSettings {
  readonly degrees: boolean
  /** Three letters: x, y, z about axes that turn along, X, Y, Z about those of the parent. */
  readonly eulerSequence: string
  readonly meshFolder: string
  readonly stripPath: boolean
  readonly autoLimits: boolean
  readonly alignFree: boolean
  /** True if MuJoCo does not test a body against its parent. */
  readonly filterParent: boolean
  /** Does it test contacts, keep joints within their limits, enforce equality constraints? */
  readonly contacts: boolean
  readonly limits: boolean
  readonly equalities: boolean
}

const YES_NO = ['true', 'false'] as const
const ON_OFF = ['enable', 'disable'] as const

export function readSettings(root: MjcfElement): MjcfSettings {
  const sections = (name: string): MjcfElement[] => root.children.filter((child) => child.name === name).reverse()
  const compilers = sections('compiler')
  for (const element of compilers) checkAttributes(element, COMPILER)
  const compiler = new MjcfView(compilers[0] ?? root, '<compiler>', compilers.slice(1))
  const yes = (name: string, otherwise: 'true' | 'false'): boolean =>
    compiler.keyword(name, YES_NO, otherwise) === 'true'
  if (compiler.keyword('coordinate', ['local', 'global'], 'local') === 'global') {
    compiler.fail('coordinate', 'local: load the model in MuJoCo 2.3.3 or older and save it', 'global')
  }
  const eulerSequence = compiler.text('eulerseq') ?? 'xyz'
  if (!/^[xyzXYZ]{3}$/.test(eulerSequence)) {
    compiler.fail('eulerseq', 'three letters of xyzXYZ', shown(eulerSequence))
  }
  const options = sections('option')
  const option = new MjcfView(options[0] ?? root, '<option>', options.slice(1))
  if (option.keyword('collision', ['all', 'predefined', 'dynamic'], 'all') !== 'all') {
    option.fail('collision', 'all, or contype and conaffinity in its place', option.text('collision'))
  }
  const flags = options.flatMap(({ children }) => children.filter(({ name }) => name === 'flag'))
  const flag = new MjcfView(flags[0] ?? root, '<flag>', flags.slice(1))
  const on = (name: string): boolean => flag.keyword(name, ON_OFF, 'enable') === 'enable'
  return {
    degrees: compiler.keyword('angle', ['radian', 'degree'], 'degree') === 'degree',
    eulerSequence,
    meshFolder: meshFolderOf(compilers),
    stripPath: yes('strippath', 'false'),
    autoLimits: yes('autolimits', 'true'),
    alignFree: yes('alignfree', 'false'),
    filterParent: on('filterparent'),
    contacts: on('contact') && on('constraint'),
    limits: on('limit') && on('constraint'),
    equalities: on('equality') && on('constraint'),
  }
}

/** Of the last section that says it, by either name; the last is first here. */
function meshFolderOf(compilers: readonly MjcfElement[]): string {
  for (const { attributes } of compilers) {
    const folder = attributes.get('meshdir') ?? attributes.get('assetdir')
    if (folder !== undefined) return folder
  }
  return ''
}

/** What a class says, that of the classes around it included: by the name of elements, the nearest first. */
type DefaultClass = Map<string, readonly MjcfElement[]>

const READ: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['geom', GEOM],
  ['joint', JOINT],
  ['mesh', MESH],
  ['equality', EQUALITY],
])

export class MjcfDefaults {
  private readonly main: DefaultClass = new Map()
  private readonly classes = new Map<string, DefaultClass>([['main', this.main]])

  constructor(root: MjcfElement) {
    for (const section of root.children) {
      if (section.name !== 'default') continue
      const name = section.attributes.get('class') ?? 'main'
      if (name !== 'main')
        section.source.fail(section.line, '<default> class', 'main for the outermost one', shown(name))
      this.read(section, this.main)
    }
  }

  private read(section: MjcfElement, into: DefaultClass): void {
    checkAttributes(section, new Set(['class']))
    for (const child of section.children) {
      const { name, source, line } = child
      if (name === 'default') continue
      const known = READ.get(name)
      if (known !== undefined) {
        checkAttributes(child, known, `<default> <${name}>`)
        checkEmpty(child)
        into.set(name, [child, ...(into.get(name) ?? [])])
      } else if (!OTHER_DEFAULTS.has(name)) {
        source.fail(line, `<default> <${name}>`, 'an element that MuJoCo has in <default>', `<${name}>`)
      }
    }
    // MuJoCo copies a class into those inside of it when it comes to them, behind all else that the section says.
    for (const child of section.children) {
      if (child.name !== 'default') continue
      const inner = new MjcfView(child, '<default>').name('class')
      if (this.classes.has(inner)) child.source.fail(child.line, '<default> class', 'a name of its own', shown(inner))
      const made: DefaultClass = new Map(into)
      this.classes.set(inner, made)
      this.read(child, made)
    }
  }

  /** Refuses a class that does not exist. */
  check(element: MjcfElement, attribute: string): string | undefined {
    const name = element.attributes.get(attribute)
    if (name !== undefined && !this.classes.has(name)) {
      element.source.fail(element.line, `<${element.name}> ${attribute}`, 'a class of <default>', shown(name))
    }
    return name
  }

  /** An element with its defaults. `kind` is what <default> calls such elements. */
  view(element: MjcfElement, where: string, kind: string, childClass?: string): MjcfView {
    const name = this.check(element, 'class') ?? childClass ?? 'main'
    return new MjcfView(element, where, this.classes.get(name)!.get(kind))
  }
}
