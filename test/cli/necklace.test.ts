// `limber necklace`: asked in this process, and the built command on the example.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NecklaceCommandOptions } from '../../cli/necklace/necklace-options.js'
import { followNecklace } from '../../cli/necklace.js'
import { FramesFileError, InvalidInputError, LimberError, parseXyz } from '../../src/entries/molecules.js'
import { dcd, gzipped, pdb, pdbAtoms, psf, wave, xyz } from '../formats/molecules/frames-samples.js'
import { coilXyz } from './necklace/necklace-example.js'
import { limber } from './run.js'

const EXAMPLE = fileURLToPath(new URL('../../examples/coil.xyz', import.meta.url))
const METHODS = ['auto', 'cages', 'power-diagram', 'grid']

let folder: string
const at = (name: string): string => join(folder, name)
/** Writes a file and says where it is. */
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content)
  return at(name)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-necklace-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
async function asked(file: string, options: NecklaceCommandOptions = {}): Promise<any> {
  const { code, stdout, stderr } = await followNecklace(file, { ...options, json: true })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

async function refused(file: string, options: NecklaceCommandOptions, message: string): Promise<void> {
  const error = await followNecklace(file, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LimberError)
  expect((error as Error).message).toContain(message)
}

interface Rule {
  readonly radius: number
  readonly neighbours?: number
  readonly closed?: boolean
}

/** Every pair that counts, its gap by the plain formula. */
function bruteForce(
  centres: ArrayLike<number>,
  { radius, neighbours = 1, closed = false }: Rule,
): { collisions: number; gap: number } {
  const n = centres.length / 3
  let [collisions, gap] = [0, Infinity]
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (j - i <= neighbours || (closed && n - (j - i) <= neighbours)) continue
      const [x, y, z] = [0, 1, 2].map((axis) => centres[3 * i + axis]! - centres[3 * j + axis]!)
      const apart = Math.sqrt(x! * x! + y! * y! + z! * z!) - 2 * radius
      if (apart <= 0) collisions++
      gap = Math.min(gap, apart)
    }
  }
  return { collisions, gap }
}

test('the example is what its formula says', () => {
  expect(readFileSync(EXAMPLE, 'utf8')).toBe(coilXyz())
})

test.each(METHODS)('method %s: the same as brute force, frame by frame', async (method) => {
  const frames = parseXyz(coilXyz())
  for (const rule of [
    { radius: 0.5 },
    { radius: 0.9, neighbours: 3 },
    { radius: 1.1, closed: true },
    { radius: 0 },
  ] as Rule[]) {
    const document = await asked(EXAMPLE, {
      ...{ method, radius: String(rule.radius) },
      ...(rule.neighbours === undefined ? {} : { neighbours: String(rule.neighbours) }),
      ...(rule.closed === true ? { closed: true } : {}),
    })
    expect(document.frames.length).toBe(12)
    for (const { frame, collisions, closest } of document.frames) {
      const wanted = bruteForce(frames.frame(frame), rule)
      expect(collisions, `frame ${frame}`).toBe(wanted.collisions)
      expect(closest.gap).toBeCloseTo(wanted.gap, 12)
    }
  }
})

test('the document', async () => {
  const { millis, frames, ...document } = await asked(EXAMPLE, { radius: '0.5' })
  expect(millis).toBeGreaterThan(0)
  expect(Object.keys(frames[0])).toEqual(['frame', 'collisions', 'closest', 'basisChanges', 'method'])
  expect(frames[0].basisChanges).toBeNull()
  const changes = frames.slice(1).map(({ basisChanges }: { basisChanges: number }) => basisChanges)
  expect(changes.every((count: number) => Number.isInteger(count) && count >= 0)).toBe(true)
  const { methods, closest, ...summary } = document.summary
  expect(summary).toEqual({
    frames: 12,
    colliding: 3,
    basisChanges: changes.reduce((sum: number, count: number) => sum + count, 0),
    firstColliding: 9,
  })
  expect(closest).toMatchObject({ frame: 11, nameA: 'C', nameB: 'C' })
  expect(Object.values(methods as Record<string, number>).reduce((sum, count) => sum + count, 0)).toBe(12)
  expect({ ...document, summary: undefined }).toEqual({
    ...{ file: EXAMPLE, format: 'xyz', atoms: 36, beads: 36, radius: 0.5, dimension: 3, closed: false, neighbours: 1 },
    ...{ method: 'auto', notes: [], summary: undefined },
  })
})

test('pairs that touch, as text and as data', async () => {
  const { frames } = await asked(EXAMPLE, { radius: '0.5', pairs: true, frames: '9' })
  expect(frames.length).toBe(1)
  expect(frames[0].pairs.length).toBe(frames[0].collisions)
  for (const { a, b, gap } of frames[0].pairs) expect(b - a > 1 && gap <= 0).toBe(true)
  const { stdout } = await followNecklace(EXAMPLE, { radius: '0.5', pairs: true, frames: '9' })
  expect(stdout).toMatch(/\n {7}beads 6 and 21: -0\.\d{4}\n/)
})

test('a rigid motion changes no basis', async () => {
  const [first] = wave(1, 30)
  const moved = [0, 8, 16].map((by) => first!.map((x, k) => (k % 3 === 0 ? x + by : x)))
  const { frames } = await asked(put('rigid.xyz', xyz(moved)))
  expect(frames.map(({ basisChanges }: { basisChanges: number | null }) => basisChanges)).toEqual([null, 0, 0])
})

test('the same frames in every format, zipped or not, give the same', async () => {
  const frames = wave(5, 12)
  const options = { radius: '1.75', atoms: 'all' }
  const files = { 'a.xyz': xyz(frames), 'a.pdb': pdb(frames.map(pdbAtoms)), 'a.dcd': dcd(frames) }
  const answers = []
  for (const [name, content] of Object.entries(files)) {
    answers.push((await asked(put(name, content), options)).frames)
    answers.push((await asked(put(`${name}.gz`, gzipped(content)), options)).frames)
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('frames and beads that are asked for', async () => {
  const all = await asked(EXAMPLE, { radius: '0.5' })
  const some = await asked(EXAMPLE, { radius: '0.5', frames: '0-8/4, 11' })
  expect(some.frames.map(({ frame }: { frame: number }) => frame)).toEqual([0, 4, 8, 11])
  expect(some.frames[3].closest).toEqual(all.frames[11].closest)
  const half = await asked(EXAMPLE, { select: '0-34/2,35' })
  expect([half.beads, half.atoms]).toEqual([19, 36])
  // Without --radius: half the median of the spacings, which of every other bead is about two.
  expect(half.radius).toBeGreaterThan(0.99)
  expect(half.radius).toBeLessThan(1.01)
})

test('in the plane, if the beads are there', async () => {
  const flat = wave(3, 9).map((centres) => centres.map((x, k) => (k % 3 === 2 ? 0 : x)))
  const file = put('flat.xyz', xyz(flat))
  for (const method of METHODS) {
    const [two, three] = [await asked(file, { dimension: '2', method }), await asked(file, { method })]
    expect(two.dimension).toBe(2)
    expect(two.frames.map(({ closest }: { closest: object }) => closest)).toEqual(
      three.frames.map(({ closest }: { closest: object }) => closest),
    )
  }
  await refused(EXAMPLE, { dimension: '2' }, 'frame 0, bead 1: expected z = 0 in the plane (--dimension 2), got 0.5')
})

test('one bead, two beads: no pair is checked', async () => {
  for (const centres of [
    [0, 0, 0],
    [0, 0, 0, 1, 0, 0],
  ]) {
    const file = put('few.xyz', xyz([centres, centres]))
    const { frames, summary } = await asked(file)
    expect(frames[1]).toMatchObject({ collisions: 0, closest: null })
    expect(summary).toMatchObject({ colliding: 0, closest: null })
    expect((await followNecklace(file)).stdout).toContain('No two beads are checked: all of them are neighbours.')
  }
})

test('what is printed', async () => {
  const { code, stdout, stderr } = await followNecklace(EXAMPLE, { radius: '0.5', frames: '8-9', method: 'cages' })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.replace(EXAMPLE, 'coil.xyz')).toBe(
    [
      'coil.xyz: 2 frames, 36 beads, radius 0.5',
      '',
      'frame  collisions  closest pair      gap  basis changes  method',
      '    8           0        17, 34   0.4605              -  cages',
      '    9          21         6, 21  -0.0267              5  cages',
      '',
      'Beads touch in 1 of 2 frames, first in frame 9.',
      'Closest in frame 9: beads 6 and 21, 0.0266938 deep.',
      '5 basis changes in 1 step.',
      '',
    ].join('\n'),
  )
  const free = await followNecklace(EXAMPLE, { radius: '0.1', frames: '0' })
  expect(free.stdout).toContain('No beads touch in this frame.\nClosest in frame 0: beads ')
  const both = await followNecklace(EXAMPLE, { radius: '0.1', frames: '0-1' })
  expect(both.stdout).toContain(
    'No beads touch in any of 2 frames. What happens between frames was not tested: --between does that.\n',
  )
})

test('a DCD file without names: all atoms, and how to take some', async () => {
  const file = put('bare.dcd', dcd(wave(2, 6), { announced: 9 }))
  const { stderr } = await followNecklace(file)
  expect(stderr).toContain('limber: The header announces 9 frames, the file has 2.\n')
  expect(stderr).toContain(`${file} has 6 atoms and no names: all of them are beads. To take some: --topology`)
  expect((await followNecklace(file, { atoms: 'all' })).stderr).not.toContain('no names')
  expect((await asked(file)).notes.length).toBe(2)
  await refused(
    file,
    { atoms: 'ca' },
    'expected a topology (--topology: PDB, PSF or GRO) that says which of its 6 atoms are ca',
  )
  await refused(file, { atoms: 'ca' }, 'selected by number (--select), or all of them taken (--atoms all)')
  const atoms = Array.from({ length: 6 }, (_, k) => ({
    segment: k < 4 ? 'ROPE' : 'WAT',
    residue: k,
    residueName: 'X',
    name: 'CA',
  }))
  const topology = put('bare.psf', psf(atoms))
  await refused(file, { topology }, 'expected beads of one chain (--chain says which), got those of ROPE, WAT')
  const named = await asked(file, { topology, chain: 'ROPE' })
  expect([named.beads, named.atoms]).toEqual([4, 6])
  expect(named.summary.closest.nameA).toMatch(/^ROPE X\d CA$/)
  await refused(put('other.dcd', dcd(wave(2, 5))), { topology }, 'expected that of the topology, 6, got 5')
})

test('a DCD file that ends within a frame', async () => {
  const file = put('cut.dcd', dcd(wave(3, 6)).slice(0, -7))
  await refused(file, {}, 'frame 2: expected a whole frame of 96 bytes (--drop-partial leaves out the last)')
  const { frames, notes } = await asked(file, { dropPartial: true })
  expect(frames.length).toBe(2)
  expect(notes[0]).toBe('The last frame, of which there are 89 bytes of 96, is left out.')
})

test.each([
  [{ radius: '-1' }, '--radius must be a length of zero or more'],
  [{ radius: 'x' }, '--radius must be a length of zero or more'],
  [{ neighbours: '1.5' }, '--neighbours must be a whole number of zero or more'],
  [{ dimension: '4' }, '--dimension must be one of 2, 3'],
  [{ method: 'magic' }, '--method must be one of auto, cages, power-diagram, grid'],
  [{ atoms: 'N,,C' }, '--atoms must be ca, backbone, all, or names'],
  [{ atoms: 'CZ' }, 'got none among 36 atoms: C (--atoms, --chain)'],
  [{ chain: 'A' }, 'atoms that have a chain (--chain)'],
  [{ select: '5-3' }, '--select must be numbers from 0'],
  [{ select: '0-10/0' }, '--select must be numbers from 0'],
  [{ select: '1e3' }, '--select must be numbers from 0'],
  [{ select: '0-36' }, '--select must be below 36, the number of atoms, got 36'],
  [{ select: '1,1' }, '--select must be an atom that is not selected before'],
  [{ select: '0-999999999' }, '--select must be at most 10000000 numbers'],
  [{ select: '0', atoms: 'ca' }, '--atoms must be left out where there is --select'],
  [{ select: '0', chain: 'A' }, '--chain must be left out where there is --select'],
  [{ frames: '12' }, '--frames must be numbers from 0 to 11, got "12"'],
  [{ frames: '0-' }, '--frames must be numbers from 0'],
  [{ plot: '/no/such/folder/a.svg' }, 'one in a folder that does not exist'],
] as [NecklaceCommandOptions, string][])('%j is refused', async (options, message) => {
  await refused(EXAMPLE, options, message)
})

test('files that cannot be read', async () => {
  await refused(at('none.xyz'), {}, `${at('none.xyz')}: expected a file that can be read, got no such file`)
  await refused(folder, {}, 'expected a file, got a folder')
  await refused(EXAMPLE, { topology: at('none.psf') }, 'none.psf: expected a file that can be read')
  await expect(followNecklace(put('bad.xyz', '1\n\nC 0 0 nan\n'))).rejects.toThrow(FramesFileError)
  await expect(followNecklace(EXAMPLE, { frames: '99' })).rejects.toThrow(InvalidInputError)
})

test('a plot: written as a whole, over nothing but another plot', async () => {
  const plot = at('gap <&>.svg')
  const document = await asked(EXAMPLE, { plot, radius: '0.5' })
  const text = readFileSync(plot, 'utf8')
  expect(document.plot).toEqual({ file: plot, bytes: Buffer.byteLength(text) })
  expect(text).toMatch(/^<svg data-limber="necklace" [^<>]*>\n/)
  expect(text.trimEnd()).toMatch(/<\/svg>$/)
  expect(text).toContain('>coil.xyz</text>')
  expect(text.match(/<circle /g)!.length).toBe(3)
  expect(text).not.toMatch(/NaN|Infinity|undefined/)
  const again = await followNecklace(EXAMPLE, { plot, frames: '0' })
  expect(again.stdout).toContain(`Plot: ${plot}`)
  expect(readFileSync(plot, 'utf8')).not.toBe(text)
  await refused(EXAMPLE, { plot: put('mine.svg', '<svg>mine</svg>') }, 'another file, which is left as it is')
  const copy = put('copy.xyz', coilXyz())
  await refused(copy, { plot: copy }, 'got another file, which is left as it is')
  expect(readFileSync(copy, 'utf8')).toBe(coilXyz())
})

test('a plot of many frames, and of one bead', async () => {
  const many = put('many.xyz', xyz(wave(1500, 4)))
  await followNecklace(many, { plot: at('many.svg') })
  const text = readFileSync(at('many.svg'), 'utf8')
  expect(text.match(/<polyline points="([^"]*)"/)![1]!.split(' ').length).toBe(500)
  await followNecklace(put('one.xyz', '1\n\nC 0 0 0\n'), { plot: at('one.svg') })
  expect(readFileSync(at('one.svg'), 'utf8')).not.toMatch(/NaN|Infinity|undefined/)
})

test('the built command', async () => {
  const good = await limber('necklace', EXAMPLE, '--radius', '0.5', '--json')
  expect({ code: good.code, stderr: good.stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(good.stdout).summary.colliding).toBe(3)
  const bad = await limber('necklace', at('none.xyz'), '--json')
  expect(bad).toEqual({
    code: 2,
    stdout: '',
    stderr: `limber: ${at('none.xyz')}: expected a file that can be read, got no such file\n`,
  })
})

const data = process.env.LIMBER_DATA

describe.skipIf(data === undefined)('real files (LIMBER_DATA)', () => {
  test('1L2Y by PDB and by DCD: the same to the rounding of a float', async () => {
    const [models, topology] = [join(data!, 'proteins/1l2y.pdb'), join(data!, 'proteins/1l2y.pdb')]
    const a = await asked(models, { radius: '1.9' })
    const b = await asked(join(data!, 'trajectories/1l2y.dcd'), { topology, radius: '1.9' })
    expect([a.beads, a.frames.length, b.beads, b.frames.length]).toEqual([20, 38, 20, 38])
    for (let k = 0; k < 38; k++) {
      expect(a.frames[k].collisions).toBe(b.frames[k].collisions)
      expect(Math.abs(a.frames[k].closest.gap - b.frames[k].closest.gap)).toBeLessThan(1e-5)
    }
  })

  test('adenylate kinase closes: 98 frames of 214 residues', async () => {
    const topology = join(data!, 'trajectories/adk.psf')
    const document = await asked(join(data!, 'trajectories/adk_dims.dcd'), {
      topology,
      atoms: 'backbone',
      radius: '0.6',
    })
    expect([document.beads, document.frames.length]).toEqual([642, 98])
    expect(document.notes).toEqual(['The header announces 500 frames, the file has 98.'])
  })
})
