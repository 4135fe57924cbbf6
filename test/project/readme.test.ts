// The README's example is run as it stands, and what it prints is what its comments say.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as limber from '../../src/index.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The first ```ts block. */
function example(): string {
  const block = /^```ts\n([\s\S]*?)^```$/m.exec(readme)
  if (block === null) throw new Error('README.md has no ```ts block')
  return block[1]!
}

/** Runs `work` with a folder inside the checkout, from where `limber` is this package. */
function inFolder<T>(work: (folder: string) => T): T {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist', 'readme-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the example runs, and prints what its comments say', () => {
  const lines = example().split('\n')
  const promised = lines.flatMap((line) => /console\.log\(.*\) \/\/ (.*)$/.exec(line)?.[1] ?? [])
  expect(promised.length).toBe(lines.filter((line) => line.includes('console.log')).length)
  expect(promised.length).toBeGreaterThanOrEqual(4)
  const printed = inFolder((folder) => {
    const file = join(folder, 'example.mjs')
    writeFileSync(file, lines.join('\n'))
    return execFileSync(process.execPath, [file], { encoding: 'utf8' })
  })
  expect(printed.trimEnd().split('\n')).toEqual(promised)
})

test('the example is about ten lines and compiles under strict rules', () => {
  const text = example()
  expect(text.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(12)
  inFolder((folder) => {
    const file = join(folder, 'example.ts')
    writeFileSync(file, text)
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const options = '--noEmit --strict --target ES2022 --module nodenext --types node --ignoreConfig'.split(' ')
    try {
      execFileSync(process.execPath, [tsc, ...options, file], { cwd: root, encoding: 'utf8' })
    } catch (error) {
      expect.fail((error as { stdout: string }).stdout)
    }
  })
})

test('every public name is in the README, and so is every method of ChainTree', () => {
  const known = new Set([...readme.matchAll(/`[^`\n]+`/g)].flatMap(([code]) => code.match(/\w+/g) ?? []))
  const members = [limber.ChainTree, limber.ChainTree.prototype].flatMap((owner) => Object.getOwnPropertyNames(owner))
  // What is private is so for the compiler only: the recorded API says which members are public.
  const api = readFileSync(join(root, 'test/golden/public-api.d.ts.txt'), 'utf8')
  const chainTree = /^export declare class ChainTree \{\n([\s\S]*?)^\}/m.exec(api)?.[1] ?? ''
  const open = members.filter((name) => new RegExp(`^    (?:static |get )?${name}\\(`, 'm').test(chainTree))
  expect(open.length).toBeGreaterThan(15)
  const missing = [...Object.keys(limber), ...open].filter((name) => name !== 'constructor' && !known.has(name))
  expect(missing).toEqual([])
})
