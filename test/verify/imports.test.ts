// The verifier stands on its own: it imports itself and the hash, and nothing else, not even a type.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../src/verify/', import.meta.url)

/** Modules that a source text imports, types too. */
function needed(text: string): string[] {
  return [...text.matchAll(/^(?:import|export)\s[\s\S]*?\s*from\s*'([^']+)'/gm)].map(([, module]) => module!)
}

test('the verifier shares no code with anything that it verifies', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(8)
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    expect(text).not.toMatch(/\bimport\s*\(|\brequire\s*\(/)
    const strangers = needed(text).filter((module) => {
      if (module.startsWith('@noble/hashes/')) return false
      const target = new URL(module, new URL(file, folder)).href
      return !target.startsWith(folder.href)
    })
    expect([file, strangers]).toEqual([file, []])
  }
})

test('the reader of imports sees them all', () => {
  const text = `
import { a } from './a.js'
import type { B } from '../b.js'
import {
  type G,
  h,
} from '../h.js'
export { i } from '../i.js'
`
  expect(needed(text)).toEqual(['./a.js', '../b.js', '../h.js', '../i.js'])
})
