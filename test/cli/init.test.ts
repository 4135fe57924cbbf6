// `limber init` and `limber demo`: the examples of the package.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDemo } from '../../cli/demo.js'
import { copyExamples } from '../../cli/init.js'
import { refused } from './refused.js'
import { example, limber } from './run.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-init-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('init copies every example into a folder that is new or empty', async () => {
  const names = readdirSync(example('.')).sort()
  mkdirSync(at('empty'))
  // As `npm i limber` leaves it.
  mkdirSync(at('installed/node_modules'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) writeFileSync(at(`installed/${name}`), '')
  for (const to of ['new', 'empty', 'deep/er', 'installed']) {
    const { code, stdout } = await copyExamples(at(to))
    expect(code).toBe(0)
    expect(stdout).toContain(`${names.length} files in ${at(to)}. Try:\n\n  cd ${at(to)}\n  npx limber info cell.json `)
    expect(
      readdirSync(at(to))
        .filter((name) => !/^(node_modules|package|\.)/.test(name))
        .sort(),
    ).toEqual(names)
    for (const name of names) expect(readFileSync(at(`${to}/${name}`))).toEqual(readFileSync(example(name)))
  }
})

test('init refuses a folder with files, and names what it would replace', async () => {
  mkdirSync(at('full'))
  writeFileSync(at('full/own.txt'), 'mine')
  await refused(
    copyExamples(at('full')),
    'expected an empty folder, or a name for a new one, got one with 1 file, among them own.txt',
  )
  writeFileSync(at('full/cell.json'), 'mine')
  await refused(copyExamples(at('full')), 'got one in which cell.json would be replaced')
  expect(readdirSync(at('full')).sort()).toEqual(['cell.json', 'own.txt'])
  expect(readFileSync(at('full/cell.json'), 'utf8')).toBe('mine')
  await refused(copyExamples(at('full/own.txt')), 'got a file')
})

test('the commands that init names work', { timeout: 120_000 }, async () => {
  const { stdout } = await copyExamples(at('tried'))
  const commands = [...stdout.matchAll(/^ {2}npx limber (.*?) +# /gm)].map((found) => found[1]!)
  expect(commands.length).toBeGreaterThan(5)
  for (const command of commands) {
    const words = command.split(' ').map((word) => (/\.[a-z]+$/.test(word) ? at(`tried/${word}`) : word))
    const { code, stderr } = await limber(...words)
    expect([0, 1], `${command}: ${stderr}`).toContain(code)
  }
})

test('demo: samples find nothing, the check finds the rod, a way around is proved and verified', async () => {
  let text = ''
  const write = (part: string): void => {
    text += part
  }
  expect(await runDemo(false, write)).toBe(0)
  expect(text).toContain('✕')
  expect(text).toMatch(/\nsampled {4}129 samples find nothing: they step over the rod \(/)
  expect(text).toMatch(
    /\ncollision {2}arm\/left_finger and rod touch at 0\.618206 of the way; free before that, proved \(/,
  )
  expect(text).toMatch(/\nfree {7}a way around it, \d+ waypoints, proved at every instant \(/)
  expect(text).toMatch(/\nvalid {6}the proof, by a verifier that shares no code with the checker \(/)
  expect(text).not.toContain('\x1b')
})
