// The public API, all entries together, as one text, compared with test/golden/public-api.d.ts.txt: nothing becomes public, changes or goes
// away unseen. It is made from the declarations that are published:
// those that the build emits without what is marked @internal.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { declaredName, ENTRY_SOURCES, type Exported, entryExports, exportList, statements } from './declarations.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const HOW_TO =
  'the public API is not what test/golden/public-api.d.ts.txt says. If that is meant: `npm run build`, then ' +
  '`npx vitest run test/project/public-api.test.ts -u`, and look at the difference before it is committed'

/** Private members say nothing to a user but that there are some; a private constructor says "do not call new". */
function withoutPrivates(statement: string): string {
  const lines = statement.split('\n')
  const kept = lines.filter((line) => !/^\s+private /.test(line) || /^\s+private constructor\(/.test(line))
  if (kept.length < lines.length) kept.splice(1, 0, '    // and private members')
  return kept.join('\n')
}

function readTypes(module: string): string {
  const path = posix.join('dist/types/src', module.replace(/\.js$/, '.d.ts'))
  if (!existsSync(join(root, path))) throw new Error(`${path} is missing: run \`npm run build\``)
  return readFileSync(join(root, path), 'utf8')
}

/** What all entries export, once each: the module is relative to src. */
function allExports(): Exported[] {
  const found = new Map<string, Exported>()
  for (const source of Object.values(ENTRY_SOURCES)) {
    const file = `${source}.js`
    for (const { name, local, module } of entryExports(readTypes(file), `./${posix.basename(file)}`)) {
      const one = { name, local, module: posix.join(posix.dirname(file), module) }
      const other = found.get(name) ?? one
      if (other.module !== one.module || other.local !== local) {
        throw new Error(
          `${name} is ${other.local} of ${other.module} in one entry, ${local} of ${one.module} in another`,
        )
      }
      found.set(name, one)
    }
  }
  return [...found.values()]
}

function publicApi(): string {
  const exported = allExports()
  const names = new Set(exported.map(({ local }) => local))
  const unnamed = new Set<string>()
  const texts = exported.map(({ name, local, module }) => {
    const all = statements(readTypes(module))
    const own = all.filter((statement) => declaredName(statement) === local)
    if (own.length === 0) throw new Error(`${module} does not declare ${local}: declare it there, do not re-export it`)
    const text = own.map(withoutPrivates).join('\n')
    for (const other of [...all.map(declaredName), ...all.flatMap(importedNames)]) {
      if (other !== undefined && !names.has(other) && new RegExp(`\\b${other}\\b`).test(text)) unnamed.add(other)
    }
    return { name, text: name === local ? text : `// ${local} as ${name}\n${text}` }
  })
  texts.sort((a, b) => (a.name < b.name ? -1 : 1))
  const list = [...unnamed].sort().join(', ') || 'none'
  return `${texts.map(({ text }) => text).join('\n\n')}\n\n// Mentioned above and not exported: ${list}\n`
}

function importedNames(statement: string): string[] {
  const m = /^import (?:type )?\{([^}]*)\} from/.exec(statement.replace(/\s+/g, ' '))
  return (m?.[1] ?? '')
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
}

test('the public API is as recorded', async () => {
  await expect(publicApi(), HOW_TO).toMatchFileSnapshot(join(root, 'test/golden/public-api.d.ts.txt'))
})

test('the reader of declarations takes them apart', () => {
  const text = `import { type Hidden } from './hidden.js';
/** A thing; export interface Wrong {} */
export interface Thing {
    /** Its kind. */
    readonly kind: 'a//b' | "/*c*/";
}
export type Either = {
    readonly a: Hidden;
} | {
    readonly b: number;
};
export declare function make(input: {
    readonly a: number;
}): Thing;
declare const hidden: unique symbol;
export declare class Owner {
    private constructor();
    private readonly secret;
    go(): void;
    private hide;
}
export declare class Plain {
}
`
  const all = statements(text)
  expect(all.map(declaredName)).toEqual([undefined, 'Thing', 'Either', 'make', 'hidden', 'Owner', 'Plain'])
  expect(all.flatMap(importedNames)).toEqual(['Hidden'])
  expect(all[1]).toBe(`export interface Thing {\n    readonly kind: 'a//b' | "/*c*/";\n}`)
  expect(withoutPrivates(all[5]!)).toBe(
    'export declare class Owner {\n    // and private members\n    private constructor();\n    go(): void;\n}',
  )
  expect(withoutPrivates(all[6]!)).toBe('export declare class Plain {\n}')
})

test('the reader of the export list takes it apart, and refuses what is not explicit', () => {
  expect(exportList("export { a, type B } from './x.js';\nexport type { C as D, } from './y.js';\n")).toEqual([
    { name: 'a', local: 'a', module: './x.js' },
    { name: 'B', local: 'B', module: './x.js' },
    { name: 'D', local: 'C', module: './y.js' },
  ])
  expect(
    entryExports(
      "import { a } from './x.js';\nexport type { C } from './y.js';\nexport declare function f(): void;\n",
      './own.js',
    ),
  ).toEqual([
    { name: 'C', local: 'C', module: './y.js' },
    { name: 'f', local: 'f', module: './own.js' },
  ])
  expect(() => exportList("export * from './x.js';\n")).toThrow('not an explicit export')
  expect(() => exportList('export declare const a: number;\n')).toThrow('not an explicit export')
})
