// Short names for what classes keep to themselves. Minifiers leave the names of properties alone: they cannot know who else reads
// them. TypeScript does: nothing but the body of its class can say a name that is `private`. There,
//   this.name               where `this` is that class's, is the private one and no other;
//   const { name } = this   likewise;
//   Class.name              likewise, where it is static.
// A name that the file says in any other way inside a class that has it (of another object, in another pattern) or as a string
// may be somebody else's: in that file it stays as it is. So nothing here depends on what types things have. One name is made
// short in the same way everywhere, and no two in the same: base classes and those that extend them do not come to share one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin, parseSync } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  // biome-ignore lint/suspicious/noExplicitAny: a node of a syntax tree, of any type
  readonly [field: string]: any
}

/** A class: its name, and what is private to it. */
interface Scope {
  readonly name: string | undefined
  readonly fields: ReadonlySet<string>
  readonly statics: ReadonlySet<string>
}

/** Where a private name is written. */
interface Place {
  readonly name: string
  readonly start: number
  readonly end: number
  /** `: name`, where a pattern says it in short. */
  readonly after: string
}

interface Found {
  readonly classes: readonly Scope[]
  /** Of the names that can be told from all others. */
  readonly places: readonly Place[]
}

/** `known`: the classes of the file in their order, where the code is JavaScript and does not say what is private. */
export function privatePlaces(path: string, code: string, known?: readonly Scope[]): Found {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const classes: Scope[] = []
  const places: Place[] = []
  const unclear = new Set<string>()
  const add = ({ name, start, end }: Node, after = ''): void => void places.push({ name, start, end, after })

  /** `around`: the classes that this is inside of; `self`: whose `this` it is, if that is sure. */
  const walk = (node: Node, around: readonly Scope[], self: Scope | undefined): void => {
    const into = (child: unknown): void => {
      if (Array.isArray(child)) for (const one of child) into(one)
      else if (typeof (child as Node | null)?.type === 'string') walk(child as Node, around, self)
    }
    const isPrivate = (name: string): boolean =>
      around.some((scope) => scope.fields.has(name) || scope.statics.has(name))
    switch (node.type) {
      case 'ClassDeclaration':
      case 'ClassExpression': {
        const scope = known === undefined ? scopeOf(node) : known[classes.length]!
        classes.push(scope)
        into(node.superClass)
        for (const member of node.body.body as Node[]) walkMember(member, scope, [...around, scope], self)
        return
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
        for (const child of Object.values(node)) if (typeof child === 'object') walkOther(child, around)
        return
      case 'MemberExpression': {
        into(node.object)
        if (node.computed) {
          into(node.property)
          return
        }
        const { name } = node.property
        const isOwn = node.object.type === 'ThisExpression' && self?.fields.has(name)
        const isStatic = around.some((scope) => scope.name === node.object.name && scope.statics.has(name))
        if (isOwn || (node.object.type === 'Identifier' && isStatic)) add(node.property)
        else if (isPrivate(name)) unclear.add(name)
        return
      }
      case 'VariableDeclarator':
        if (node.id.type === 'ObjectPattern' && node.init?.type === 'ThisExpression' && self !== undefined) {
          for (const property of node.id.properties as Node[]) {
            // The rest of an object are all its names.
            if (property.type === 'RestElement') for (const name of self.fields) unclear.add(name)
            else if (!property.computed && self.fields.has(property.key.name)) {
              add(property.key, property.shorthand ? `: ${property.key.name}` : '')
            }
            into(property.value)
          }
          return
        }
        break
      case 'ObjectPattern':
        for (const { key } of node.properties as Node[]) {
          const name = String(key?.name ?? key?.value)
          if (isPrivate(name)) unclear.add(name)
        }
        break
      case 'Literal':
        unclear.add(String(node.value))
        return
      case 'TemplateElement':
        unclear.add(node.value.cooked)
        return
    }
    for (const child of Object.values(node)) if (typeof child === 'object') into(child)
  }
  const walkOther = (child: unknown, around: readonly Scope[]): void => {
    if (Array.isArray(child)) for (const one of child) walkOther(one, around)
    else if (typeof (child as Node | null)?.type === 'string') walk(child as Node, around, undefined)
  }
  const walkMember = (member: Node, scope: Scope, around: readonly Scope[], outer: Scope | undefined): void => {
    const name: string | undefined = member.key?.name ?? member.key?.value
    if (member.computed) walk(member.key, around.slice(0, -1), outer)
    else if (name !== undefined && (member.static ? scope.statics : scope.fields).has(name)) {
      if (member.key.type === 'Identifier') add(member.key)
      else unclear.add(name)
    }
    const whose = member.static || member.type === 'StaticBlock' ? undefined : scope
    // A method's function has the class's `this`, unlike others.
    const parts =
      member.type === 'MethodDefinition' ? [member.value.params, member.value.body] : [member.value, member.body]
    for (const part of parts.flat()) if (part !== null && part !== undefined) walk(part, around, whose)
  }

  walk(program as unknown as Node, [], undefined)
  return { classes, places: places.filter(({ name }) => !unclear.has(name)) }
}

/** As TypeScript says it. A name that is private in one of its places and not in another does not count. */
function scopeOf({ id, body }: Node): Scope {
  const [fields, statics, open] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const member of body.body as Node[]) {
    if (member.kind === 'constructor') {
      for (const param of member.value.params as Node[]) {
        if (param.type !== 'TSParameterProperty') continue
        const { name } = param.parameter.left ?? param.parameter
        ;(param.accessibility === 'private' ? fields : open).add(name)
      }
    } else if (!member.computed && member.key !== undefined) {
      const isPrivate = member.accessibility === 'private' && member.key.type === 'Identifier'
      ;(isPrivate ? (member.static ? statics : fields) : open).add(String(member.key.name ?? member.key.value))
    }
  }
  const only = (names: ReadonlySet<string>): Set<string> => new Set([...names].filter((name) => !open.has(name)))
  return { name: id?.name, fields: only(fields), statics: only(statics) }
}

interface Looked {
  /** By path, of files that have private names. */
  readonly files: ReadonlyMap<string, Found>
  readonly names: ReadonlyMap<string, string>
}

/** Of all sources in these folders. The most written names get the shortest. */
function lookInto(folders: readonly string[]): Looked {
  const files = new Map<string, Found>()
  const counts = new Map<string, number>()
  const taken = new Set<string>()
  for (const folder of folders) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.tsx?$/.test(file)) continue
      const path = normalizePath(join(folder, file))
      const code = readFileSync(path, 'utf8')
      for (const [word] of code.matchAll(/\$\w+/g)) taken.add(word)
      if (!/\bprivate\s/.test(code)) continue
      const found = privatePlaces(path, code)
      files.set(path, found)
      for (const { name } of found.places) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const names = new Map<string, string>()
  let next = 0
  for (const [name] of [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))) {
    while (taken.has(`$${next.toString(36)}`)) next++
    names.set(name, `$${(next++).toString(36)}`)
  }
  return { files, names }
}

/** JavaScript; `written`: what was found in the TypeScript that it was made from. */
export function withShortNames(path: string, code: string, written: Found, names: ReadonlyMap<string, string>): string {
  const { classes, places } = privatePlaces(path.replace(/tsx?$/, 'js'), code, written.classes)
  if (classes.length !== written.classes.length) throw new Error(`${path}: it has not the classes that were written`)
  const clear = new Set(written.places.map(({ name }) => name))
  return places
    .filter(({ name }) => clear.has(name) && names.has(name))
    .sort((a, b) => b.start - a.start)
    .reduce(
      (text, { name, start, end, after }) => text.slice(0, start) + names.get(name) + after + text.slice(end),
      code,
    )
}

/** Plugins of one build, for the page and for its workers: of the sources in these folders, when they have become JavaScript. */
export function privateNames(folders: readonly string[]): () => Plugin {
  let looked: Looked | undefined
  return () => ({
    name: 'private-names',
    apply: 'build',
    transform(code, id) {
      if (!/\.tsx?$/.test(id)) return
      looked ??= lookInto(folders)
      const written = looked.files.get(id)
      return written && { code: withShortNames(id, code, written, looked.names), map: null }
    },
  })
}
