// What the studio's build does to sources so that they get smaller, and that it does nothing else to them.
import { join } from 'node:path'
import { parseSync, transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { compactShader, withoutDeadBranches } from '../../../studio/build/glsl.js'
import { withoutDeclarations } from '../../../studio/build/lean-classes.js'
import { LEFT_OUT } from '../../../studio/build/left-out.js'
import { privatePlaces, withShortNames } from '../../../studio/build/private-names.js'
import { root } from '../browser.js'

const NEVER = { macros: new Set(['N0', 'N1']), zeros: new Set(['Z0', 'Z1']) }
const MACROS = ['N0', 'N1', 'M0', 'M1', 'M2']

type Holds = (defined: ReadonlySet<string>, numbers: Readonly<Record<string, number>>) => boolean
const known = new Map<string, Holds>()

function compiled(condition: string): Holds {
  const code = condition
    .replace(/defined\s*\(?\s*(\w+)\s*\)?/g, (_, name: string) => `defined.has('${name}')`)
    .replace(/\b[ZK]\d\b/g, (name) => `numbers.${name}`)
  const found = known.get(condition) ?? (new Function('defined', 'numbers', `return (${code})`) as Holds)
  known.set(condition, found)
  return found
}

/** A preprocessor as slow as it is plain: conditions become JavaScript. Lines that are left, in order. */
function preprocess(text: string, defined: ReadonlySet<string>, numbers: Readonly<Record<string, number>>): string[] {
  const holds = (condition: string): boolean => compiled(condition)(defined, numbers)
  const out: string[] = []
  const open: { taken: boolean; live: boolean }[] = []
  for (const line of text.split('\n')) {
    const [, word, condition = ''] = /^\s*#(\w+)\s*(.*)$/.exec(line) ?? []
    const top = open.at(-1)
    if (word === 'endif') open.pop()
    else if (word === 'if' || word === 'ifdef' || word === 'ifndef') {
      const is = word === 'if' ? holds(condition) : defined.has(condition) === (word === 'ifdef')
      open.push({ taken: is, live: is })
    } else if (word === 'else' || word === 'elif') {
      const is = !top!.taken && (word === 'else' || holds(condition))
      top!.live = is
      top!.taken ||= is
    } else if (line !== '' && open.every(({ live }) => live)) out.push(line.trim())
  }
  if (open.length > 0) throw new Error(`not closed: ${text}`)
  return out
}

function someCondition(random: Random, depth: number): string {
  const kind = random.integer(depth > 0 ? 7 : 4)
  if (kind < 2) return `defined( ${MACROS[random.integer(MACROS.length)]} )`
  if (kind === 2) return `${['Z0', 'Z1', 'Z0 + Z1', 'K0', 'Z0 + K0'][random.integer(5)]} > 0`
  if (kind === 3) return `! defined( ${MACROS[random.integer(MACROS.length)]} )`
  const [a, b] = [someCondition(random, depth - 1), someCondition(random, depth - 1)]
  return kind === 4 ? `( ${a} ) && ( ${b} )` : kind === 5 ? `( ${a} ) || ${b}` : `${a} && ! ( ${b} )`
}

function someShader(random: Random, depth: number, lines: string[] = []): string[] {
  for (let k = random.integer(4); k >= 0; k--) {
    if (depth === 0 || random.integer(3) === 0) lines.push(`\tline${lines.length};`)
    else {
      const macro = MACROS[random.integer(MACROS.length)]
      lines.push([`#ifdef ${macro}`, `\t#ifndef ${macro}`, `#if ${someCondition(random, 2)}`][random.integer(3)]!)
      someShader(random, depth - 1, lines)
      for (let e = random.integer(3); e > 0; e--) {
        lines.push(`#elif ${someCondition(random, 2)}`)
        someShader(random, depth - 1, lines)
      }
      if (random.integer(2) === 0) someShader(random, depth - 1, [lines.push('#else'), lines][1] as string[])
      lines.push('#endif')
    }
  }
  return lines
}

test('shaders without dead branches are what they were, whatever else is defined', () => {
  const random = new Random(11)
  let shorter = 0
  for (let k = 0; k < 100; k++) {
    const text = someShader(random, 2).join('\n')
    const small = withoutDeadBranches(text, NEVER)
    if (small.length < text.length) shorter++
    expect(small).not.toMatch(/ifn?def N\d/)
    for (let set = 0; set < 16; set++) {
      const defined = new Set(['M0', 'M1', 'M2'].filter((_, bit) => (set >> bit) & 1))
      const numbers = { Z0: 0, Z1: 0, K0: set >> 3 }
      const [before, after] = [preprocess(text, defined, numbers), preprocess(small, defined, numbers)]
      if (before.join() !== after.join()) expect(after, text).toEqual(before)
    }
  }
  expect(shorter).toBeGreaterThan(50)
})

test('shaders are made compact, and directives keep their lines', () => {
  const text = `
    // of a comment
    uniform float a; /* and
    another */
    #define TWO 2.0
    void main() {
      gl_FragColor = vec4( a - - TWO ); // end
    }
    #include <colorspace_fragment>`
  const lines = [
    'uniform float a;',
    '#define TWO 2.0',
    'void main(){gl_FragColor=vec4(a - - TWO);}',
    '#include <colorspace_fragment>',
  ]
  expect(compactShader(text)).toBe(lines.join('\n'))
})

test('a field is declared no more where its constructor surely sets it', () => {
  const code = `class A { a; b; c = 1; d; static e; f
    constructor(x) { if (x < 0) throw new Error(''); this.a = x; this.b += 1; this.e = 2; if (x > 1) return; this.d = 3; this.f = 4 } }`
  const small = withoutDeclarations('a.js', code)
  expect(small.replace(/\s+/g, ' ')).toMatch(/^class A \{ ;? ?b; c = 1; d; static e; f constructor/)
  expect(withoutDeclarations('b.js', 'class B { a; constructor() { const set = () => { this.a = 1 } } }')).toContain(
    'a;',
  )
})

const NAMES = new Map(
  ['kept', 'step', 'made', 'twin', 'open', 'word', 'rest', 'near'].map((name, k) => [name, `$${k}`]),
)

async function shortened(written: string): Promise<string> {
  const { code } = await transformWithOxc(written, 'file.ts', { target: 'es2022' })
  const out = withShortNames('file.ts', code, privatePlaces('file.ts', written), NAMES)
  expect(parseSync('file.js', out).errors).toEqual([])
  return out.replace(/\s+/g, ' ')
}

test('private names get short where they can be told from others', async () => {
  const out = await shortened(`export class A {
    private static made = 0
    private step = () => this.kept + 1
    constructor(private kept: number, readonly open: number) { A.made++ }
    private get twin(): number { const { kept, open } = this; return kept + open }
    run(other: { step: number }[]): number { return this.twin + this.step() + [this.kept].length }
  }
  export const use = (a: { kept: number }): number => a.kept`)
  expect(out).toContain('this.$0 = kept')
  expect(out).toContain('static $2 = 0')
  expect(out).toContain('A.$2++')
  expect(out).toContain('$1 = () => this.$0 + 1')
  expect(out).toContain('{ $0: kept, open } = this')
  expect(out).toContain('get $3()')
  expect(out).toContain('this.$3 + this.$1() + [this.$0].length')
  // Another's, outside of the class.
  expect(out).toContain('a.kept')
})

test.each([
  ['of another object', 'near(b: B): number { return b.kept }'],
  ['in another pattern', 'near({ kept }: B): number { return kept }'],
  ['in a pattern that is assigned', 'near(): number { let kept = 0; ({ kept } = this); return kept }'],
  ['by a string', "near(): number { return this['kept'] }"],
  ['as a string', "near(): string { return 'kept' }"],
  ['by a function with a `this` of its own', 'near(): unknown { return function (this: B) { return this.kept } }'],
  ['with the rest of a pattern', 'near(): object { const { word, ...rest } = this; return rest }'],
])('private names stay where they are said %s', async (_, method) => {
  const out = await shortened(`interface B { kept: number }
    export class A { private kept = 1; word = this.kept; ${method} }`)
  expect(out).toContain('kept = 1')
  expect(out).not.toContain('$0')
})

test('names that are private in one place only stay', () => {
  const places = privatePlaces(
    'a.ts',
    'class A { private get kept() { return 1 } set kept(x) {} static made = this.made }',
  ).places
  expect(places).toEqual([])
})

test.each(Object.entries(LEFT_OUT))('%s: what stands for it in the studio is what it exports', async (path, names) => {
  const module = (await import(join(root, path))) as Record<string, unknown>
  for (const name of names) expect(module[name]).toBeTypeOf('function')
})
