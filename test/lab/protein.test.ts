import { expect, test } from 'vitest'
import { rotateTail } from '../../lab/baselines/baseline.js'
import { createBaseline } from '../../lab/baselines/index.js'
import { experiments } from '../../lab/index.js'
import { readOptions } from '../../lab/protein/options.js'
import { printDocument } from '../../lab/protein/print.js'
import { type ProteinDocument, runProtein } from '../../lab/protein.js'
import { backboneMoves, foldedBackbone } from '../../scenes/index.js'
import { InvalidInputError } from '../../src/index.js'

const silent = (): undefined => undefined

function tiny(extra: Record<string, string> = {}): Promise<ProteinDocument> {
  return runProtein(readOptions({ residues: '12,56', steps: '300', quick: true, generated: true, ...extra }), silent)
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
  '%s agrees with brute force on backbones, also where a turn that was free is taken back',
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
  expect(document.rows.length).toBe(2 * 2 * 5)
  for (const row of document.rows) {
    expect(row.protein).toBe(`generated-${row.residues}`)
    expect(row.n).toBe(3 * row.residues)
    expect(row.stepMicros).toBeGreaterThan(0)
    expect(row.acceptance).toBeGreaterThan(0)
    if (row.method.startsWith('grid')) expect(row.boxTests).toBeNull()
    else expect(row.boxTests).toBeGreaterThan(0)
  }
  // Only the small one has a bound; times of tiny runs are asked for nowhere.
  const box = document.checks.filter(({ what }) => what.startsWith('box tests'))
  expect(box.map(({ bound, holds }) => [bound, holds])).toEqual([[200, true]])
  const text = printDocument(document)
  expect(text).toContain('242')
  expect(text).toContain('generated-56')
  expect(text).toContain('none differed')
})

test('[same-seed] all but the times is the same again, and another seed gives another run', async () => {
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
  expect(small!.boxTests!).toBeGreaterThan(uniform!.boxTests!)
  expect(small!.acceptance).toBeGreaterThan(uniform!.acceptance)
})

test('options are read, and refused by name', async () => {
  const defaults = readOptions({})
  expect(defaults.residues).toEqual([56, 323, 647])
  expect(defaults.steps).toBe(20_000)
  expect(readOptions({ quick: true }).steps).toBeLessThan(20_000)
  expect(readOptions({ methods: 'grid', moves: 'small' })).toMatchObject({ methods: ['grid'], moves: ['small'] })
  for (const raw of [{ residues: '0' }, { steps: 'many' }, { methods: 'magic' }, { moves: 'large' }, { seed: '-1' }]) {
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
