import { expect, test } from 'vitest'
import { rotateTail } from '../../lab/baselines/baseline.js'
import { createBaseline } from '../../lab/baselines/index.js'
import { experiments } from '../../lab/index.js'
import { checkClashes, checkEnergies } from '../../lab/protein/checks.js'
import { ENERGY_METHODS, energyWalker, TERM } from '../../lab/protein/energy-methods.js'
import { findProtein } from '../../lab/protein/findings.js'
import { readOptions } from '../../lab/protein/options.js'
import { printDocument } from '../../lab/protein/print.js'
import { type ProteinDocument, runProtein } from '../../lab/protein.js'
import { backboneMoves, extendedBackbone, foldedBackbone } from '../../scenes/index.js'
import { InvalidInputError } from '../../src/index.js'

const silent = (): undefined => undefined

async function tiny(extra: Record<string, string> = {}): Promise<ProteinDocument> {
  const options = readOptions({ residues: '12,56', steps: '300', parts: 'clashes', generated: true, ...extra })
  return (await runProtein(options, silent)).document
}

function hits(p: Float64Array, radius: number, neighbours: number): boolean {
  for (let i = 0; i < p.length; i += 3) {
    for (let j = i + 3 * (neighbours + 1); j < p.length; j += 3) {
      const [x, y, z] = [p[i]! - p[j]!, p[i + 1]! - p[j + 1]!, p[i + 2]! - p[j + 2]!]
      if (x * x + y * y + z * z <= 4 * radius * radius) return true
    }
  }
  return false
}

test.each(['grid', 'grid-side', '1-obbtree', 'k-obbtree'] as const)(
  '%s agrees with brute force on backbones, also where a turn that was free is undone',
  (method) => {
    let found = 0
    let steps = 0
    for (const [residues, width] of [
      [2, Math.PI],
      [20, Math.PI],
      [60, 0.1],
      [100, Math.PI],
    ] as const) {
      const baseline = createBaseline(method, 3 * residues, 1.6, 4)
      const truth = foldedBackbone(residues, 5)
      baseline.sync(truth)
      const { joints, angles } = backboneMoves(residues, residues, 150, width)
      for (let s = 0; s < joints.length; s++) {
        const before = truth.slice()
        rotateTail(truth, joints[s]!, angles[s]!)
        const expected = hits(truth, 1.6, 4)
        baseline.update(joints[s]!, angles[s]!)
        if (baseline.test() !== expected) expect.fail(`${residues} residues, step ${s}: not ${expected}`)
        steps++
        if (expected) found++
        if (!expected && s % 5 !== 0) continue
        baseline.undo()
        truth.set(before)
      }
    }
    expect(found).toBeGreaterThan(steps / 20)
    expect(found).toBeLessThan((steps * 19) / 20)
  },
)

test('a tiny run: every method on every backbone with both kinds of moves, no disagreement', async () => {
  const document = await tiny()
  expect(document.disagreements).toBe(0)
  expect(document.rows.length).toBe(2 * 2 * 7)
  for (const row of document.rows) {
    expect(row.protein).toBe(`generated-${row.residues}`)
    expect(row.n).toBe(3 * row.residues)
    expect(row.stepMicros).toBeGreaterThan(0)
    expect(row.acceptance).toBeGreaterThan(0)
    if (row.method.startsWith('grid')) expect(row.volumeTests).toBeNull()
    else expect(row.volumeTests).toBeGreaterThan(0)
  }
  // Only the small one has a bound; times of tiny runs are asked for nowhere.
  const box = document.checks.filter(({ what }) => what.startsWith('box tests'))
  expect(box.map(({ bound, holds }) => [bound, holds])).toEqual([[200, true]])
  const text = printDocument(document)
  expect(text).toContain('242')
  expect(text).toContain('generated-56')
  expect(text).toContain('none differed')
})

test('[same-seed] everything except the times is the same again, and another seed gives another run', async () => {
  const timeless = async (seed: string): Promise<unknown> => {
    const { rows } = await tiny({ seed, methods: 'chaintree,grid-side' })
    return rows.map(({ stepMicros, updateMicros, testMicros, ...rest }) => rest)
  }
  const first = await timeless('3')
  expect(await timeless('3')).toEqual(first)
  expect(await timeless('4')).not.toEqual(first)
})

test('small turns keep the chain folded: more box tests, more of them accepted', async () => {
  const { rows } = await tiny({ residues: '144', methods: 'chaintree' })
  const [uniform, small] = ['uniform', 'small'].map((moves) => rows.find((r) => r.moves === moves)!)
  expect(small!.volumeTests!).toBeGreaterThan(uniform!.volumeTests!)
  expect(small!.acceptance).toBeGreaterThan(uniform!.acceptance)
})

test('options are read, and refused by name', async () => {
  const defaults = readOptions({})
  expect(defaults.residues).toEqual([56, 323, 647])
  expect(defaults.steps).toBe(20_000)
  expect(readOptions({ quick: true }).steps).toBeLessThan(20_000)
  expect(readOptions({ methods: 'grid', moves: 'small' })).toMatchObject({ methods: ['grid'], moves: ['small'] })
  for (const raw of [
    { parts: 'all' },
    { residues: '0' },
    { steps: 'many' },
    { methods: 'magic' },
    { moves: 'large' },
    { seed: '-1' },
  ]) {
    const option = `--${Object.keys(raw)[0]}`
    expect(() => readOptions(raw)).toThrow(InvalidInputError)
    expect(() => readOptions(raw)).toThrow(option)
  }
  expect(experiments.map(({ name }) => name)).toContain('protein')
})

test('a figure that must hold and does not is said, and is not good', async () => {
  const document = await tiny({ residues: '56', methods: 'chaintree', moves: 'uniform' })
  const worse = { ...document, checks: document.checks.map((check) => ({ ...check, value: 201, holds: false })) }
  expect(printDocument(worse)).toContain('DOES NOT HOLD')
  expect(printDocument({ ...document, disagreements: 2 })).toContain('DISAGREEMENT')
})

test('findings: counts of real backbones are judged, those of generated ones are not compared', async () => {
  const document = await tiny({ residues: '56', moves: 'uniform' })
  const generated = findProtein(document)
  expect(generated.notComparable.filter((one) => one.of === 'Table 1 (b)')).toHaveLength(2)
  const counted = (volumeTests: number) =>
    findProtein({
      ...document,
      rows: document.rows
        .filter(({ method }) => method === 'chaintree-paper')
        .map((row) => ({ ...row, protein: '1PGA', volumeTests })),
    })
  expect(counted(242).reproduced).toMatchObject([{ of: 'Table 1 (b)' }])
  expect(counted(120).differs).toMatchObject([{ of: 'Table 1 (b)' }])
})

/** Every pair more than four bonds apart, nothing kept. */
function allPairs(p: Float64Array): number {
  let sum = 0
  for (let i = 0; i < p.length / 3; i++) {
    for (let j = i + 5; j < p.length / 3; j++) {
      const [x, y, z] = [0, 1, 2].map((k) => p[3 * i + k]! - p[3 * j + k]!) as [number, number, number]
      const squared = x * x + y * y + z * z
      if (squared < TERM.cutoff ** 2) sum += TERM.energy(i, j, squared)
    }
  }
  return sum
}

test.each(ENERGY_METHODS)('%s has the energy of all pairs, whether steps are taken or undone', (method) => {
  for (const [start, width] of [
    [foldedBackbone(30, 3), 0.05],
    [extendedBackbone(25), Math.PI],
    [foldedBackbone(2), 1],
  ] as const) {
    const walker = energyWalker(method, start.length / 3)
    walker.sync(start)
    const truth = start.slice()
    const { joints, angles } = backboneMoves(start.length / 9, 7, 60, width)
    for (let s = 0; s < joints.length; s++) {
      const before = truth.slice()
      rotateTail(truth, joints[s]!, angles[s]!)
      const expected = allPairs(truth)
      const energy = walker.propose(joints[s]!, angles[s]!)
      if (!(Math.abs(energy - expected) <= 1e-9 * Math.max(1, Math.abs(expected)))) {
        expect.fail(`${start.length / 9} residues, step ${s}: ${energy}, not ${expected}`)
      }
      // Overlaps are taken back: differences across them have no digits left.
      if (s % 3 !== 0 && expected < 100) walker.accept()
      else {
        walker.undo()
        truth.set(before)
      }
    }
  }
})

test('a tiny run of energies: every method on folded and extended backbones, energies agree', async () => {
  const document = await tiny({ parts: 'energy', energyResidues: '10,40', energySteps: '55' })
  expect(document.disagreements).toBe(0)
  expect(document.rows).toEqual([])
  expect(document.energies.length).toBe(2 * 2 * 4)
  for (const row of document.energies) {
    expect(row).toMatchObject({ protein: `generated-${row.residues}`, n: 3 * row.residues, samples: 55 })
    expect(row.stepMicros).toBeGreaterThan(0)
    expect(row.movesPerSecond).toBeGreaterThan(0)
    expect(row.acceptance).toBeGreaterThan(0.2)
  }
  expect(document.checks).toEqual([])
  expect(printDocument(document)).toContain('Lennard-Jones')
})

test('ratios are asked for where they must hold, and only there', async () => {
  const energy = (
    residues: number,
    state: 'folded' | 'extended',
    method: 'kept' | 'cells' | 'cells-across',
    stepMicros: number,
  ) => ({
    ...{
      protein: `generated-${residues}`,
      residues,
      n: 3 * residues,
      movesPerSecond: 1e6 / stepMicros,
      acceptance: 1,
      samples: 1,
    },
    ...{ state, method, stepMicros },
  })
  const rows = ([68, 374, 755] as const).flatMap((residues) =>
    (['folded', 'extended'] as const).flatMap((state) => [
      energy(residues, state, 'kept', 100),
      energy(residues, state, 'cells', 300),
      energy(residues, state, 'cells-across', 120),
    ]),
  )
  // Folded from 320 residues on: 3 ≥ 2.5 and 1.2 ≥ 1. Extended at 755: 3 < 4 and 1.2 < 1.3.
  expect(checkEnergies(rows).map(({ holds }) => holds)).toEqual([true, true, true, true, false, false])
  const step = (method: 'chaintree' | 'grid' | 'grid-side', stepMicros: number, volumeTests: number | null) => ({
    ...{
      protein: '1LOX',
      residues: 647,
      n: 1941,
      moves: 'uniform' as const,
      updateMicros: 1,
      testMicros: 1,
      nodesUpdated: 1,
      leafTests: null,
    },
    ...{ acceptance: 0.5, bytesPerLink: 1, samples: 1, method, stepMicros, volumeTests },
  })
  const steps = [step('chaintree', 10, 401), step('grid', 79, null), step('grid-side', 13, null)]
  expect(checkClashes(steps).map(({ holds }) => holds)).toEqual([false, false, true])
})
