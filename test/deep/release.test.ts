// A release in a clone of this checkout, as far as it is committed: dry first, which leaves nothing changed, then for good.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { output, root } from '../package/pack.js'

/** Of one release: a clean build takes 20 s on a quiet machine. */
const MOST_MILLIS = 900_000

test('a dry release changes nothing, a release is committed, tagged and packed', ({ skip, onTestFinished }) => {
  if (!existsSync(join(root, '.git'))) skip('this is no git checkout')
  const folder = mkdtempSync(join(tmpdir(), 'limber-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 120_000)
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  git('clone', '--quiet', '--no-tags', root, '.')
  git('config', 'user.name', 'A')
  git('config', 'user.email', 'a@limber.example')
  // A link is not the folder that .gitignore means.
  appendFileSync(join(folder, '.git', 'info', 'exclude'), 'node_modules\n')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const release = (...args: string[]): string =>
    output(process.execPath, ['scripts/release.mjs', ...args], folder, MOST_MILLIS)
  const state = (): string => git('status', '--porcelain') + git('rev-parse', 'HEAD') + git('tag')

  const before = state()
  expect(release('99.1.0', '--dry')).toContain('A dry run: nothing has changed.')
  expect(state()).toBe(before)
  expect(existsSync(join(folder, 'dist', 'release'))).toBe(false)

  const said = release('99.1.0')
  expect(said).toContain('git push --follow-tags')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s %D').trim()).toMatch(/^chore: release 99\.1\.0 .*tag: v99\.1\.0/)
  expect(git('diff', '--name-only', 'HEAD~1').trim().split('\n')).toEqual([
    'CHANGELOG.md',
    'package-lock.json',
    'package.json',
    'python/limber/__init__.py',
  ])
  expect(git('show', 'HEAD:python/limber/__init__.py')).toContain('__version__ = "99.1.0"\n')
  expect(git('show', 'HEAD:package-lock.json')).not.toContain('"resolved"')
  expect(git('show', 'HEAD:CHANGELOG.md')).toMatch(/^## \[99\.1\.0\] - \d{4}-\d\d-\d\d$/m)
  const place = join(folder, 'dist', 'release')
  expect(readdirSync(place).sort()).toEqual(['limber-99.1.0.cdx.json', 'limber-99.1.0.tgz'])
  const bill = JSON.parse(readFileSync(join(place, 'limber-99.1.0.cdx.json'), 'utf8')) as {
    readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
    readonly components: readonly { readonly name: string }[]
  }
  expect(bill.metadata.component).toMatchObject({ name: 'limber', version: '99.1.0' })
  const names = bill.components.map(({ name }) => name)
  // Installed with it; bundled into the command; bundled into the studio; only used to build it.
  for (const name of ['saxes', 'xmlchars', 'commander', 'three']) expect(names).toContain(name)
  expect(names).not.toContain('vitest')
})
