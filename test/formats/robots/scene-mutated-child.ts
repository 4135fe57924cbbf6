// Reads damaged scene files, with all the files that they name, and path files, one after the other, and writes a line about
// each as soon as it is done: whoever started this knows which file it was when it dies or hangs. Arguments: the first seed, how
// many, and a folder of its own to write to.
import { mkdirSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readScene } from '../../../node/index.js'
import { LimberError } from '../../../src/errors.js'
import { type MutatedText, mutatedText, type TextOutcome, textOutcome } from './scene-mutate.js'
import { CELL_FILES } from './scene-samples.js'

export interface SceneChildLine {
  readonly seed: number
  readonly kind: string
  readonly how: string
  readonly outcome: TextOutcome
  /** Processor time for this one file. */
  readonly ms: number
}

const [first, count] = process.argv.slice(2, 4).map(Number) as [number, number]
const folder = process.argv[4]!
for (const [name, content] of Object.entries(CELL_FILES)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))

/** A scene that can be read is put together and asked something. */
async function outcomeOf(file: MutatedText): Promise<TextOutcome> {
  const alone = textOutcome(file)
  if (file.kind !== 'scene' || alone.startsWith('wrong')) return alone
  const path = join(folder, 'mutated.json')
  writeFileSync(path, file.text)
  try {
    const { world } = await readScene(path)
    if (alone !== 'read') return 'wrong: refused as text, read as a file'
    return typeof world.collides(world.neutral()) === 'boolean' ? 'read' : 'wrong: no answer'
  } catch (error) {
    if (error instanceof LimberError && error.message.length < 3000) return `refused: ${error.name}`
    return `wrong: ${error instanceof Error ? error.stack : String(error)}`
  }
}

for (let seed = first; seed < first + count; seed++) {
  const file = mutatedText(seed)
  const start = process.cpuUsage()
  let outcome = await outcomeOf(file)
  const { user, system } = process.cpuUsage(start)
  if (JSON.stringify(Object.getOwnPropertyNames(Object.prototype)) !== before) outcome = 'wrong: prototypes changed'
  const line: SceneChildLine = { seed, kind: file.kind, how: file.how, outcome, ms: (user + system) / 1000 }
  writeSync(1, `${JSON.stringify(line)}\n`)
}
