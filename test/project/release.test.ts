// What scripts/release.mjs refuses, before it has changed anything. test/deep/release.test.ts makes a release in a clone.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../scripts/release.mjs', import.meta.url))
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n- A change.\n\n## [1.2.3] - 2026-01-02\n\n- An older one.\n'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-release-'))
  mkdirSync(join(folder, 'scripts'))
  cpSync(SCRIPT, join(folder, 'scripts', 'release.mjs'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "limber", "version": "1.2.3" }\n')
  writeFileSync(join(folder, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }\n')
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
  mkdirSync(join(folder, 'python', 'limber'), { recursive: true })
  writeFileSync(join(folder, 'python', 'limber', '__init__.py'), '__version__ = "1.2.3"\n')
  git('init', '--quiet')
  commit()
  git('tag', 'v1.2.3')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(...args: string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@limber.example']
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' })
}

function commit(): void {
  git('add', '.')
  git('commit', '--quiet', '--message', 'a')
}

function refusal(...args: string[]): string {
  const before = git('status', '--porcelain') + git('log', '--oneline', '--decorate')
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts', 'release.mjs'), ...args], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(git('status', '--porcelain') + git('log', '--oneline', '--decorate')).toBe(before)
  return stderr
}

test.each([[], ['2'], ['v2.0.0'], ['2.0.0', '3.0.0'], ['2.0.0', '--dry', '--fast']])('arguments %s', (...args) => {
  expect(refusal(...args)).toBe('limber: usage: npm run release -- 0.2.0 [--dry]\n')
})

test.each(['1.2.2', '1.1.9', '0.9.9'])('%s, which is older than 1.2.3', (version) => {
  expect(refusal(version)).toBe(`limber: ${version} is older than 1.2.3\n`)
})

test('a version that is tagged', () => {
  expect(refusal('1.2.3')).toBe('limber: there is a tag v1.2.3 already\n')
})

test('changes that are not committed', () => {
  writeFileSync(join(folder, 'new.txt'), '')
  expect(refusal('1.3.0')).toBe('limber: there are changes that are not committed\n')
})

test('a changelog without an unreleased section', () => {
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG.replace('[Unreleased]', '[1.3.0] - 2026-01-03'))
  commit()
  expect(refusal('1.3.0')).toBe('limber: CHANGELOG.md must begin with a section that is unreleased\n')
})

test('a changelog whose unreleased section is empty', () => {
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG.replace('- A change.\n', ''))
  commit()
  expect(refusal('1.3.0')).toBe('limber: the unreleased section of CHANGELOG.md says nothing\n')
})

test('a failure later on restores the files', () => {
  // There is no scripts/setup.mjs to build with.
  expect(refusal('1.3.0')).toContain('setup.mjs')
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(CHANGELOG)
})
