// The set-up of tests that need other programs, with a made-up apt-get: what it installs, and what it says where it cannot.
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../scripts/find-programs.mjs', import.meta.url))
const SKIPPED = 'the browser tests will be SKIPPED'
const isRoot = process.getuid?.() === 0
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-setup-'))
  program('redis-server')
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function program(name: string, ...lines: string[]): void {
  writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(join(folder, name), 0o755)
}

/** An apt-get that writes down what it is asked for. */
function apt(...lines: string[]): void {
  program('apt-get', `echo "$@" >> ${folder}/asked`, ...lines)
}

const INSTALL = '/bin/cp /bin/sh '

function find(env: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT], { env: { PATH: folder, ...env }, encoding: 'utf8' })
  let asked: string[] = []
  try {
    asked = readFileSync(join(folder, 'asked'), 'utf8').trimEnd().split('\n')
  } catch {
    // Nobody asked.
  }
  return { status, stderr, asked }
}

test('a Chromium that is there is enough', () => {
  apt()
  program('chromium')
  expect(find()).toEqual({ status: 0, stderr: '', asked: [] })
})

test('so is one that is named', () => {
  apt()
  expect(find({ LIMBER_CHROMIUM: '/somewhere/chrome' })).toEqual({ status: 0, stderr: '', asked: [] })
})

test('where there is no apt-get, it is said that tests will be skipped', () => {
  const { status, stderr } = find()
  expect(status).toBe(0)
  expect(stderr).toContain(SKIPPED)
  expect(stderr).toContain('LIMBER_CHROMIUM')
})

test.runIf(isRoot)('root gets one installed', () => {
  apt(`${INSTALL}${folder}/chromium`)
  const { status, stderr, asked } = find()
  expect(status).toBe(0)
  expect(stderr).toBe('limber: installing Chromium for the browser tests (apt-get install chromium)\n')
  expect(asked).toEqual(['--quiet install --yes --no-install-recommends chromium'])
})

test.runIf(isRoot)('and a Redis server', () => {
  rmSync(join(folder, 'redis-server'))
  program('chromium')
  apt(`[ "$RUNLEVEL" = 1 ] && ${INSTALL}${folder}/redis-server`)
  const { stderr, asked } = find()
  expect(stderr).toBe('limber: installing Redis server for the tests of the queue (apt-get install redis-server)\n')
  expect(asked).toEqual(['--quiet install --yes --no-install-recommends redis-server'])
})

test.runIf(isRoot)('with the list of packages brought up to date where it must be', () => {
  apt(
    'case "$2" in',
    `update) echo > ${folder}/fresh;;`,
    `*) [ -e ${folder}/fresh ] && ${INSTALL}${folder}/chromium;;`,
    'esac',
  )
  const { stderr, asked } = find()
  expect(stderr).not.toContain(SKIPPED)
  expect(asked.map((line) => line.split(' ')[1])).toEqual(['install', 'update', 'install'])
})

test.runIf(isRoot)('what cannot be installed is said', () => {
  apt('exit 100')
  const { status, stderr } = find()
  expect(status).toBe(0)
  expect(stderr).toContain('Chromium could not be installed')
  expect(stderr).toContain(SKIPPED)
})

test('users other than root get an error', ({ skip }) => {
  apt()
  chmodSync(folder, 0o755)
  copyFileSync(SCRIPT, join(folder, 'find-programs.mjs'))
  // Root becomes nobody for this.
  const who = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  const { status, stderr, error } = spawnSync(process.execPath, [join(folder, 'find-programs.mjs')], {
    env: { PATH: folder },
    encoding: 'utf8',
    ...who,
  })
  if (error !== undefined) return skip(`no other user can run Node here: ${error.message}`)
  expect(status).toBe(0)
  expect(stderr).toContain('only root can install it')
  expect(stderr).toContain(SKIPPED)
})
