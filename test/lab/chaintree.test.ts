import { expect, test } from 'vitest'
import { chainTreeFindings } from '../../lab/chaintree/findings.js'
import { readOptions } from '../../lab/chaintree/options.js'
import { printDocument } from '../../lab/chaintree/print.js'
import { publishedVolumeTests } from '../../lab/chaintree/published.js'
import { fitExponents, logLogSlope } from '../../lab/chaintree/worst-cases.js'
import { type ChainTreeDocument, runChainTree } from '../../lab/chaintree.js'
import type { Findings } from '../../lab/findings.js'
import { experiments } from '../../lab/index.js'
import { formatNumber, formatTable } from '../../lab/table.js'
import { InvalidInputError } from '../../src/index.js'

const silent = (): undefined => undefined

function tiny(extra: Record<string, string> = {}): Promise<ChainTreeDocument> {
  const options = readOptions({ n: '30,200', steps: '400', quick: true, ...extra })
  const worstCases = { lemma7: [8, 16, 24], figure5: [10, 50, 200], figure4: [16, 64], expectedMicros: 1 }
  return runChainTree({ ...options, worstCases }, silent)
}

test('a tiny run: every method on every size, no disagreement, figures that make sense', async () => {
  for (const start of ['serpentine', 'hilbert']) {
    const document = await tiny({ start })
    expect(document.disagreements).toBe(0)
    expect(document.rows.length).toBe(16)
    for (const row of document.rows) {
      expect(row.stepMicros).toBeGreaterThan(0)
      expect(row.updateMicros).toBeGreaterThan(0)
      expect(row.testMicros).toBeGreaterThan(0)
      expect(row.acceptance).toBeGreaterThan(0)
      expect(row.acceptance).toBeLessThan(1)
      expect(row.bytesPerLink).toBeGreaterThan(0)
      expect(row.samples).toBe(row.method.includes('obbtree') ? 100 : 400)
      if (row.method === 'grid') expect(row.volumeTests).toBeNull()
      else expect(row.volumeTests).toBeGreaterThan(0)
    }
    for (const row of document.rows.filter((r) => r.method.startsWith('chaintree'))) {
      expect(row.nodesUpdated).toBeGreaterThan(0)
      expect(row.nodesUpdated).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(row.n)) + 2)
    }
  }
})

test("the worst cases' spheres touch and none collides; box tests grow", async () => {
  const { worstCases, exponents } = await tiny()
  const [lemma7, figure5] = [
    [24, 195, 656],
    [10, 50, 200],
  ]
  expect(worstCases.map((c) => c.n)).toEqual([...lemma7!, ...figure5!, ...figure5!, ...lemma7!, ...lemma7!, ...lemma7!])
  for (const { pairs } of worstCases) expect(pairs).toBe(0)
  expect(exponents.lemma7).toBeGreaterThan(0.9)
  // Few links only: boxes that follow each other are not tested, which tilts the line at this end of it.
  expect(exponents.figure5).toBeGreaterThan(0.8)
  expect(exponents.figure5).toBeLessThan(1.6)
  // Theorem 1, and what section 6.3 says of a simple body.
  expect(exponents['figure5-spatial']).toBeCloseTo(1, 0)
  expect(exponents['to-sphere']).toBeLessThan(exponents['to-chain']!)
})

test('Figure 4: boxes that were apart all overlap once the middle joint has turned; the ChainTree is as it was', async () => {
  const { corrupted } = await tiny()
  expect(corrupted.map(({ n, boxes, overlaps }) => [n, boxes, ...overlaps])).toEqual([
    [16, 8, 0, 28],
    [64, 32, 0, 496],
  ])
  for (const { volumeTests, chainTests, n } of corrupted) {
    expect(volumeTests[1]).toBeGreaterThan(volumeTests[0])
    expect(chainTests).toBeLessThan(n)
  }
})

test('findings follow from the numbers', async () => {
  const document = await tiny()
  const said = ({ reproduced, differs }: Findings): string[] => [
    ...reproduced.map(({ of }) => `yes ${of}`),
    ...differs.map(({ of }) => `no ${of}`),
  ]
  // Sizes of the paper were not run: nothing is said of its table.
  const own = said(chainTreeFindings(document))
  expect(own).toContain('yes Figure 4')
  expect(own.join()).not.toContain('Table 1')
  const corrupted = document.corrupted.map((row) => ({ ...row, overlaps: [1, 2] as const }))
  expect(said(chainTreeFindings({ ...document, corrupted }))).toContain('no Figure 4')
  // As if they had been, with the published counts, and with others.
  const size = (n: number) => (n === 30 ? 1000 : 10_000)
  const rows = document.rows.map((row) => ({
    ...row,
    n: size(row.n),
    volumeTests: row.volumeTests === null ? null : (publishedVolumeTests(row.method, size(row.n)) ?? 1),
  }))
  expect(said(chainTreeFindings({ ...document, rows })).filter((one) => one === 'yes Table 1 (a)').length).toBe(3)
  const twice = rows.map((row) => ({ ...row, volumeTests: row.volumeTests && 2 * row.volumeTests }))
  expect(said(chainTreeFindings({ ...document, rows: twice })).filter((one) => one === 'no Table 1 (a)').length).toBe(2)
})

test('[same-seed] everything except the times is the same again, and another seed gives another run', async () => {
  const timeless = async (seed: string): Promise<unknown> => {
    const document = await tiny({ seed })
    return [
      document.rows.map(({ stepMicros, updateMicros, testMicros, ...rest }) => rest),
      document.volumes.map(({ micros, ...rest }) => rest),
    ]
  }
  const first = await timeless('3')
  expect(await timeless('3')).toEqual(first)
  expect(await timeless('4')).not.toEqual(first)
})

test('methods: the chain tree drives also where it is not reported', async () => {
  const { rows } = await tiny({ methods: 'grid,chaintree-rss' })
  expect(rows.map((r) => r.method)).toEqual(['chaintree-rss', 'grid', 'chaintree-rss', 'grid'])
})

test('both volumes walk alike, and are asked the same questions', async () => {
  const { rows, volumes } = await tiny()
  for (const n of [30, 200]) {
    const [box, swept] = ['chaintree', 'chaintree-rss'].map((m) => rows.find((r) => r.n === n && r.method === m)!)
    expect(swept!.acceptance).toBe(box!.acceptance)
    expect(swept!.nodesUpdated).toBe(box!.nodesUpdated)
    expect(swept!.volumeTests).not.toBe(box!.volumeTests)
    const asked = volumes.filter((v) => v.n === n)
    expect(asked.length).toBe(10)
    for (const row of asked) {
      expect(row.micros).toBeGreaterThan(0)
      expect(row.volumeTests).toBeGreaterThan(0)
      expect(row.samples).toBe(row.question === 'self-collision' ? 500 : 10)
    }
  }
  const { volumes: none } = await tiny({ methods: 'chaintree,grid' })
  expect(none).toEqual([])
  expect(printDocument(await tiny())).toContain('distance to a sphere')
})

test('progress runs from 0 to 1 and never back', async () => {
  const shares: number[] = []
  await runChainTree(readOptions({ n: '50,20', steps: '100', quick: true }), (share) => {
    shares.push(share)
    return undefined
  })
  expect(shares[0]).toBe(0)
  expect(shares.at(-1)).toBe(1)
  for (let i = 1; i < shares.length; i++) expect(shares[i]!).toBeGreaterThanOrEqual(shares[i - 1]!)
})

test('a disagreement is reported and is a failure', async () => {
  const document = await tiny()
  expect(printDocument(document)).not.toContain('DISAGREEMENT')
  expect(printDocument({ ...document, disagreements: 3 })).toContain('DISAGREEMENT: at 3 steps')
})

test('pairs reported where none touch are said', async () => {
  const document = await tiny()
  expect(printDocument(document)).not.toContain('WRONG')
  const worstCases = document.worstCases.map((c) => ({ ...c, pairs: 2 }))
  expect(printDocument({ ...document, worstCases })).toContain('WRONG: the ChainTree reported 36 pairs')
})

test('defaults: all methods up to 10,000 links, the chain trees alone above; quick leaves out the largest', () => {
  const plan = (raw: Record<string, string | boolean>): string[] =>
    readOptions(raw).sizes.map(({ n, methods }) => `${n}:${methods.length}`)
  expect(plan({})).toEqual(['1000:8', '2500:8', '5000:8', '10000:8', '100000:2', '1000000:2'])
  expect(plan({ quick: true })).toEqual(['1000:8', '2500:8', '5000:8', '10000:8', '100000:2'])
  expect(plan({ n: '100000', methods: 'chaintree,grid' })).toEqual(['100000:2'])
  expect(readOptions({}).steps).toBe(20_000)
})

test('options that make no sense are refused', () => {
  for (const raw of [{ n: '' }, { n: '5,x' }, { n: '1' }, { steps: '1e3' }, { methods: '' }, { start: '' }]) {
    expect(() => readOptions(raw as Record<string, string>)).toThrow(InvalidInputError)
  }
})

test('the slope of a power law is its exponent', () => {
  expect(logLogSlope([10, 100, 1000].map((n) => [n, 7 * n ** (4 / 3)]))).toBeCloseTo(4 / 3, 12)
  expect(fitExponents([{ name: 'lemma7', n: 5, volumeTests: 9, pairs: 0 }])).toEqual({})
})

test('tables line up', () => {
  expect(formatTable(['a', 'b'], [['long', '1']])).toBe('a     b\n----  -\nlong  1')
  expect([0, 1.234, 12.34, 123.4, 12345.6].map(formatNumber)).toEqual(['0', '1.23', '12.3', '123', '12,346'])
})

test('every experiment has a name of its own and no option twice', () => {
  expect(new Set(experiments.map((e) => e.name)).size).toBe(experiments.length)
  for (const { options } of experiments) expect(new Set(options.map((o) => o.flags)).size).toBe(options.length)
})
