// `limber clashes`: asked in this process, and the built command on the examples.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClashesCommandOptions } from '../../cli/clashes/clashes-options.js'
import { findClashes } from '../../cli/clashes.js'
import { clashes, LimberError, parseStructure } from '../../src/index.js'
import { helicesPdb, helixPdb } from './clashes/clashes-example.js'
import { limber } from './run.js'

const example = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
const HELIX = example('helix.pdb')
const HELICES = example('helices.pdb')

let folder: string
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-clashes-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
async function asked(file: string, options: ClashesCommandOptions = {}): Promise<any> {
  const { code, stdout, stderr } = await findClashes(file, { ...options, json: true })
  const document = JSON.parse(stdout)
  expect({ code, stderr }).toEqual({ code: document.clashes > 0 ? 1 : 0, stderr: '' })
  return document
}

async function refused(file: string, options: ClashesCommandOptions, message: string): Promise<void> {
  const error = await findClashes(file, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LimberError)
  expect((error as Error).message).toContain(message)
}

test('the examples are what their formulas say', () => {
  expect(readFileSync(HELIX, 'utf8')).toBe(helixPdb())
  expect(readFileSync(HELICES, 'utf8')).toBe(helicesPdb())
})

test('a helix has no clash, and its hydrogen bonds are none', async () => {
  const { stdout, stderr, code } = await findClashes(HELIX)
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  expect(stdout.replace(HELIX, 'helix.pdb')).toBe(
    'helix.pdb: 100 atoms, overlaps from 0.4 Å, radii auto\n\nNo clashes.\n' +
      'Clashscore 0.0: overlaps from 0.4 Å a thousand atoms, water left out (100 atoms, no hydrogens; MolProbity adds them).\n',
  )
  // O of a residue and N of the fourth after it: contacts, sixteen of them in a helix of twenty.
  const contacts = await asked(HELIX, { overlap: '-0.2', hydrogenBonds: false })
  const bonds = contacts.models[0].pairs.filter(
    ({ nameA, nameB }: { nameA: string; nameB: string }) =>
      nameA.endsWith(' O') && nameB.endsWith(' N') && Number(nameB.split(' ')[2]) - Number(nameA.split(' ')[2]) === 4,
  )
  expect(bonds.length).toBe(16)
})

test('what is printed', async () => {
  const { code, stdout, stderr } = await findClashes(HELICES, { most: '3' })
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout.replace(HELICES, 'helices.pdb')).toMatchInlineSnapshot(`
    "helices.pdb: 108 atoms, overlaps from 0.4 Å, radii auto

    atom        atom         distance  overlap  severity
    A ALA 9 CA  A ALA 13 CB     2.593    1.167  severe
    A ALA 8 O   A ALA 13 CB     2.439    0.861  serious
    A ALA 9 O   A ALA 14 N      1.802    0.858  serious (hydrogen bond)
    … and 6 more: --most 9 shows them, --json has all

    9 clashes (1 severe, 3 serious, 5 slight) in 5 residues; 83.3 a thousand atoms.
    Clashscore 83.3: overlaps from 0.4 Å a thousand atoms, water left out (108 atoms, no hydrogens; MolProbity adds them).
    "
  `)
  const { stdout: residues } = await findClashes(HELICES, { byResidue: true, most: '2' })
  expect(residues.replace(HELICES, 'helices.pdb')).toMatchInlineSnapshot(`
    "helices.pdb: 108 atoms, overlaps from 0.4 Å, radii auto

    residue   clashes  worst overlap
    A ALA 9         5          1.167
    A ALA 13        5          1.167
    … and 3 more: --most 5 shows them, --json has all

    9 clashes (1 severe, 3 serious, 5 slight) in 5 residues; 83.3 a thousand atoms.
    Clashscore 83.3: overlaps from 0.4 Å a thousand atoms, water left out (108 atoms, no hydrogens; MolProbity adds them).
    "
  `)
})

test('the document says what the engine says', async () => {
  const structure = parseStructure(helicesPdb())
  const found = clashes(structure)
  const { millis, ...document } = await asked(HELICES)
  expect(millis).toBeGreaterThan(0)
  const [model] = document.models
  expect(document.clashes).toBe(found.pairs.length)
  expect(model.pairs.map(({ a, b }: { a: number; b: number }) => [a, b])).toEqual(found.pairs.map(({ a, b }) => [a, b]))
  expect(model.pairs[0]).toMatchObject({ ...found.pairs[0], serialA: found.pairs[0]!.a + 1 })
  expect(model.residues.length).toBe(found.residues.length)
  expect(Object.keys(model.residues[0])).toEqual(['chain', 'name', 'number', 'insertion', 'clashes', 'worst'])
  expect({ ...document, models: 0 }).toMatchObject({
    ...{ file: HELICES, overlap: 0.4, radii: 'auto', excludeBonds: 3, strict: false, hydrogens: true, water: true },
    ...{ hydrogenBonds: true, chains: null, notes: [] },
  })
})

test('options are passed on', async () => {
  const structure = parseStructure(helicesPdb())
  for (const [options, engine] of [
    [{ overlap: '0.7' }, { overlap: 0.7 }],
    [{ overlap: '-0.3' }, { overlap: -0.3 }],
    [{ radii: 'bondi' }, { radii: 'bondi' }],
    [{ excludeBonds: '4' }, { excludeBonds: 4 }],
    [{ strict: true }, { strict: true }],
    [{ radii: 'probe' }, { radii: 'probe' }],
    [{ hydrogenBonds: false }, { hydrogenBonds: false }],
    [{ chain: 'A' }, { chains: ['A'] }],
  ] as const) {
    expect((await asked(HELICES, options)).clashes, JSON.stringify(options)).toBe(
      clashes(structure, engine).pairs.length,
    )
  }
})

test('zipped, and of several models', async () => {
  const lines = helicesPdb().split('\n')
  const atoms = lines.filter((line) => line.startsWith('ATOM')).join('\n')
  // Three times as long along x: bonds are by template, so they stay bonds.
  const stretched = atoms.replace(
    /^(.{30})(.{8})/gm,
    (_, head: string, x: string) => head + (3 * Number(x)).toFixed(3).padStart(8),
  )
  const file = put(
    'two.pdb.gz',
    gzipSync(`MODEL        1\n${atoms}\nENDMDL\nMODEL        2\n${stretched}\nENDMDL\nEND\n`),
  )
  const all = await asked(file, { model: 'all' })
  expect(all.models.map(({ model }: { model: number }) => model)).toEqual([0, 1])
  expect(all.models[0].clashes).toBe((await asked(HELICES)).clashes)
  expect((await asked(file, { model: '1' })).models[0].clashes).toBe(all.models[1].clashes)
  const { stdout } = await findClashes(file, { model: 'all' })
  expect(stdout).toMatch(/2 models, overlaps from 0\.4 Å.*\nModel 0\n.*\nModel 1\n/s)
  await refused(file, { model: '2' }, '--model must be a number from 0 to 1, or all, got "2"')
})

test('models that differ in their atoms are read one by one', async () => {
  const atoms = readFileSync(HELICES, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('ATOM'))
  const models = [atoms, atoms.slice(1)].map((lines, k) => `MODEL        ${k + 1}\n${lines.join('\n')}\nENDMDL\n`)
  const file = put('differing.pdb', models.join(''))
  await refused(file, {}, 'as in the first model (--model reads one of them)')
  await refused(file, { model: 'all' }, 'as in the first model (--model reads one of them)')
  const second = await asked(file, { model: '1' })
  expect([second.models[0].model, second.models[0].atoms]).toEqual([1, 107])
  expect((await findClashes(file, { model: '1' })).stdout).toContain('107 atoms, model 1, overlaps')
  await refused(file, { model: '2' }, 'model 2: expected one of 2, counted from 0')
})

test.each([
  [{ overlap: 'x' }, '--overlap must be a length in Å, got "x"'],
  [{ overlap: '--1' }, '--overlap must be a length in Å'],
  [{ radii: 'pauling' }, '--radii must be one of auto, bondi, mantina, alvarez, protor'],
  [{ unknownRadius: '-1' }, '--unknown-radius must be a length of zero or more'],
  [{ excludeBonds: '1.5' }, '--exclude-bonds must be a whole number from 0 to 999'],
  [{ chain: 'B' }, '--chain must be one of A, got "B"'],
  [{ model: '1' }, '--model must be 0: there is one model, got "1"'],
  [{ model: 'some' }, '--model must be a whole number of zero or more, or all'],
  [{ most: '-1' }, '--most must be a whole number of zero or more'],
] as [ClashesCommandOptions, string][])('%j is refused', async (options, message) => {
  await refused(HELICES, options, message)
})

test('unknown elements', async () => {
  const line = 'HETATM  999 X1   UNX A  99       9.000   9.000   9.000  1.00  0.00           X\nEND\n'
  const file = put('unknown.pdb', helixPdb().replace('END\n', line))
  await refused(file, {}, 'element of A UNX 99 X1 must be one that a table of radii has; --unknown-radius gives')
  const { stderr } = await findClashes(file, { unknownRadius: '1' })
  expect(stderr).toContain('limber: Not in the table of Mantina: X (1 Å, as given).\n')
})

test('the built command', async () => {
  const good = await limber('clashes', HELIX)
  expect({ code: good.code, stderr: good.stderr }).toEqual({ code: 0, stderr: '' })
  const bad = await limber('clashes', HELICES, '--overlap', '-0.1', '--no-hydrogens', '--no-water', '--json')
  expect(bad.code).toBe(1)
  expect(JSON.parse(bad.stdout)).toMatchObject({ overlap: -0.1, hydrogens: false, water: false, hydrogenBonds: true })
  const none = await limber('clashes', join(folder, 'none.pdb'))
  expect({ code: none.code, stdout: none.stdout }).toEqual({ code: 2, stdout: '' })
  expect(none.stderr).toContain('none.pdb: expected a file that can be read, got no such file\n')
})

const data = process.env.LIMBER_DATA

describe.skipIf(data === undefined)('real files (LIMBER_DATA)', () => {
  const protein = (name: string): string => join(data!, 'proteins', name)

  test('PDB and mmCIF of the same entry say the same', async () => {
    const [pdb, cif] = [await asked(protein('1crn.pdb')), await asked(protein('1CRN.cif'))]
    expect(pdb.models[0].pairs).toEqual(cif.models[0].pairs)
    expect(pdb.clashes).toBeLessThan(5)
  })

  test('1L2Y: each of 38 models', async () => {
    const { models } = await asked(protein('1l2y.pdb'), { model: 'all' })
    expect(models.length).toBe(38)
    expect(models.every(({ atoms }: { atoms: number }) => atoms === 304)).toBe(true)
  })

  test('crystals and models that are known to be good have next to none', async () => {
    for (const [name, most] of [
      ['1crn.pdb', 0],
      ['1A8O.pdb', 0],
      ['1l2y.pdb', 0],
      ['1pga.pdb', 3],
    ] as const) {
      expect((await asked(protein(name))).clashes, name).toBeLessThanOrEqual(most)
    }
  })

  test('names that begin with a number are names', async () => {
    const { stdout } = await findClashes(protein('adk_open.pdb'), { most: '1' })
    expect(stdout).toMatch(/^atom {12}atom {12}distance {2}overlap {2}severity\n4AKE GLU 75 HN {2}4AKE GLU 75 CD/m)
  })

  test.each([
    ['proteins/1aki.bcif', 1079, 11, 14, '10.2', '8.0', 1001, 'A ARG 45 NH2  A ARG 68 NH2     2.155    1.125  severe'],
    ['trajectories/1aki.gro', 1079, 11, 14, '10.2', '8.0', 1001, 'ARG 45 NH2  ARG 68 NH2     2.160    1.120  severe'],
    [
      'proteins/1dix.bcif',
      1748,
      12,
      21,
      '6.9',
      '7.4',
      1612,
      'A GLN 160 NE2  A GLN 173 NE2     2.501    0.779  serious',
    ],
  ] as const)('%s: the report', async (name, atoms, clashes, residues, rate, score, dry, worst) => {
    const { code, stdout } = await findClashes(join(data!, name), { most: '1' })
    expect(code).toBe(1)
    for (const line of [
      `${name}: ${atoms} atoms, overlaps from 0.4 Å, radii auto`,
      worst,
      `${clashes} clashes (`,
      `) in ${residues} residues; ${rate} a thousand atoms.`,
      `Clashscore ${score}: overlaps from 0.4 Å a thousand atoms, water left out (${dry} atoms, no hydrogens;`,
    ]) {
      expect(stdout).toContain(line)
    }
  })

  test('4HHB: haems hold their iron, and the notes say where a radius is from', async () => {
    const { models } = await asked(protein('4hhb.pdb'), { chain: 'A' })
    const [{ pairs, notes }] = models
    expect(notes.some((note: string) => note.includes('Fe'))).toBe(false)
    const { models: others } = await asked(protein('4hhb.pdb'), { chain: 'A', radii: 'mantina' })
    expect(others[0].notes).toContain('Not in the table of Mantina: Fe (2.44 Å, Alvarez).')
    expect(pairs.some(({ nameA, nameB }: { nameA: string; nameB: string }) => / FE$/.test(nameA + nameB))).toBe(false)
  })
})
