// Long commands show how much is done and how long it still takes, on a terminal and nowhere else. The clock runs fast here.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { example, limberHere } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-progress-'))
  const atoms = readFileSync(example('helices.pdb'), 'utf8')
    .match(/^ATOM.*\n/gm)!
    .join('')
  writeFileSync(at('models.pdb'), [1, 2, 3].map((k) => `MODEL        ${k}\n${atoms}ENDMDL\n`).join(''))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { isTTY } = process.stderr
afterEach(() => {
  vi.restoreAllMocks()
  process.stderr.isTTY = isTTY
})

/** What a command writes to standard error. */
async function errors(terminal: boolean, args: readonly string[]): Promise<string> {
  process.stderr.isTTY = terminal
  let clock = 0
  vi.spyOn(Date, 'now').mockImplementation(() => (clock += 150))
  const { stderr, code } = await limberHere(...args)
  vi.restoreAllMocks()
  expect(code, stderr).toBeLessThan(2 + Number(args.includes('--sampled')) * 2)
  return stderr
}

test.each([
  ['clashes', /clashes {2}█+░+ +\d+ % {2}\d+ s left {2}model 1/, () => [at('models.pdb'), '--model', 'all']],
  ['convert', /convert {2}█+░+ +\d+ % {2}\d+ s left {2}frame 2/, () => [at('models.pdb'), at('out.dcd'), '--force']],
  [
    'check',
    /check {2}█+░* +\d+ % {2}\d+ s left {2}\d+ samples/,
    () => [example('cell.json'), '--path', example('round-post.json'), '--sampled', '0.05'],
  ],
  ['fold', /relax {2}[█░]+ +\d+ % .*pairs? left/, () => [example('helices.pdb'), '--relax', '--steps', '10']],
] as const)('%s: a line with the time left on a terminal, nothing on a pipe', async (command, line, args) => {
  expect(await errors(true, [command, ...args()])).toMatch(line)
  expect(await errors(false, [command, ...args()])).not.toMatch(/█|░|left/)
})
