// `limber deform`: asked in this process, on files of every kind of frames.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DeformCommandOptions, followDeform } from '../../cli/deform.js'
import { type VerifyCommandOptions, verifyNamed } from '../../cli/verify.js'
import { gzipped } from '../formats/molecules/frames-samples.js'
import { binaryStl, boxObj, glb, gltf, mdd, morphParts, obj, pc2, type Sample } from '../formats/samples.js'
import { stripGltf, stripObj, stripPc2 } from './deform/deform-example.js'
import { refused } from './refused.js'
import { example, limber, limberHere } from './run.js'

const STRIPS = [0, 1, 2].map((k) => example(`strip-${k}.obj`))

let folder: string
const at = (name: string): string => join(folder, name)
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content)
  return at(name)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-deform-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
async function asked(files: readonly string[], options: DeformCommandOptions = {}, code = 0): Promise<any> {
  const printed = await followDeform(files, { ...options, json: true })
  expect({ code: printed.code, stderr: printed.stderr }).toEqual({ code, stderr: '' })
  return JSON.parse(printed.stdout)
}

const outcomes = (document: { steps: { outcome: string }[] }): string[] => document.steps.map(({ outcome }) => outcome)

/** Two squares one above the other, joined by nothing; the upper one at height z. Multiples of 1/8, which floats hold. */
function squares(z: number): Sample {
  const corner = (height: number): number[] => [0, 0, height, 1, 0, height, 1, 1, height, 0, 1, height]
  return {
    positions: [...corner(0), ...corner(z).map((x, k) => (k % 3 === 2 ? x : x / 2 + 0.25))],
    triangles: [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7],
  }
}

test('the examples are what their formula says', () => {
  STRIPS.forEach((file, k) => {
    expect(readFileSync(file, 'utf8')).toBe(stripObj(k))
  })
  expect(Uint8Array.from(readFileSync(example('strip.pc2')))).toEqual(stripPc2())
  expect(readFileSync(example('strip.gltf'), 'utf8')).toBe(stripGltf())
})

test('a strip that passes through itself between two files that do not touch themselves', async () => {
  const document = await asked(STRIPS, {}, 1)
  expect(document).toMatchObject({ kind: 'meshes', vertices: 51, triangles: 64, other: null, slabs: 'auto' })
  expect(outcomes(document)).toEqual(['free', 'collision'])
  expect(document.steps[1].at).toBeGreaterThan(0.4)
  expect(document.steps[1].at).toBeLessThan(0.5)
  expect(document.steps[1].firstMeeting).toMatchObject({ with: 'self', a: 0, b: 56 })
  expect(document.summary).toMatchObject({ steps: 2, free: 1, colliding: 1, firstColliding: { from: 1, to: 2 } })
  // The same files stand still in steps of their own: free.
  for (const file of STRIPS) expect(outcomes(await asked([file, file]))).toEqual(['free'])
  // Slabs change what it costs, and nothing else.
  for (const slabs of ['1', '4', '32']) {
    const other = await asked(STRIPS, { slabs }, 1)
    expect(other.steps.map(({ at: time, meetings }: Record<string, unknown>) => [time, meetings])).toEqual(
      document.steps.map(({ at: time, meetings }: Record<string, unknown>) => [time, meetings]),
    )
  }
  const first = await asked(STRIPS, { first: true }, 1)
  expect(first.steps[1]).toMatchObject({ at: document.steps[1].at, meetings: 1 })
})

test('what is printed', async () => {
  const { code, stdout, stderr } = await followDeform(STRIPS, {})
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout.replaceAll(join(STRIPS[0]!, '..', '/'), '')).toMatch(
    /^strip-0\.obj to strip-2\.obj: 3 meshes, 51 vertices, 64 triangles\n\n +step +outcome +contacts +first at +the two triangles\nstrip-0\.obj → strip-1\.obj +free +0 +- +-\nstrip-1\.obj → strip-2\.obj +collision +\d+ +0\.476\d{3} +0, 56\n\nTriangles touch in 1 of 2 straight steps\.\nFirst in step strip-1\.obj → strip-2\.obj, at 0\.476\d{3} of it: triangles 0 and 56\.\n$/,
  )
  const free = await followDeform(STRIPS.slice(0, 2), {})
  expect(free.stdout).toContain('The straight step is free: the surface does not touch itself at any instant.\n')
  const listed = await followDeform(STRIPS, { pairs: true })
  expect(listed.stdout).toMatch(/\n {2}\d+, \d+: at 0\.\d{6}\n/)
})

test('every source of frames gives the same answer', async () => {
  const heights = [1, 0.5, -0.5]
  const samples = heights.map(squares)
  const frames = samples.map(({ positions }) => positions)
  const base = put('base.obj', obj(samples[0]!))
  const displacement = (k: number): number[] => frames[k]!.map((x, i) => x - frames[0]![i]!)
  const keys = morphParts(
    samples[0]!,
    [displacement(1), displacement(2)],
    [
      [0, 0, 0],
      [1, 1, 0],
      [2, 0, 1],
    ],
  )
  const sources: readonly (readonly [string, string[]])[] = [
    ['meshes', samples.map((sample, k) => put(`squares-${k}.obj`, obj(sample)))],
    ['meshes', samples.map((sample, k) => put(`squares-${k}.stl.gz`, gzipped(binaryStl(sample))))],
    ['pc2', [base, put('squares.pc2', pc2(frames))]],
    ['mdd', [base, put('squares.mdd', mdd(frames))]],
    ['mdd', [base, put('squares.mdd.gz', gzipped(mdd(frames)))]],
    ['morph-animation', [put('keys.gltf', gltf(keys.document, keys.buffer))]],
    ['morph-animation', [put('keys.glb', glb(keys.document, keys.buffer))]],
  ]
  for (const [kind, files] of sources) {
    const document = await asked(files, {}, 1)
    expect(document.kind).toBe(kind)
    expect(outcomes(document), kind).toEqual(['free', 'collision'])
    expect(document.steps[1].at, kind).toBeCloseTo(0.5, 9)
  }
  // Target by target, each from the mesh itself: from 1 to 0.5, and from 1 to -0.5.
  const targets = await asked([at('keys.glb')], { targets: true }, 1)
  expect(targets).toMatchObject({ kind: 'morph-targets', frames: ['base', 'target 0', 'target 1'] })
  expect(
    targets.steps.map(({ from, to, outcome, at: time }: Record<string, unknown>) => [from, to, outcome, time]),
  ).toEqual([
    [0, 1, 'free', null],
    [0, 2, 'collision', expect.closeTo(2 / 3, 9)],
  ])
  const { stdout } = await followDeform([at('keys.glb')], { targets: true })
  expect(stdout).toContain('keys.glb: 2 morph targets, 8 vertices, 4 triangles\n')
  expect(stdout).toMatch(/\nbase → target 1 +collision/)
})

test('another mesh that stands beside it', async () => {
  const frames = [1, 0.5].map((z, k) => put(`over-${k}.obj`, obj({ ...squares(z), triangles: [4, 5, 6, 4, 6, 7] })))
  const wall = put('wall.obj', obj({ positions: [0, 0, 0.75, 1, 0, 0.75, 0, 1, 0.75], triangles: [0, 1, 2] }))
  const document = await asked(frames, { other: wall }, 1)
  expect(document).toMatchObject({ other: wall, steps: [{ outcome: 'collision', at: expect.closeTo(0.5, 9) }] })
  expect(document.steps[0].firstMeeting.with).toBe('other')
  const { stdout } = await followDeform(frames, { other: wall })
  expect(stdout).toContain(`of ${wall}.\n`)
  // Wholly inside a box: nothing touches, and it is no free step.
  const inside = await followDeform(frames, { other: put('box.obj', boxObj(10)) })
  expect(inside.code).toBe(1)
  expect(inside.stdout).toContain('the surfaces do not touch, and one mesh is inside the other')
})

test('triangles that collapse are named, and the step is undecided', async () => {
  const triangle = (x: number): string => obj({ positions: [0, 0, 0, 1, 0, 0, x, 1, 0], triangles: [0, 1, 2] })
  const flat = (y: number): string => obj({ positions: [0, 0, 0, 1, 0, 0, 0, y, 0], triangles: [0, 1, 2] })
  expect(outcomes(await asked([put('t0.obj', triangle(0)), put('t1.obj', triangle(1))]))).toEqual(['free'])
  const files = [put('c0.obj', flat(1)), put('c1.obj', flat(-1))]
  const document = await asked(files, {}, 3)
  expect(outcomes(document)).toEqual(['undecided'])
  expect(document.steps[0].collapsed).toMatchObject([{ triangle: 0 }])
  const { code, stdout } = await followDeform(files, { certificate: at('collapsed.json') })
  expect(code).toBe(3)
  expect(stdout).toContain(
    '  collapsed triangle 0 (at 0.500000): what its neighbours touch from then on is not decided\n',
  )
  expect(stdout).toContain('1 step undecided.\n')
  expect(existsSync(at('collapsed.json'))).toBe(false)
})

describe('certificates', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  async function verified(files: string[], options: VerifyCommandOptions = {}): Promise<any> {
    const { code, stdout } = await verifyNamed(files, { ...options, json: true })
    const document = JSON.parse(stdout)
    expect(code).toBe(document.valid ? 0 : 1)
    return document
  }

  test('are accepted by both verifiers, with the files and without', async () => {
    const certificate = at('strip.json')
    const document = await asked(STRIPS.slice(0, 2), { certificate })
    expect(document.certificate).toEqual({ file: certificate, bytes: readFileSync(certificate).length })
    for (const exact of [{}, { exact: true }] as const) {
      expect(await verified([certificate], exact)).toMatchObject({
        valid: true,
        steps: 1,
        hulls: 'triangles',
        items: 64,
      })
      const files = [...STRIPS.slice(0, 2), certificate]
      expect(await verified(files, exact)).toMatchObject({ valid: true, files: STRIPS.slice(0, 2) })
    }
    expect(await verified([STRIPS[1]!, STRIPS[2]!, certificate])).toMatchObject({ valid: false, step: '0 → 1' })
    expect(await verified([...STRIPS, certificate])).toMatchObject({
      valid: false,
      reason: expect.stringContaining(' more'),
    })
    const changed = JSON.parse(readFileSync(certificate, 'utf8'))
    changed.steps[0].step.next[30] += 0.01
    expect((await verified([put('changed.json', JSON.stringify(changed))])).valid).toBe(false)
  })

  test('of steps beside another mesh, which is named again', async () => {
    const wall = put('far.obj', obj({ positions: [0, 0, 9, 1, 0, 9, 0, 1, 9], triangles: [0, 1, 2] }))
    const certificate = at('beside.json')
    await asked(STRIPS.slice(0, 2), { other: wall, certificate })
    expect(await verified([certificate])).toMatchObject({ valid: true, items: 65 })
    expect(await verified([...STRIPS.slice(0, 2), certificate], { other: wall })).toMatchObject({ valid: true })
    await refused(
      verifyNamed([...STRIPS.slice(0, 2), certificate]),
      '--other must be given: the certificate was made with one',
    )
  })

  test('are not written where a step is not free', async () => {
    const certificate = at('none.json')
    const { notes } = await asked(STRIPS, { certificate }, 1)
    expect(notes).toEqual([`no certificate, not all steps are free: ${certificate} is left as it was`])
    expect(existsSync(certificate)).toBe(false)
    const [copy] = [put('copy.obj', stripObj(0))]
    await refused(followDeform([copy!, STRIPS[1]!], { certificate: copy! }), 'another file, which is left as it is')
  })
})

test('a plot', async () => {
  const plot = at('strip.svg')
  const document = await asked(STRIPS, { plot }, 1)
  const text = readFileSync(plot, 'utf8')
  expect(document.plot).toEqual({ file: plot, bytes: Buffer.byteLength(text) })
  expect(text).toMatch(/^<svg data-limber="deform" /)
  expect(text).toContain('>strip-0.obj, strip-1.obj, strip-2.obj</text>')
  expect(text).not.toMatch(/NaN|Infinity|undefined/)
})

describe('files that do not go together', () => {
  const cases: readonly (readonly [string, () => string[], DeformCommandOptions, string])[] = [
    ['one mesh', () => [STRIPS[0]!], {}, 'files must be two mesh files or more, a mesh and a vertex cache'],
    ['other vertices', () => [STRIPS[0]!, put('a.obj', obj(squares(1)))], {}, 'a.obj: expected 51 vertices, as '],
    [
      'other triangles',
      () => [put('b.obj', obj(squares(1))), put('c.obj', obj({ ...squares(1), triangles: [0, 1, 2] }))],
      {},
      'c.obj: expected 4 triangles, as ',
    ],
    [
      'triangles that are joined otherwise',
      () => [
        put('d.obj', obj(squares(1))),
        put('e.obj', obj({ ...squares(1), triangles: [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 7, 6] })),
      ],
      {},
      'number 3 joins vertices 4 6 7, all from 0, got 4 7 6',
    ],
    [
      'a mesh without triangles',
      () => [put('f.obj', 'v 0 0 0\n'), STRIPS[0]!],
      {},
      'f.obj: expected a mesh with triangles, got none',
    ],
    [
      'a cache alone',
      () => [put('g.pc2', pc2([[0, 0, 0]]))],
      {},
      'files must be a mesh, which has the triangles, and then one vertex cache',
    ],
    ['a cache first', () => [put('h.pc2', pc2([[0, 0, 0]])), STRIPS[0]!], {}, 'and then one vertex cache'],
    [
      'a cache of another mesh',
      () => [STRIPS[0]!, put('i.mdd', mdd([[0, 0, 0]]))],
      {},
      'i.mdd: expected 51 vertices, as ',
    ],
    [
      'a cache that is cut',
      () => [put('j.obj', obj(squares(1))), put('j.pc2', pc2([squares(1).positions as number[]]).slice(0, -4))],
      {},
      'which take 128 bytes, got 124 bytes',
    ],
    [
      'STL beside a cache',
      () => [put('k.stl', binaryStl(squares(1))), put('k.mdd', mdd([squares(1).positions as number[]]))],
      {},
      'which shares no vertices between triangles: take OBJ, PLY or OFF, got 8',
    ],
    [
      'a glTF without targets',
      () => [put('l.glb', glb(...plainParts()))],
      {},
      'l.glb: expected a mesh with morph targets, or another mesh file beside it, got none',
    ],
    [
      'a file that is not there',
      () => [STRIPS[0]!, at('nothing.obj')],
      {},
      'nothing.obj: expected a file that can be read, got no such file',
    ],
    [
      'slabs that are no power of two',
      () => STRIPS,
      { slabs: '3' },
      '--slabs must be a power of two from 1 to 32, got "3"',
    ],
    [
      'another mesh that is not there',
      () => STRIPS,
      { other: 'nothing.stl' },
      'nothing.stl: expected a file that can be read',
    ],
  ]

  function plainParts(): Parameters<typeof glb> {
    const { document, buffer } = morphParts(squares(1), [])
    return [document, buffer]
  }

  test.each(cases)('%s: refused', async (_, files, options, message) => {
    await refused(followDeform(files(), options), message)
  })

  test('a cache of one frame: nothing to check', async () => {
    const files = [put('m.obj', obj(squares(1))), put('m.pc2', pc2([squares(1).positions as number[]]))]
    const { code, stdout } = await followDeform(files, {})
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: expect.stringContaining('Nothing to check: there is one frame'),
    })
  })
})

test('the command, in this process and as it is built', async () => {
  const free = await limberHere('deform', ...STRIPS.slice(0, 2))
  expect({ code: free.code, stderr: free.stderr }).toEqual({ code: 0, stderr: '' })
  const built = await limber('deform', ...STRIPS, '--json')
  expect({ code: built.code, stderr: built.stderr }).toEqual({ code: 1, stderr: '' })
  expect(JSON.parse(built.stdout).summary).toMatchObject({ free: 1, colliding: 1 })
  const bad = await limber('deform', at('none.obj'), at('none.obj'))
  expect(bad).toMatchObject({
    code: 2,
    stdout: '',
    stderr: `limber: ${at('none.obj')}: expected a file that can be read, got no such file\n`,
  })
})
