// Reads emitted declaration files: TypeScript 7 has no compiler API, so it works on text.

/** The entries of the package that src makes, and their sources below src. */
export const ENTRY_SOURCES = {
  limber: 'index',
  'limber/meshes': 'entries/meshes',
  'limber/chains': 'entries/chains',
  'limber/robots': 'entries/robots',
  'limber/molecules': 'entries/molecules',
  'limber/batch': 'entries/batch',
  'limber/gpu': 'entries/gpu',
  'limber/verify': 'verify/index',
  'limber/verify/exact': 'verify/exact/index',
} as const

export interface Exported {
  /** As the user sees it. */
  readonly name: string
  /** As the module declares it. */
  readonly local: string
  readonly module: string
}

/** The names that an explicit export list exports. Anything else in it is refused. */
export function exportList(text: string): Exported[] {
  const out: Exported[] = []
  for (const line of statements(text)) {
    const m = /^export (?:type )?\{([^}]*)\} from '([^']+)';$/.exec(line.replace(/\s+/g, ' '))
    if (m === null) throw new Error(`not an explicit export: ${line}`)
    for (const item of m[1]!.split(',')) {
      const words = item
        .trim()
        .replace(/^type /, '')
        .split(/ as /)
      if (words[0] !== '') out.push({ name: words.at(-1)!, local: words[0]!, module: m[2]! })
    }
  }
  return out
}

/** What an entry's declarations export: the names of its lists, and those that it declares itself (`own` is its module). */
export function entryExports(text: string, own: string): Exported[] {
  const all = statements(text)
  const lists = all.filter((statement) => /^export (?:type )?\{.*\} from/s.test(statement))
  const declared = all.filter((statement) => /^export (?!type \{|\{)/.test(statement)).map(declaredName)
  return [
    ...exportList(lists.join('\n')),
    ...declared.flatMap((name) => (name === undefined ? [] : [{ name, local: name, module: own }])),
  ]
}

/** The top-level statements of an emitted declaration file, comments stripped. */
export function statements(text: string): string[] {
  const out: string[] = []
  for (const line of stripComments(text).split('\n')) {
    if (line.trim() === '') continue
    // The compiler indents everything inside a statement, but for the brackets that close it.
    if (out.length > 0 && /^[\s})\]]/.test(line)) out[out.length - 1] += `\n${line.trimEnd()}`
    else out.push(line.trimEnd())
  }
  return out
}

/** Removes comments, and leaves strings alone, which may look like them. */
function stripComments(text: string): string {
  return text.replace(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_, string: string | undefined) => string ?? '',
  )
}

/** The name that a top-level statement declares, if it declares one. */
export function declaredName(statement: string): string | undefined {
  const kinds = 'interface|type|(?:abstract )?class|function|const|let|var|enum|namespace'
  return new RegExp(`^(?:export )?(?:declare )?(?:${kinds}) (\\w+)`).exec(statement)?.[1]
}
