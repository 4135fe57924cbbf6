// Finds banned turns of phrase (banned-turns.mjs) in what people read: strings and JSX texts of the sources, all comments of src/,
// scenes/ and scripts/, and the text of README.md and docs/. `node scripts/lint-words.mjs` checks these; file names check those files,
// comments and strings. Exits with 1 if it finds any.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'rolldown/utils'
import { BANNED_TURNS } from './banned-turns.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FOLDERS = ['cli', 'lab', 'node', 'scenes', 'scripts', 'src', 'studio', 'three', 'view', 'web']
/** Folders whose comments are checked too. */
const WITH_COMMENTS = ['scenes', 'scripts', 'src']
const TURNS = BANNED_TURNS.map(([turn, instead]) => [new RegExp(turn.source.replaceAll(' ', '\\s+'), 'gi'), instead])

const below = (folder, kind) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => kind.test(path) && !path.endsWith('-wasm-bytes.ts'))
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .sort()

/** Comments, the // lines of one paragraph together: offset and text. */
function commentsOf(text, comments) {
  const found = []
  let end = -1
  for (const { start, end: next, type } of comments) {
    const between = end < 0 ? undefined : text.slice(end, start)
    if (type === 'Line' && between !== undefined && /^[ \t]*\n[ \t]*$/.test(between))
      found.at(-1)[1] = text.slice(found.at(-1)[0], next)
    else found.push([start, text.slice(start, next)])
    end = type === 'Line' ? next : -1
  }
  // Lines are joined, so that a turn is found across their ends; offsets stay as they are.
  return found.map(([at, words]) => [at, words.replace(/\n\s*(\/\/|\*)/g, (gap) => ' '.repeat(gap.length))])
}

/** What a person may read: offset and text. A string without a blank is a name or a key. */
function proseOf(path, text, withComments) {
  if (path.endsWith('.md')) return [[0, text]]
  const found = []
  const add = (at, prose) => {
    if (/\S\s+\S/.test(prose)) found.push([at, prose])
  }
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && add(node.start, node.value),
    TemplateElement: (node) => add(node.start, node.value.raw),
    JSXText: (node) => add(node.start, node.value),
  }).visit(program)
  return withComments ? [...found, ...commentsOf(text, comments)] : found
}

function lint(path, withComments) {
  const text = readFileSync(join(root, path), 'utf8')
  return proseOf(path, text, withComments).flatMap(([at, words]) =>
    TURNS.flatMap(([turn, instead]) =>
      [...words.matchAll(turn)].map(
        (match) =>
          `${path}:${text.slice(0, at + match.index).split('\n').length}: "${match[0].replace(/\s+/g, ' ')}": write ${instead}`,
      ),
    ),
  )
}

const named = process.argv.slice(2)
const complaints =
  named.length > 0
    ? named.flatMap((path) => lint(path, true))
    : [
        ...FOLDERS.flatMap((folder) =>
          below(folder, /\.(tsx?|mjs)$/).flatMap((path) => lint(path, WITH_COMMENTS.includes(folder))),
        ),
        ...['README.md', ...below('docs', /\.md$/)].flatMap((path) => lint(path, false)),
      ]
for (const line of complaints) console.error(line)
if (complaints.length > 0) {
  console.error(`${complaints.length} banned turns of phrase: scripts/banned-turns.mjs says what to write instead`)
  process.exitCode = 1
}
