// The engine's side of the protein scene, in Node: histories of torsions and runs, clashes, melting.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, strToU8 } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { clashes, Protein, parseStructure } from '../../../src/index.js'
import { engine, type ProteinFrame } from '../../../studio/scenes/protein/engine.js'
import type { MeltFrame } from '../../../studio/scenes/protein/melting.js'
import {
  FIRST,
  type ProteinStep,
  readProteinState,
  STRUCTURES,
  withTurn,
} from '../../../studio/scenes/protein/state.js'
import { root } from '../browser.js'
import { testTask } from '../task.js'
import { openExample } from './protein-example.js'

const RUN = { temperature: 0.3, energy: 'native', seed: 1 } as const

function opened(structure = 'trp-cage') {
  const side = engine.create()
  const view = openExample(side, structure)
  return { side, view }
}

async function follow(side: ReturnType<typeof engine.create>, done: readonly ProteinStep[]): Promise<ProteinFrame> {
  return (await side.follow(done, testTask<ProteinFrame>())).value
}

describe('structures', () => {
  test('a structure that cannot be shown is forgotten: the next file of that name is read', () => {
    const { side } = opened()
    const alone = strToU8('ATOM      1  CA  ALA A   1       0.000   0.000   0.000  1.00  0.00           C\n')
    const first = { structure: 'file 1', model: 1, files: [{ path: 'alone.pdb', bytes: alone }] }
    expect(() => side.open(first)).toThrow(/model must be one of 1/)
    const bytes = new Uint8Array(readFileSync(join(root, 'examples', 'helix.pdb')))
    expect(side.open({ structure: 'file 1', model: 0, files: [{ path: 'helix.pdb', bytes }] }).name).toBe('helix.pdb')
  })

  test.each(STRUCTURES)('%s opens, with all that is drawn', async (name) => {
    const { side, view } = opened(name)
    const { positions, angles, clashes: found } = await follow(side, [])
    expect(positions).toHaveLength(3 * view.atoms)
    expect(angles).toHaveLength(view.torsions.length)
    expect(view.traces.reduce((sum, trace) => sum + trace.length / 4, 0)).toBe(view.residues)
    expect(view.bonds.length / 2).toBeGreaterThanOrEqual(view.moving.length - view.traces.length)
    if (name !== 'bundle') expect(found!.count > 0).toBe(name === 'helices')
  })

  test('a file is read as parseStructure does, gzipped too; a broken one is refused and leaves what is open', async () => {
    const bytes = new Uint8Array(readFileSync(join(root, 'examples', 'helix.pdb')))
    const { side } = opened()
    const view = side.open({
      structure: 'file 1',
      model: 0,
      files: [{ path: 'a/helix.pdb.gz', bytes: gzipSync(bytes) }],
    })
    expect(view.atoms).toBe(parseStructure(bytes, { name: 'helix.pdb' }).atoms.count)
    const broken = strToU8('ATOM      1  N   ALA A   1       0.000   nonsense')
    expect(() => side.open({ structure: 'file 2', model: 0, files: [{ path: 'broken.pdb', bytes: broken }] })).toThrow(
      /broken\.pdb/,
    )
    expect((await follow(side, [])).positions).toHaveLength(3 * view.atoms)
    expect(() => side.open({ structure: 'trp-cage', model: 3 })).toThrow(/model/)
  })

  // The page drew the coordinates of a file just dropped as atoms of the structure it was still opening.
  test('a file that is read, and not opened yet, leaves the frames to what is open', async () => {
    const bytes = new Uint8Array(readFileSync(join(root, 'examples', 'helix.pdb')))
    const { side, view } = opened()
    const other = side.read({ structure: 'file 1', model: 0, files: [{ path: 'helix.pdb', bytes }] })
    expect(other.atoms).not.toBe(view.atoms)
    expect((await follow(side, [])).positions).toHaveLength(3 * view.atoms)
    expect(side.open({ structure: 'file 1', model: 0 })).toEqual(other)
  })
})

test('several models: each of them opens', async () => {
  const lines = readFileSync(join(root, 'examples', 'helix.pdb'), 'utf8').split('\n')
  const atoms = lines.filter((line) => line.startsWith('ATOM'))
  const moved = atoms.map(
    (line) => `${line.slice(0, 30)}${(Number(line.slice(30, 38)) + 5).toFixed(3).padStart(8)}${line.slice(38)}`,
  )
  const text = ['MODEL        1', ...atoms, 'ENDMDL', 'MODEL        2', ...moved, 'ENDMDL', 'END', ''].join('\n')
  const side = engine.create()
  const files = [{ path: 'two.pdb', bytes: strToU8(text) }]
  expect(side.open({ structure: 'file 1', model: 0, files }).models).toBe(2)
  const first = await follow(side, [])
  side.open({ structure: 'file 1', model: 1 })
  const second = await follow(side, [])
  expect(second.positions[0]! - first.positions[0]!).toBeCloseTo(5, 3)
  expect(second.positions[1]! - first.positions[1]!).toBeCloseTo(0, 3)
})

describe('histories', () => {
  test('torsions are those of the engine, and clashes too', async () => {
    const { side, view } = opened()
    const chi1 = view.torsions.findIndex(({ kind, residue }) => kind === 'chi1' && residue === 5)
    const { angles, clashes: found, positions } = await follow(side, [{ turn: { [chi1]: 60 } }])
    expect(angles[chi1]).toBeCloseTo(60, 4)
    const structure = parseStructure(readFileSync(join(root, 'examples', 'trp-cage.pdb')), { name: 'trp-cage.pdb' })
    const protein = new Protein(structure, { atoms: 'flexible-sidechains' })
    protein.setTorsion(chi1, Math.PI / 3)
    const moved = Array.from(protein.structureAtom, (atom) => [...positions.subarray(3 * atom, 3 * atom + 3)]).flat()
    expect(moved).toEqual([...Float32Array.from(protein.coordinates())])
    const now = structure.models[0]!.slice()
    const x = protein.coordinates()
    protein.structureAtom.forEach((atom, i) => {
      now.set(x.subarray(3 * i, 3 * i + 3), 3 * atom)
    })
    const expected = clashes({ ...structure, models: [now] }, { hydrogens: false })
    expect(expected.pairs.length).toBeGreaterThan(0)
    expect(found!.count).toBe(expected.pairs.length)
    expect(found!.worst).toBe(expected.pairs[0]!.overlap)
  })

  test('the same history gives the same conformation, however it was come by', async () => {
    const history: ProteinStep[] = [{ turn: { 3: -70, 4: -30 } }, { run: 600, ...RUN }, { turn: { 8: 100 } }]
    const direct = await follow(opened().side, history)
    const { side } = opened()
    await follow(side, [{ turn: { 3: 20 } }])
    await follow(side, [{ turn: { 3: -70, 4: -30 } }])
    await follow(side, [history[0]!, { run: 250, ...RUN }])
    await follow(side, history.slice(0, 2))
    await follow(side, [...history.slice(0, 2), { turn: { 8: 10, 9: 5 } }])
    const later = await follow(side, history)
    expect(later.positions).toEqual(direct.positions)
    expect(later.done).toEqual(history)
    expect((await follow(side, [])).positions).toEqual((await follow(opened().side, [])).positions)
  })

  test('a run that is stopped says how far it came, and continues from there as one that was not', async () => {
    const { side } = opened()
    const task = testTask<ProteinFrame>()
    const running = side.run(RUN, task)
    await vi.waitUntil(() => task.told.length > 0)
    task.stop()
    const { done, run } = (await running).value
    expect(done).toEqual([{ run: run!.steps, ...RUN }])
    const longer: ProteinStep = { run: run!.steps + 500, ...RUN }
    const on = await follow(side, [longer])
    const direct = await follow(opened().side, [longer])
    expect(on.positions).toEqual(direct.positions)
    expect(on.run!.energy).toBe(direct.run!.energy)
    expect(side.runCsv()).toMatch(/^step,temperature,energy,radiusOfGyration,rmsd,nativeContacts\n0,0\.3,/)
  })

  test('a run does not begin in a clash', async () => {
    const { side, view } = opened()
    for (let k = 0; k < view.torsions.length; k++) {
      const { isBlocked } = await follow(side, [{ turn: { [k]: 0 } }])
      if (!isBlocked) continue
      await expect(side.run(RUN, testTask())).rejects.toThrow(/clash/i)
      return
    }
    expect.unreachable('no torsion of 0° makes a clash')
  })

  test('the conformation is saved as PDB, and read again', async () => {
    const { side, view } = opened()
    const { positions } = await follow(side, [{ turn: { 5: 90 } }])
    const again = parseStructure(side.pdb(), { name: 'again.pdb' })
    expect(again.atoms.count).toBe(view.moving.length)
    view.moving.forEach((atom, i) => {
      for (let k = 0; k < 3; k++) expect(again.models[0]![3 * i + k]).toBeCloseTo(positions[3 * atom + k]!, 2)
    })
  })
})

test('melting fills in: contacts fall and errors are there; in pieces as in one go', async () => {
  const setup = { low: 0.3, high: 1.3, rungs: 6, seed: 1 }
  const { side } = opened()
  const whole = await side.melt({ setup, to: 60, rung: 2 }, testTask<MeltFrame>())
  expect(whole.round).toBe(60)
  expect(whole.rows).toHaveLength(6)
  expect(whole.rows[0]!.formed).toBeGreaterThan(whole.rows[5]!.formed + 0.3)
  for (const { formedError, heatCapacityError } of whole.rows) {
    expect(formedError).toBeGreaterThan(0)
    expect(heatCapacityError).toBeGreaterThan(0)
  }
  const other = opened().side
  await other.melt({ setup, to: 25, rung: 2 }, testTask<MeltFrame>())
  const pieces = await other.melt({ setup, to: 60, rung: 2 }, testTask<MeltFrame>())
  expect({ ...pieces, movesPerSecond: 0 }).toEqual({ ...whole, movesPerSecond: 0 })
  expect(side.meltCsv()!.split('\n')).toHaveLength(8)
  expect(side.lookAt({ rung: 5 })!.trace).not.toEqual(whole.trace)
})

test('what a link says of the protein is read, or refused in words', () => {
  const done = [{ turn: { 3: -70 } }, { run: 10, ...RUN }]
  expect(readProteinState({ structure: 'helix', done, residue: 2 })).toEqual({ structure: 'helix', done, residue: 2 })
  expect(() => readProteinState({ structure: 'file 1' })).toThrow(/drop them here/)
  expect(() => readProteinState({ structure: 'x' })).toThrow(/structure must be one of/)
  expect(() => readProteinState({ done: [{ turn: { 3: 400 } }] })).toThrow(/angle must be a number from -180 to 180/)
  expect(() => readProteinState({ done: [{ run: 3 }] })).toThrow(/temperature/)
  expect(() => readProteinState({ low: 2 })).toThrow(/high/)
  expect(withTurn(withTurn(FIRST.done, 3, 10), 4, 20)).toEqual([{ turn: { 3: 10, 4: 20 } }])
  expect(withTurn([{ run: 10, ...RUN }], 4, 20)).toHaveLength(2)
})
