// Finds banned turns of phrase (banned-turns.mjs) in what people read: strings and JSX texts of cli/, src/ and studio/, and the heads
// of files in src/. `node scripts/lint-words.mjs` checks these; file names check those files, head and strings. Exits with 1 if it
// finds any.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'rolldown/utils'
import { BANNED_TURNS } from './banned-turns.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const below = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('-bytes.ts'))
    .map((path) => join(folder, path).replaceAll('\\', '/'))
    .sort()

/** The comment that a file begins with, of // lines or one block. */
const headOf = (text) => /^(?:[ \t]*\/\/.*\n)+|^\/\*[\s\S]*?\*\//.exec(text)?.[0] ?? ''

/** What a person may read: offset and text. A string without a blank is a name or a key. */
function proseOf(path, text) {
  const found = []
  const add = (at, prose) => {
    if (/\S\s+\S/.test(prose)) found.push([at, prose])
  }
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && add(node.start, node.value),
    TemplateElement: (node) => add(node.start, node.value.raw),
    JSXText: (node) => add(node.start, node.value),
  }).visit(program)
  return found
}

function lint(path, withHead) {
  const text = readFileSync(join(root, path), 'utf8')
  const prose = proseOf(path, text)
  // Lines of a comment are joined, so that a turn is found across their ends; offsets stay as they are.
  if (withHead) prose.push([0, headOf(text).replace(/\n\s*(\/\/|\*)/g, (end) => ' '.repeat(end.length))])
  return prose.flatMap(([at, words]) =>
    BANNED_TURNS.flatMap(([turn, instead]) =>
      [...words.matchAll(new RegExp(turn.source.replaceAll(' ', '\\s+'), 'gi'))].map(
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
    : ['cli', 'src', 'studio'].flatMap((folder) => below(folder).flatMap((path) => lint(path, folder === 'src')))
for (const line of complaints) console.error(line)
if (complaints.length > 0) {
  console.error(`${complaints.length} banned turns of phrase: scripts/banned-turns.mjs says what to write instead`)
  process.exitCode = 1
}
