// The hash by which the build of the site sees that TypeDoc and VitePress have nothing new to do.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestOf } from '../../site/build/digest.js'

test('the hash changes with what a file holds, with its name and with new files, and with nothing else', () => {
  const root = mkdtempSync(join(tmpdir(), 'limber-digest-'))
  try {
    const hash = (...texts: string[]): string => digestOf(root, ['src', 'lock.json'], texts)
    mkdirSync(join(root, 'src', 'deep', 'cache'), { recursive: true })
    writeFileSync(join(root, 'lock.json'), '{}')
    writeFileSync(join(root, 'src', 'deep', 'a.ts'), 'one')
    const seen = [hash(), hash('option')]
    writeFileSync(join(root, 'src', 'deep', 'a.ts'), 'two')
    seen.push(hash())
    renameSync(join(root, 'src', 'deep', 'a.ts'), join(root, 'src', 'a.ts'))
    seen.push(hash())
    writeFileSync(join(root, 'src', 'b.ts'), '')
    seen.push(hash())
    writeFileSync(join(root, 'lock.json'), '{ }')
    seen.push(hash())
    expect(new Set(seen).size).toBe(6)
    writeFileSync(join(root, 'other.json'), '{}')
    writeFileSync(join(root, 'src', 'deep', 'cache', 'kept.js'), '1')
    expect(hash()).toBe(seen[5])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
