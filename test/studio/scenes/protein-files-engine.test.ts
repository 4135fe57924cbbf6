// Proteins in Node: trajectories with their structures, the clashscore of the command, helices and strands, surfaces, selections.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { findClashes } from '../../../cli/clashes.js'
import { clashes, parseStructure, writeXtc } from '../../../src/entries/molecules.js'
import { engine, type FrameClashes, type ProteinFrame } from '../../../studio/scenes/protein/engine.js'
import { CHAIN, LIGAND, WATER } from '../../../studio/scenes/protein/molecule-view.js'
import { recipeOf } from '../../../studio/scenes/protein/recipe.js'
import { HELIX, STRAND, secondaryStructure } from '../../../studio/scenes/protein/secondary.js'
import {
  countPicked,
  isPicked,
  named,
  near,
  readPicked,
  withRun,
  withToggled,
} from '../../../studio/scenes/protein/selection.js'
import { readProteinState } from '../../../studio/scenes/protein/state.js'
import { moleculeSurface } from '../../../studio/scenes/protein/surface.js'
import { root } from '../browser.js'
import { runRecipe } from '../recipes.js'
import { testTask } from '../task.js'
import { openExample } from './protein-example.js'
import { CAGE, cageFrames, FIRST_HIT, FRAMES, PDB, XTC } from './trajectory-samples.js'

const data = process.env.LIMBER_DATA
const FILE = { structure: 'file 1', model: 0 }

function files(given: Readonly<Record<string, Uint8Array>>) {
  return Object.entries(given).map(([path, bytes]) => ({ path, bytes }))
}

async function frameOf(side: ReturnType<typeof engine.create>): Promise<ProteinFrame> {
  return (await side.follow([], testTask<ProteinFrame>())).value
}

describe('trajectories', () => {
  test('frames and structure, in any order: every frame is shown, and its clashes are counted from one outwards', async () => {
    for (const given of [
      { 'run.xtc': XTC, 'trp-cage.pdb': PDB },
      { 'trp-cage.pdb.gz': gzipSync(PDB), 'run.xtc': XTC },
    ]) {
      const side = engine.create()
      const view = side.open({ ...FILE, files: files(given) })
      expect(view).toMatchObject({ models: FRAMES, trajectory: 'run.xtc', atoms: CAGE.atoms.count })
      const { positions } = side.peek({ structure: 'file 1', model: FIRST_HIT }).value
      // XTC files keep 0.01 Å.
      cageFrames()[FIRST_HIT]!.forEach((x, i) => {
        expect(Math.abs(positions[i]! - x)).toBeLessThan(0.006)
      })
    }
    const side = engine.create()
    const task = testTask<FrameClashes>()
    const { counts, known } = await side.check(
      { ...FILE, files: files({ 'run.xtc': XTC, 'a.pdb': PDB }), from: 3 },
      task,
    )
    expect(known).toBe(FRAMES)
    const expected = Array.from({ length: FRAMES }, (_, model) => {
      side.open({ ...FILE, model })
      const models = [Float64Array.from(side.peek({ structure: 'file 1', model }).value.positions)]
      return clashes({ ...CAGE, models }, { water: false }).pairs.length
    })
    expect([...counts]).toEqual(expected)
    expect(expected.findIndex((count) => count > 0)).toBe(FIRST_HIT)
  })

  test('frames of an XYZ file, with a structure beside it', () => {
    const { elements } = CAGE.atoms
    const block = (places: Float64Array): string =>
      `${elements.length}\n\n${elements.map((element, i) => `${element} ${[...places.subarray(3 * i, 3 * i + 3)].join(' ')}`).join('\n')}\n`
    const xyz = strToU8(cageFrames().map(block).join(''))
    const side = engine.create()
    const view = side.open({ ...FILE, files: files({ 'run.xyz': xyz, 'trp-cage.pdb': PDB }) })
    expect(view).toMatchObject({ models: FRAMES, trajectory: 'run.xyz' })
    const { positions } = side.peek({ structure: 'file 1', model: FIRST_HIT }).value
    expect(positions[900]).toBeCloseTo(cageFrames()[FIRST_HIT]![900]!, 4)
  })

  test('frames without a structure ask for it; one of another molecule is refused', () => {
    const side = engine.create()
    expect(() => side.read({ ...FILE, files: files({ 'run.xtc': XTC }) })).toThrow(
      'run.xtc has no names of atoms: drop the PDB, GRO or PSF file that it belongs to.',
    )
    // It waited, and every structure that was dropped later was refused with it.
    expect(() => side.read({ ...FILE, files: files({ 'run.xtc': new Uint8Array(0) }) })).toThrow(/a whole frame/)
    const psf = { 'run.psf': strToU8('PSF\n') }
    expect(() => side.read({ ...FILE, files: files(psf) })).toThrow(/run\.psf names atoms, but has no places/)
    const helix = new Uint8Array(readFileSync(join(root, 'examples', 'helix.pdb')))
    expect(() => side.read({ ...FILE, files: files({ 'run.xtc': XTC, 'helix.pdb': helix }) })).toThrow(
      /run\.xtc has 304 atoms, helix\.pdb \d+: they do not belong together/,
    )
  })

  test('a PSF file names the atoms: chains, residues and clashes are those of the structure', async () => {
    const { atoms, residues } = CAGE
    const lines = atoms.names.map((name, i) => {
      const { number, name: residue } = residues[atoms.residue[i]!]!
      return `${i + 1} PROA ${number} ${residue} ${name} 1 0.0 12.0 0`
    })
    const psf = strToU8(`PSF\n\n${lines.length} !NATOM\n${lines.join('\n')}\n`)
    const [side, plain] = [engine.create(), engine.create()]
    const view = side.open({ ...FILE, files: files({ 'run.xtc': XTC, 'run.psf': psf }) })
    const wanted = plain.open({ ...FILE, files: files({ 'run.xtc': XTC, 'trp-cage.pdb': PDB }) })
    expect(view).toMatchObject({ models: FRAMES, trajectory: 'run.xtc', chains: ['PROA'] })
    for (const name of ['elements', 'names', 'kinds', 'numbers', 'kindOf', 'bonds', 'traces', 'moving'] as const) {
      expect(view[name], name).toEqual(wanted[name])
    }
    expect((await frameOf(side)).clashes!.clashscore).toEqual((await frameOf(plain)).clashes!.clashscore)
    const few = strToU8(`PSF\n\n1 !NATOM\n${lines[0]}\n`)
    expect(() =>
      side.read({ structure: 'file 2', model: 0, files: files({ 'run.xtc': XTC, 'few.psf': few }) }),
    ).toThrow(/run\.xtc has 304 atoms, few\.psf 1: they do not belong together/)
  })

  test('a chain across the faces of its box is whole: no bond is lost, and clashes are those of the chain', async () => {
    const box = 40
    const wrapped = CAGE.models[0]!.map((x) => x - box * Math.floor(x / box))
    const xtc = writeXtc([wrapped], { box: [box, 0, 0, 0, box, 0, 0, 0, box] })
    // The structure is cut as well, as GROMACS writes it.
    const cut = strToU8(
      new TextDecoder()
        .decode(PDB)
        .split('\n')
        .map((line) => {
          if (!/^(ATOM|HETATM)/.test(line)) return line
          const at = [30, 38, 46].map((k) => Number(line.slice(k, k + 8)))
          const put = at.map((x) => (x - box * Math.floor(x / box)).toFixed(3).padStart(8)).join('')
          return line.slice(0, 30) + put + line.slice(54)
        })
        .join('\n'),
    )
    expect(parseStructure(cut, { name: 'cut.pdb' }).chains[0]!.pieces.length).toBeGreaterThan(1)
    const side = engine.create()
    const view = side.open({ ...FILE, files: files({ 'run.xtc': xtc, 'cut.pdb': cut }) })
    expect(view.traces).toHaveLength(1)
    expect(view.notes.join(' ')).toMatch(/One gap was at a face of the periodic box/)
    const { clashes: found } = await frameOf(side)
    expect(found!.count).toBe(0)
    expect(found!.words).toMatch(/periodic images are not checked/)
  })
})

describe('clashes', () => {
  test.each(['helices', 'trp-cage'])('%s: pairs and clashscore are those of `limber clashes`', async (name) => {
    const side = engine.create()
    const view = openExample(side, name)
    const { clashes: found } = await frameOf(side)
    const { stdout } = await findClashes(join(root, 'examples', `${name}.pdb`), { json: true })
    const [said] = JSON.parse(stdout).models
    expect(found!.clashscore).toEqual(said.clashscore)
    expect(found!.count).toBe(said.clashes)
    const pairs = Array.from(found!.overlaps, (overlap, k) => [found!.pairs[2 * k], found!.pairs[2 * k + 1], overlap])
    expect(pairs).toEqual(
      said.pairs.map(({ a, b, overlap }: { a: number; b: number; overlap: number }) => [a, b, Math.fround(overlap)]),
    )
    for (const atom of found!.pairs) expect(view.names[atom]).toBeDefined()
    // The same again, of what the studio saves.
    const ran = runRecipe(recipeOf({ done: [] }), { 'protein.pdb': side.pdb() })
    expect(ran.program).toBe(`${found!.count} ${found!.clashscore.score.toFixed(1)}\n`)
    expect(ran.printed).toContain(`Clashscore ${found!.clashscore.score.toFixed(1)}:`)
  })

  test('of what was turned: the atoms that move, as the saved file has them', async () => {
    const side = engine.create()
    const { torsions } = openExample(side, 'trp-cage')
    const chi1 = torsions.findIndex(({ kind, residue }) => kind === 'chi1' && residue === 5)
    const done = [{ turn: { [chi1]: 60 } }]
    const { clashes: found } = (await side.follow(done, testTask<ProteinFrame>())).value
    expect(found!.count).toBeGreaterThan(0)
    const ran = runRecipe(recipeOf({ done }), { 'protein.pdb': side.pdb() })
    expect(ran).toMatchObject({ code: 1, program: `${found!.count} ${found!.clashscore.score.toFixed(1)}\n` })
  })
})

describe('what is drawn', () => {
  test('ligands, ions and water are known as such; the strip lists residues by chain, and what else is there', () => {
    const lines = new TextDecoder()
      .decode(PDB)
      .split('\n')
      .filter((line) => line.startsWith('ATOM'))
    const other = [
      'HETATM 9001 ZN    ZN A 101      40.000  40.000  40.000  1.00  0.00          ZN',
      'HETATM 9002  C1  LIG A 102      44.000  40.000  40.000  1.00  0.00           C',
      'HETATM 9003  O1  LIG A 102      45.400  40.000  40.000  1.00  0.00           O',
      'HETATM 9004  O   HOH A 201      50.000  40.000  40.000  1.00  0.00           O',
    ]
    const view = engine
      .create()
      .open({ ...FILE, files: files({ 'a.pdb': strToU8([...lines, ...other, 'END', ''].join('\n')) }) })
    const kinds = [...view.kindOf.slice(-4)]
    expect(kinds).toEqual([LIGAND, LIGAND, LIGAND, WATER])
    expect([...view.kindOf].filter((kind) => kind === CHAIN)).toHaveLength(view.moving.length)
    const [{ polymer, others }] = view.sequence as [(typeof view.sequence)[0]]
    expect(polymer).toHaveLength(20)
    expect(Array.from(others, (r) => view.kinds[r])).toEqual(['ZN', 'LIG'])
    // The ligand is bonded within itself.
    const n = view.atoms
    expect([...view.bonds].slice(-2).sort((a, b) => a - b)).toEqual([n - 3, n - 2])
  })

  // Each of these was refused, since there is nothing in it to turn.
  test('what has no torsions is shown all the same: nucleic acids, alpha carbons, rings, ligands', async () => {
    const line = (name: string, residue: string, number: number, ...xyz: number[]): string => {
      const record = residue === 'LIG' ? 'HETATM' : 'ATOM'
      const places = xyz.map((value) => value.toFixed(3).padStart(8)).join('')
      const head = `${record.padEnd(6)}    1 ${` ${name}`.padEnd(4)} ${residue.padStart(3)} A${String(number).padStart(4)}`
      return `${head}    ${places}  1.00  0.00          ${name[0]!.padStart(2)}`
    }
    const text = (lines: readonly string[]): Uint8Array => strToU8([...lines, 'END', ''].join('\n'))
    const alphas = Array.from({ length: 8 }, (_, k) => line('CA', 'ALA', k + 1, 3.8 * k, k % 2, 0))
    const sugar = { P: [-2, 3, 0], "C4'": [0, 0, 0], "C3'": [0, 1.5, 0], "C1'": [0, -2, 0], "O3'": [2.6, 2.9, 0] }
    const sugars = Array.from({ length: 4 }, (_, k) =>
      Object.entries(sugar).map(([name, [x, y, z]]) => line(name, 'DG', k + 1, 6 * k + x!, y!, z!)),
    ).flat()
    const ligand = [line('C1', 'LIG', 1, 0, 0, 0), line('O1', 'LIG', 1, 1.4, 0, 0)]
    for (const [name, lines, traces, body] of [
      ['alphas', alphas, [32], 8],
      ['ligand', ligand, [], 2],
      ['sugars', sugars, [16], 20],
    ] as const) {
      const side = engine.create()
      const view = side.open({ ...FILE, files: files({ [`${name}.pdb`]: text(lines) }) })
      expect(view.still, name).toBe('Nothing can be turned: there are no amino acids with N, CA and C.')
      expect(view.traces.map(({ length }) => length)).toEqual(traces)
      expect([view.body.length, view.moving.length, view.torsions, view.beads]).toEqual([body, 0, [], 0])
      const { positions, secondary, isBlocked, clashes: found } = await frameOf(side)
      expect(positions).toHaveLength(3 * lines.length)
      expect([secondary, isBlocked]).toEqual([undefined, false])
      expect(found!.clashscore.atoms).toBe(lines.length)
      expect(parseStructure(strToU8(side.pdb())).atoms.count).toBe(lines.length)
    }
    const side = engine.create()
    const { isNucleic, traces, names } = side.open({ ...FILE, files: files({ 'sugars.pdb': text(sugars) }) })
    expect([...isNucleic]).toEqual([1, 1, 1, 1])
    for (const trace of traces) {
      for (let k = 0; k < trace.length; k += 4) expect([names[trace[k]!], names[trace[k + 2]!]]).toEqual(["C4'", "C1'"])
    }
    await expect(side.run({ temperature: 1, energy: 'hard', seed: 1 }, testTask<ProteinFrame>())).rejects.toThrow(
      /Nothing can be turned/,
    )
  })

  test.skipIf(data === undefined)('a cyclic peptide: its clashes, and why nothing turns', async () => {
    const path = join(data!, 'proteins', '5vav_cyclic_peptide.pdb')
    const side = engine.create()
    const view = side.open({ ...FILE, files: files({ '5vav.pdb': new Uint8Array(readFileSync(path)) }) })
    expect(view.still).toMatch(/^Nothing can be turned: the chain is a ring/)
    expect(view.traces.map(({ length }) => length / 4)).toEqual([14])
    const { stdout } = await findClashes(path, { json: true })
    expect((await frameOf(side)).clashes!.clashscore).toEqual(JSON.parse(stdout).models[0].clashscore)
  })

  test('helices are where the hydrogen bonds are', async () => {
    const side = engine.create()
    openExample(side, 'trp-cage')
    const { secondary } = await frameOf(side)
    // 1L2Y: an alpha helix from residue 2 to 8, a 3-10 helix from 11 to 14.
    expect([...secondary!.slice(1, 8)]).toEqual(Array(7).fill(HELIX))
    expect([...secondary!.slice(10, 14)]).toEqual(Array(4).fill(HELIX))
    expect([...secondary!.slice(15)]).not.toContain(HELIX)
    expect([...secondary!]).not.toContain(STRAND)
    // Without oxygens nothing is known.
    expect(secondaryStructure([0, 0, 0], [[{ atoms: [0, 0, 0, -1], isProline: false }]])).toEqual([undefined])
  })

  test.skipIf(data === undefined)(
    'helices and strands of ubiquitin are those of DSSP, residue by residue',
    async () => {
      const side = engine.create()
      side.open({
        ...FILE,
        files: files({ '1ubq.pdb': new Uint8Array(readFileSync(join(data!, 'proteins', '1ubq.pdb'))) }),
      })
      const { secondary } = await frameOf(side)
      const published = '-EEEEEE----EEEEE------HHHHHHHHHHHH---HHHEEEEE--EE-------HHH------EEEEEE-----'
      expect(Array.from(secondary!.slice(0, 76), (code) => '-HE'[code]).join('')).toBe(published)
    },
  )

  test('the surface of one atom is its sphere; of a molecule it is closed, and faces outwards', async () => {
    const shares: number[] = []
    const breathe = async (share: number): Promise<void> => void shares.push(share)
    const one = await moleculeSurface(Float64Array.from([1, 2, 3, 1.7]), Int32Array.from([7]), breathe)
    for (let k = 0; k < one.positions.length; k += 3) {
      const away = Math.hypot(one.positions[k]! - 1, one.positions[k + 1]! - 2, one.positions[k + 2]! - 3)
      expect(Math.abs(away - 1.7)).toBeLessThan(0.15)
    }
    expect(new Set(one.atoms)).toEqual(new Set([7]))
    expect(shares[0]).toBe(0)
    const side = engine.create()
    const view = openExample(side, 'helix')
    const { positions } = await frameOf(side)
    const { value: skin } = await side.surface({ positions, radii: view.radii, atoms: view.moving }, testTask<number>())
    const edges = new Map<string, number>()
    let volume = 0
    for (let t = 0; t < skin.triangles.length; t += 3) {
      const [a, b, c] = skin.triangles.subarray(t, t + 3) as unknown as [number, number, number]
      for (const [i, j] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        edges.set(`${i} ${j}`, (edges.get(`${i} ${j}`) ?? 0) + 1)
      }
      const [p, q, r] = [a, b, c].map((i) => skin.positions.subarray(3 * i, 3 * i + 3)) as [
        Float32Array,
        Float32Array,
        Float32Array,
      ]
      volume +=
        (p[0]! * (q[1]! * r[2]! - q[2]! * r[1]!) +
          p[1]! * (q[2]! * r[0]! - q[0]! * r[2]!) +
          p[2]! * (q[0]! * r[1]! - q[1]! * r[0]!)) /
        6
    }
    for (const [edge, count] of edges) {
      const [i, j] = edge.split(' ')
      expect(edges.get(`${j} ${i}`)).toBe(count)
    }
    // More than half of what its atoms would fill apart from each other, and no more than that.
    const apart = view.moving.reduce((sum, i) => sum + (4 / 3) * Math.PI * view.radii[i]! ** 3, 0)
    expect(volume).toBeGreaterThan(0.3 * apart)
    expect(volume).toBeLessThan(apart)
    expect(new Set(skin.atoms).size).toBeGreaterThan(view.moving.length / 3)
  })
})

test('selections are runs of residues: extended, toggled, read from a link', () => {
  expect(withRun([], 5, 2)).toEqual([2, 5])
  expect(withRun([2, 5], 6, 7)).toEqual([2, 7])
  expect(withToggled([2, 5], 3)).toEqual([2, 2, 4, 5])
  expect(withToggled([2, 2, 4, 5], 3)).toEqual([2, 5])
  expect([isPicked([2, 5, 9, 9], 9), isPicked([2, 5, 9, 9], 6), countPicked([2, 5, 9, 9])]).toEqual([true, false, 5])
  expect(readProteinState({ picked: [2, 5], only: true, as: 'surface', pair: [3, 9], water: true })).toEqual({
    ...{ picked: [2, 5], only: true, as: 'surface', pair: [3, 9], water: true },
  })
  const view = {
    labels: ['', '', '', '', '', ''],
    kinds: ['ALA', 'TRP', 'GLY', 'HEM', 'GLY', 'HOH'],
    numbers: ['1', '1A', '2', '9', '1', '2'],
    chainOf: Int32Array.of(0, 0, 0, 0, 1, 0),
    chains: ['A', 'B'],
    residueOf: Int32Array.of(0, 1, 2, 3, 4, 5),
  }
  const picked = (text: string): unknown => named(text, view, 0)
  expect([picked('1-2'), picked('1a'), picked('gly'), picked('A:gly'), picked('B:'), picked('b:')]).toEqual([
    ...[
      [0, 2],
      [1, 1],
      [2, 2, 4, 4],
      [2, 2],
      [4, 4],
    ],
    expect.stringMatching(/^Nothing is called “b:”/),
  ])
  expect([picked('1, B:1; HEM'), picked('HOH'), picked('A:')]).toEqual([
    [0, 0, 3, 4],
    [5, 5],
    [0, 3],
  ])
  for (const text of ['77', '1-77', 'XYZ', 'C:1', '1 TRP 77']) expect(picked(text)).toMatch(/^Nothing is called/)
  // In a row, 4 Å apart; the last is water.
  const row = Float32Array.from({ length: 18 }, (_, i) => (i % 3 === 0 ? (4 * i) / 3 : 0))
  expect([near([0, 0], view, row), near([2, 2], view, row), near([4, 4], view, row)]).toEqual([
    ...[
      [0, 1],
      [1, 3],
      [3, 4],
    ],
  ])
  expect(() => readPicked([5, 2])).toThrow(/ascending/)
  expect(() => readProteinState({ pair: [1] })).toThrow(/two atoms/)
})
