import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { experiments } from '../../lab/index.js'
import { bruteClosest, bruteTouching } from '../../lab/necklace/brute-force.js'
import { type Counted, checkAll } from '../../lab/necklace/checks.js'
import { necklaceFindings } from '../../lab/necklace/findings.js'
import { gridExponent, measureGrid, measureLayers } from '../../lab/necklace/growth.js'
import { ballsOf, type Measured, measureNecklace, NEIGHBOURS_ONLY } from '../../lab/necklace/measure.js'
import { necklacesAtRest, necklacesInMotion } from '../../lab/necklace/models.js'
import { countTriangles, measureMotion } from '../../lab/necklace/motion.js'
import { NECKLACE_MODELS, type NecklaceLabOptions, readNecklaceLabOptions } from '../../lab/necklace/options.js'
import { printNecklace } from '../../lab/necklace/print.js'
import { PUBLISHED, publishedRow } from '../../lab/necklace/published.js'
import { type NecklaceDocument, necklace, runNecklace } from '../../lab/necklace.js'
import { type LabDocument, runExperiment } from '../../lab/run.js'
import { grill, spline } from '../../scenes/index.js'
import { buildCages } from '../../src/chains/necklace/cage-tree.js'
import { PowerDiagram } from '../../src/entries/chains.js'
import { InvalidInputError } from '../../src/index.js'

const silent = (): undefined => undefined
const folder = process.env.LIMBER_DATA

/** As quick as --quick and quicker: fewer frames and small grids. */
const OPTIONS: NecklaceLabOptions = {
  ...readNecklaceLabOptions({ quick: true }),
  sizes: { spline: [100, 400, 1600], 'helix-static': [1600, 6400], 'helix-scaling': [100, 400, 1600] },
  sides: [
    [8, 16, 32],
    [4, 8, 16],
  ],
  levels: 6,
  frames: [12, 20],
}

let document: NecklaceDocument

beforeAll(async () => {
  delete process.env.LIMBER_DATA
  document = await runNecklace(OPTIONS, silent)
}, 60_000)

afterAll(() => {
  if (folder !== undefined) process.env.LIMBER_DATA = folder
})

test('Figure 7 comes out, row by row, beside the published one', () => {
  expect(document.rows.map(({ model, n }) => `${model} ${n}`)).toEqual([
    'grill 90',
    'spline 100',
    'spline 400',
    'spline 1600',
    'helix-static 1600',
    'helix-static 6400',
    'helix-scaling 100',
    'helix-scaling 400',
    'helix-scaling 1600',
    'backbone 1380',
    'hairpin 51',
    'spiral-start 500',
    'spiral-end 500',
  ])
  for (const row of document.rows) {
    expect(Object.keys(row)).toEqual([
      'model',
      'n',
      'cages',
      'selfTests',
      'selfFrontier',
      'cascadeTests',
      'cascadeFrontier',
      'naiveTests',
      'separatingPairs',
      'buildMillis',
      'millis',
    ])
    for (const value of Object.values(row).slice(1)) expect(value).toBeGreaterThan(0)
  }
  expect(document.published.length).toBe(document.rows.length)
  for (const check of document.checks) {
    if (!check.claim.startsWith('tests on grids')) expect(check.passed, `${check.claim}: ${check.seen}`).toBe(true)
  }
  expect(document.checks.length).toBe(18)
  const counts = document.rows.map(({ separatingPairs, cages }) => [separatingPairs, cages])
  expect(counts.slice(0, 6)).toEqual([
    [295, 63],
    [35, 71],
    [143, 287],
    [575, 1151],
    [2714, 1151],
    [4823, 4607],
  ])
})

test('motion: fewer bases change than edges of the power diagram, and a frontier saves tests', () => {
  expect(document.motion.map(({ model, source }) => `${model}, ${source}`)).toEqual([
    'spiral, rolling',
    'spiral, curling',
    'hairpin, by formula',
  ])
  for (const row of document.motion) {
    expect(row.differences).toBe(0)
    expect(row.frontierTests).toBeLessThan(row.cascadeTests)
    expect(row.powerChanges).toBeGreaterThan(row.basisChanges)
  }
  const [rolling] = document.motion
  expect(rolling!.basisChanges).toBeGreaterThan(30)
  expect(rolling!.powerEdges[0]).toBe(499)
  // A triangulation of the plane, by Euler's formula; a line has no triangle.
  expect(rolling!.powerFaces).toEqual([0, rolling!.powerEdges[1] - 499])
})

test('faces of a power diagram in space are the sides of its tetrahedra, each once', () => {
  const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
  expect(countTriangles(new PowerDiagram(corners, 0.1))).toBe(4)
  // A second one on a side of the first.
  expect(countTriangles(new PowerDiagram([...corners, 1, 1, 1], 0.1))).toBe(7)
})

test('parameters of ours are varied, and what the print cannot have is said', () => {
  const { radii, helixes, trembles, most } = document
  const touching = (model: string) => radii.find((v) => v.model === model && v.parameter.endsWith('touching'))!
  expect(touching('grill').selfTests / publishedRow('grill', 90)!.selfTests!).toBeCloseTo(1.19, 2)
  expect(touching('spiral-end').selfTests / publishedRow('spiral-end', 500)!.selfTests!).toBeCloseTo(1.43, 2)
  for (const { model, n, chosen, selfTests } of radii) {
    const row = document.rows.find((r) => r.model === model && r.n === n)
    if (chosen) expect(selfTests).toBe(row?.selfTests)
  }
  // Two shapes, two series, three sizes.
  expect(helixes.length).toBe(12)
  expect(helixes.filter(({ chosen }) => chosen).length).toBe(6)
  expect(trembles.find(({ chosen }) => chosen)!.basisChanges).toBe(document.motion[2]!.basisChanges)
  expect(most).toEqual([{ n: 100, selfTests: expect.closeTo(13.21, 2), separatingPairs: 630 }])
})

test('findings: every printed row is reproduced, differs, or is not comparable', () => {
  const { reproduced, differs, notComparable } = necklaceFindings(document)
  const all = [...reproduced, ...differs, ...notComparable].filter(({ of }) => of === 'Figure 7')
  for (const { model, n } of document.published) {
    expect(all.some(({ what }) => what.startsWith(`${model} of ${n.toLocaleString('en')}`))).toBe(true)
  }
  expect(notComparable.find(({ what }) => what.startsWith('helix-scaling of 100'))!.why).toContain(
    '13.21 tests and 630',
  )
  const grillOf = ({ what }: { what: string }) => what.startsWith('grill of 90')
  expect(reproduced.find(grillOf)!.what).toContain('separating pairs 295 for 309')
  const twice = document.measured.map((m) => ({ ...m, row: { ...m.row, separatingPairs: 2 * m.row.separatingPairs } }))
  expect(necklaceFindings({ ...document, measured: twice }).differs.find(grillOf)!.what).toContain('590 for 309')
})

test('for people: the tables, the claims and what the paper leaves open', () => {
  const text = printNecklace(document)
  for (const part of [
    'Figure 7',
    '(paper: self',
    'Self-collision by either rule',
    'spiral, rolling',
    'unexplained',
    'touching',
    'One helix for both series',
    'by how strongly it trembles',
    'Grids of section 5.1',
    'Lemma 4.3',
    'What it must show',
    'scenes/necklace-*.ts',
    'atoms of 2 Å',
  ]) {
    expect(text).toContain(part)
  }
  const nothing = {
    ...document,
    measured: [],
    motion: [],
    grids: [],
    layers: [],
    checks: [],
    most: [],
    radii: [],
    helixes: [],
    trembles: [],
  }
  expect(printNecklace(nothing)).not.toContain('Figure 7:')
})

test('one model alone: its rows and no bounds; sizes as asked', async () => {
  const outcome = await runExperiment(necklace, { model: 'spline,hairpin', n: '30,60', quick: true }, silent)
  const alone = outcome.document as LabDocument & NecklaceDocument
  expect(alone.rows.map(({ n }) => n)).toEqual([30, 60, 51])
  expect([alone.grids, alone.layers]).toEqual([[], []])
  expect(alone.motion.map(({ model }) => model)).toEqual(['hairpin'])
  expect(outcome.good).toBe(true)
  expect(JSON.parse(JSON.stringify(alone)).rows.length).toBe(3)
})

test('what comes out wrong is reported, and is a failure', () => {
  const good = { measured: document.measured, motion: document.motion, grids: document.grids, layers: document.layers }
  const failed = (findings: Counted): string[] =>
    checkAll(findings)
      .filter((c) => !c.passed && !c.claim.startsWith('tests on grids'))
      .map((c) => c.seen)
  expect(failed(good)).toEqual([])
  const but = (model: string, change: (m: Measured) => Partial<Measured>): Counted => ({
    ...good,
    measured: good.measured.map((m) => (m.row.model === model ? { ...m, ...change(m) } : m)),
  })
  const row = (model: string, change: Partial<Measured['row']>): Counted =>
    but(model, (m) => ({ row: { ...m.row, ...change } }))
  expect(failed(row('grill', { cages: 64 }))).toEqual(['90: 64'])
  expect(failed(row('grill', { naiveTests: 8.64 }))).toEqual(['grill of 90: 8.6, published 8.5'])
  expect(failed(row('grill', { separatingPairs: 341 }))).toEqual(['6.57 for 6.5, 341 for 309'])
  expect(failed(row('spiral-end', { selfTests: 9.4 }))[0]).toContain('9.40 for 8.1')
  expect(failed(row('spiral-start', { separatingPairs: 244 }))).toEqual(['244'])
  expect(failed(row('spline', { cascadeTests: 7.71 }))).toEqual(['7.71, 7.71, 7.71'])
  expect(failed(row('spline', { separatingPairs: 35 }))).toEqual(['35 for 35, 35 for 143, 35 for 575'])
  expect(failed(row('helix-static', { cascadeFrontier: 9.5 })).length).toBe(2)
  expect(failed(but('helix-scaling', (m) => ({ row: { ...m.row, selfTests: m.row.n } })))).toEqual(['4.00×'])
  expect(failed(but('grill', (m) => ({ internalCages: m.internalCages + 1 })))).toEqual(['grill of 90'])
  expect(failed(but('grill', () => ({ rigidChanges: 3 })))).toEqual(['grill of 90: 3'])
  expect(failed(but('grill', () => ({ faults: ['the separating set is refused'] })))).toEqual([
    'grill of 90: the separating set is refused',
  ])
  const motion = good.motion.map((m) => ({ ...m, differences: 2, powerChanges: 0 }))
  expect(failed({ ...good, motion })[0]).toContain('spiral, rolling: 2 cages')
  expect(failed({ ...good, motion })[1]).toContain('for 0')
  const [layer] = good.layers
  expect(failed({ ...good, layers: [{ ...layer!, ratio: layer!.bound + 2e-9 }] })[0]).toContain('off by 2.0e-9')
  const steep = [1000, 2000].map((n) => ({ ...good.grids[0]!, n, volumeTests: n * n }))
  expect(checkAll({ ...good, grids: steep }).at(-1)!.passed).toBe(false)
  expect(checkAll({ measured: [], motion: [], grids: [], layers: [] })).toEqual([])
})

test('a necklace that touches itself has no separating set, and as many collisions as brute force finds', () => {
  const scene = grill(5, 6, 0.5)
  const { touching, faults } = measureNecklace({ model: 'grill', scene, source: '' }, 1)
  // Every bead touches those in the rows beside it; where the rows are joined they are neighbours.
  expect(touching).toBe(4 * 5)
  expect(faults).toEqual([])
  const balls = ballsOf(scene)
  expect(bruteTouching(balls, NEIGHBOURS_ONLY)).toBe(20)
  expect(bruteClosest(balls, NEIGHBOURS_ONLY)).toEqual([0, 11])
  expect(bruteClosest(balls.slice(0, 8), NEIGHBOURS_ONLY)).toEqual([-1, -1])
})

test('the counts by hand: seven beads on a line', () => {
  const scene = { ...spline(100), centres: new Float64Array(21).map((_, i) => (i % 3 === 0 ? i / 3 : 0)), radius: 0.1 }
  const { row, internalCages, both } = measureNecklace({ model: 'grill', scene, source: '' }, 1)
  // 7 = 3 + 4, 4 = 2 + 2: five cages, two of them internal, each with one pair of children to part.
  expect([row.cages, internalCages, both.volumeTests, row.separatingPairs]).toEqual([5, 2, 2, 2])
  expect(row.naiveTests).toBe((7 + 3 + 4 + 2 + 2) / 5)
  expect(buildCages(ballsOf(scene)).nodes).toBe(5)
  // On a line a cage holds its children: two tests each, and the beads of the leaves.
  expect(row.cascadeTests).toBe((2 + 2 + 3 + 2 + 2) / 5)
  expect(row.selfTests).toBe((2 + 2) / 5)
})

test('grids and layers by themselves', () => {
  const { n, ofBound, volumeTests } = measureGrid(4, 2)
  expect(n).toBe(16)
  expect(ofBound * 16 * 4).toBeCloseTo(volumeTests, 9)
  expect(gridExponent([measureGrid(4, 2)], 2)).toBeUndefined()
  const square = [100, 1000].map((n) => ({
    dimension: 3 as const,
    n,
    volumeTests: n * n,
    separatingPairs: 1,
    ofBound: 1,
  }))
  expect(gridExponent(square, 3)).toBeCloseTo(2, 12)
  expect(measureLayers(9).ratio).toBeCloseTo(3, 12)
})

test('Figure 7 as printed', () => {
  expect(PUBLISHED.length).toBe(19)
  for (const { model } of PUBLISHED) expect(NECKLACE_MODELS).toContain(model)
  expect(publishedRow('helix-static', 6400)).toMatchObject({ selfTests: 1.7, selfFrontier: 2, naiveTests: 16 })
  expect(publishedRow('grill', 91)).toBeUndefined()
})

test('options: defaults, and what makes no sense is refused', async () => {
  expect(experiments.map(({ name }) => name)).toContain('necklace')
  const full = readNecklaceLabOptions({})
  expect(full.models).toEqual([...NECKLACE_MODELS])
  expect(full.sizes['helix-scaling'].at(-1)).toBe(25_600)
  expect(readNecklaceLabOptions({ quick: true }).sizes['helix-scaling'].at(-1)).toBe(6400)
  for (const raw of [{ model: 'knot' }, { model: '' }, { n: 'x' }, { n: '3' }, { model: 'grill', n: '90' }]) {
    await expect(runExperiment(necklace, raw as Record<string, string>, silent)).rejects.toThrow(InvalidInputError)
  }
})

describe.skipIf(folder === undefined)('real molecules (LIMBER_DATA)', () => {
  test('the backbones and the hairpin are those of the paper', async () => {
    const options = { ...OPTIONS, models: ['backbone', 'hairpin'] as const }
    const still = await necklacesAtRest(options, folder)
    expect(still.map(({ source, scene }) => [source, scene.centres.length / 3])).toEqual([
      ['1A4Y, chain A', 1380],
      ['1LOX', 1941],
      ['2GB1, residues 40 to 56', 51],
    ])
    const { row, faults } = measureNecklace(still[0]!, 1)
    expect(faults).toEqual([])
    // Published: 9.8 and 13.
    expect(row.selfTests).toBeCloseTo(9.18, 1)
    expect(Math.floor(row.naiveTests)).toBe(13)
    const [moving] = await necklacesInMotion(options, folder)
    const motion = await measureMotion(moving!, silent)
    expect(motion.differences).toBe(0)
    expect(motion.powerEdges[0]).toBeGreaterThan(250)
  })
})
