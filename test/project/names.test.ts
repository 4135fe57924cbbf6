// One name, one thing: no two files of the engine export the same name. The two verifiers share nothing with the rest, on purpose, and
// name the same things alike; but what is public has a name that nothing of theirs has.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'src')

/** The verifier's list of joints is the engine's. */
const ALIKE_IN_VERIFIERS = ['JointKind']

/** Names that files declare and export, with the files. */
function declared(isIncluded: (file: string) => boolean): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    const file = path.replaceAll('\\', '/')
    if (!file.endsWith('.ts') || !isIncluded(file)) continue
    for (const name of exportedNames(readFileSync(join(source, file), 'utf8'))) {
      found.set(name, (found.get(name) ?? new Set()).add(file))
    }
  }
  return found
}

function exportedNames(text: string): string[] {
  const kinds = 'interface|type|(?:abstract )?class|(?:async )?function\\*?|const|let|enum'
  return [...text.matchAll(new RegExp(`^export (?:${kinds}) (\\w+)`, 'gm'))].map((found) => found[1]!)
}

const isVerifier = (file: string): boolean => file.startsWith('verify/')

test('no two files of the engine export the same name', () => {
  const all = declared((file) => !isVerifier(file))
  expect(all.size).toBeGreaterThan(1000)
  const twice = [...all].filter(([, files]) => files.size > 1)
  expect(twice.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([])
})

test('what is public has a name that nothing inside the verifiers has', () => {
  const entries = readdirSync(join(source, 'entries')).map((file) =>
    readFileSync(join(source, 'entries', file), 'utf8'),
  )
  const names = entries
    .flatMap((text) => [...text.matchAll(/export (?:type )?\{([^}]*)\} from '/g)])
    .flatMap(([, list]) => [...list!.matchAll(/(\w+)(?: as \w+)?\s*(?:,|$)/g)].map((found) => found[1]!))
  expect(names.length).toBeGreaterThan(300)
  const inside = declared(isVerifier)
  expect(names.filter((name) => inside.has(name) && !ALIKE_IN_VERIFIERS.includes(name))).toEqual([])
})

test('the reader finds every kind of declaration', () => {
  const text = `export interface A {}
export type B = 1
export class C {}
export abstract class D {}
export function e() {}
export function* f() {}
export async function g() {}
export const h = 1
const no = 1
export { i } from './i.js'
`
  expect(exportedNames(text)).toEqual(['A', 'B', 'C', 'D', 'e', 'f', 'g', 'h'])
})
