// What the entries of the package export, with the comments that document it; read from the sources, as text.
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { entries } from '../../../site/build/api-pages.js'
import { type Fence, fencesOf } from '../../../site/build/markdown.js'

export interface Documented {
  readonly name: string
  /** The entries that export it. */
  readonly entries: readonly string[]
  readonly isValue: boolean
  /** The file that declares it. */
  readonly file: string
  /** The words of its comment before the first tag. */
  readonly sentence: string
  /** Code of its `@example` tags. */
  readonly examples: readonly Fence[]
}

interface Declared {
  readonly file: string
  readonly local: string
  /** Exported as a type only, whatever it is. */
  readonly typeOnly: boolean
}

/** Everything that is exported, by the place of its declaration. */
export function exported(root: string): Documented[] {
  const found = new Map<string, Documented>()
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  for (const entry of entries(root)) {
    for (const [name, { file, local, typeOnly }] of exportsOf(entry.source, read)) {
      const key = `${file} ${local}`
      const before = found.get(key)
      if (before !== undefined) found.set(key, { ...before, entries: [...before.entries, entry.name] })
      else {
        const declared = declarationOf(file, local, read(file))
        found.set(key, { name, entries: [entry.name], ...declared, isValue: declared.isValue && !typeOnly })
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The names that a module exports, and where they are declared. */
function exportsOf(file: string, read: (file: string) => string): Map<string, Declared> {
  const text = read(file)
  const out = new Map<string, Declared>()
  for (const [, all, list, from] of text.matchAll(/^export (type )?\{([^}]*)\} from '([^']+)'/gm)) {
    const below = exportsOf(posix.join(posix.dirname(file), from!).replace(/\.js$/, '.ts'), read)
    for (const item of list!.replace(/\/\/.*$/gm, '').split(',')) {
      const typeOnly = all !== undefined || item.trim().startsWith('type ')
      const [local, name = local] = item
        .trim()
        .replace(/^type /, '')
        .split(/ as /)
      if (local === '') continue
      const place = below.get(local!)
      if (place === undefined) throw new Error(`${file}: ${from} does not export ${local}`)
      out.set(name!, { ...place, typeOnly: typeOnly || place.typeOnly })
    }
  }
  for (const [, , local] of text.matchAll(DECLARATION)) out.set(local!, { file, local: local!, typeOnly: false })
  return out
}

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(class|function\*?|const|let|enum|interface|type) (\w+)/gm

export function declarationOf(file: string, name: string, text: string): Omit<Documented, 'name' | 'entries'> {
  const found = [...text.matchAll(DECLARATION)].filter((declaration) => declaration[2] === name)
  const [first] = found
  if (first === undefined) throw new Error(`${file} does not declare ${name}`)
  const isValue = found.some(([, kind]) => kind !== 'interface' && kind !== 'type')
  // A function and its type may share a name, and a function has overloads: any of them may be documented.
  const comments = found.map((declaration) => commentBefore(text, declaration.index))
  const comment = comments.find((words) => words.text !== '') ?? comments[0]!
  const words = comment.text.replace(/^[ \t]*\/?\*\*?\/? ?/gm, '').replace(/\*\/\s*$/, '')
  const [sentence = ''] = words.split(/^@/m, 1)
  const line = text.slice(0, comment.at).split('\n').length
  const examples = fencesOf(file, words).map((fence) => ({ ...fence, line: line + fence.line - 1 }))
  return { isValue, file, sentence: sentence.trim(), examples }
}

/** The comment that ends right before `offset`. */
function commentBefore(text: string, offset: number): { readonly text: string; readonly at: number } {
  const before = text.slice(0, offset)
  const at = before.lastIndexOf('/**')
  const end = before.indexOf('*/', at)
  return at < 0 || end < 0 || before.slice(end + 2).trim() !== ''
    ? { text: '', at: offset }
    : { text: before.slice(at), at }
}
