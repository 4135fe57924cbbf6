// Jobs of kind fold: the answers of `limber fold` and of the library's `monteCarlo` for the same seed.
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fold } from '../../cli/fold.js'
import { Libraries } from '../../node/batch/disk-library.js'
import { readStructure } from '../../node/index.js'
import { type Answer, type BatchJob, failedAnswer, prepareJob } from '../../src/entries/batch.js'
import { monteCarlo, Protein, ProteinSystem, pdbModel } from '../../src/entries/molecules.js'

const folder = fileURLToPath(new URL('../../examples', import.meta.url))
const file = 'trp-cage.pdb'

function answer(job: object): Promise<Answer> {
  const whole = { id: '1', job: 'fold', structure: file, steps: 400, ...job } as BatchJob
  return prepareJob(whole, new Libraries().at({ folder, root: folder }))
    .then((run) => JSON.parse(JSON.stringify(run())) as Answer)
    .catch((error) => failedAnswer('1', error))
}

test.each([
  [
    { seed: 7, temperature: 2 },
    { seed: '7', temperature: '2' },
  ],
  [
    { potential: 'go', schedule: { kind: 'geometric', from: 2, to: 0.5 } },
    { potential: 'go', anneal: '2:0.5:geometric' },
  ],
  [
    { potential: 'lj', atoms: 'backbone', every: 10, burnIn: 100, moves: { pivot: 2, crankshaft: 1 } },
    { potential: 'lj', atoms: 'backbone', every: '10', burnIn: '100', moves: 'pivot:2,crankshaft' },
  ],
])('what limber fold says of the same run: %j', async (job, options) => {
  const { id, final, ...found } = await answer(job)
  const { code, stdout } = await fold(`${folder}/${file}`, { steps: '400', json: true, ...options })
  expect([code, id]).toEqual([0, '1'])
  expect(JSON.parse(stdout)).toMatchObject(found)
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['energy', 'lowest', 'moves', 'observed', 'last']))
  expect(final).toMatch(/^[0-9a-f]{64}$/)
})

test('the same energies, counts and structure as the library has', async () => {
  const protein = new Protein(await readStructure(`${folder}/${file}`))
  const run = await monteCarlo(new ProteinSystem(protein), { steps: 400, seed: 5, temperature: 1 })
  const found = await answer({ seed: 5, final: 'whole' })
  const { energy, lowest, moves, drift } = run
  expect(found).toMatchObject({ outcome: 'done', energy, lowest, moves, drift })
  expect(found.final).toContain(pdbModel(protein.structure, protein.coordinates(), 1, { atoms: protein.structureAtom }))
  expect(await answer({ seed: 6, final: 'whole' })).not.toEqual(found)
  expect(await answer({ seed: 5, final: 'none' })).not.toHaveProperty('final')
})

test.each([
  [{ structure: 'helices.pdb' }, 'structure must be a start without clashes'],
  [{ temperature: 1, schedule: { kind: 'linear', from: 2, to: 1 } }, 'options.temperature must be given, or else a'],
  [{ model: 9 }, 'model must be'],
  [{ pivot: { uniform: 2 } }, 'options.pivot.uniform must be'],
])('a run that cannot be is refused by its field: %j', async (job, message) => {
  expect((await answer(job)).error).toMatchObject({
    name: 'InvalidInputError',
    message: expect.stringContaining(message),
  })
})
