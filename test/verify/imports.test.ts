// The verifier stands on its own: at run time it imports itself, src/errors.ts and the hash, and nothing else.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../src/verify/', import.meta.url)

/** Modules that a source text needs at run time: type-only imports are gone by then. */
function needed(text: string): string[] {
  const all = [...text.matchAll(/^(?:import|export)\s+(type\s+)?([\s\S]*?)\s*from\s*'([^']+)'/gm)]
  return all.flatMap(([, type, names, module]) => {
    const inside = /^\{([\s\S]*)\}$/.exec(names!)?.[1]
    const onlyTypes = inside?.split(',').every((name) => /^\s*(type\s|$)/.test(name))
    return type !== undefined || onlyTypes === true ? [] : [module!]
  })
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
      return !target.startsWith(folder.href) && target !== new URL('../errors.js', folder).href
    })
    expect([file, strangers]).toEqual([file, []])
  }
})

test('the reader of imports knows types from values', () => {
  const text = `
import { a } from './a.js'
import type { B } from '../b.js'
import { type C, d } from '../d.js'
import { type E, type F } from '../e.js'
import {
  type G,
  h,
} from '../h.js'
export { i } from '../i.js'
`
  expect(needed(text)).toEqual(['./a.js', '../d.js', '../h.js', '../i.js'])
})
