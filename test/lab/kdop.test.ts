import { expect, test } from 'vitest'
import { checkAll } from '../../lab/kdop/checks.js'
import { kdopFindings } from '../../lab/kdop/findings.js'
import type { Measured } from '../../lab/kdop/measure.js'
import { readKdopOptions } from '../../lab/kdop/options.js'
import { printKdop } from '../../lab/kdop/print.js'
import { type KdopDocument, kdop, runKdop } from '../../lab/kdop.js'
import { runExperiment } from '../../lab/run.js'
import { kdopScenes } from '../../scenes/index.js'
import { collisions, InvalidInputError, MeshTree } from '../../src/entries/meshes.js'

const silent = (): undefined => undefined

function tiny(extra: Record<string, string> = {}): Promise<KdopDocument> {
  const options = readKdopOptions({ triangles: '600', poses: '2', rounds: '1', k: '18', quick: true, ...extra })
  return runKdop({ ...options, sphereTriangles: 100 }, silent)
}

test('a tiny run: every method on every scenario, all counted checks passed', async () => {
  const document = await tiny()
  const scenarios = document.scenarios.map((s) => s.name)
  expect(new Set(scenarios).size).toBe(scenarios.length)
  for (const name of scenarios) expect(name).toMatch(/^(curved|flat)-/)
  expect(new Set(document.scenarios.map((s) => s.figure))).toEqual(new Set([10, 11, 12]))
  expect(document.rows.length).toBe(scenarios.length * (1 + 6))
  for (const row of document.rows) {
    expect(Object.keys(row)).toEqual([
      'scenario',
      'method',
      'k',
      'micros',
      'volumeTests',
      'mixedTests',
      'leafTests',
      'contacts',
    ])
    expect(row.micros).toBeGreaterThan(0)
    expect(row.volumeTests).toBeGreaterThanOrEqual(1)
    expect(row.mixedTests).toBeLessThanOrEqual(row.volumeTests)
    expect(row.contacts).toBeLessThanOrEqual(row.leafTests)
    expect(row.k === null).toBe(row.method === 'obb')
  }
  const contacts = document.rows.filter((r) => r.scenario === 'curved-knot-contact').map((r) => r.contacts)
  expect(contacts[0]).toBeGreaterThan(5)
  expect(new Set(contacts).size).toBe(1)
  // Six hundred triangles are too few for the figures; what holds at every pose holds here.
  for (const check of document.checks) {
    if (!check.claim.includes('mean') && !check.claim.includes('half') && check.decides) {
      expect(check.passed, check.claim).toBe(true)
    }
  }
  expect(document.checks.length).toBe(1 + 2 + 1 + 1 + 1 + 1)
  expect(document.costs.length).toBe(scenarios.length * 6)
  const text = printKdop(document)
  for (const name of [...scenarios, 'Figure 10', 'What it must show']) expect(text).toContain(name)
})

test('Table 1: ours beside the printed apertures, the wrong one marked', async () => {
  const document = await tiny({ methods: 'obb', k: '6' })
  const lines = printKdop(document).split('\n')
  const line = (k: number) => lines.find((one) => one.startsWith(`${k}-DOP `))!
  expect(line(12)).toMatch(/0\.794654 +37\.38° +0\.787539 .*wrong/)
  expect(line(26)).toMatch(/0\.886452 +27\.57° +0\.886452/)
  const { reproduced, differs } = kdopFindings(document)
  expect(reproduced.filter(({ of }) => of === 'Table 1').length).toBe(4)
  expect(differs.filter(({ of }) => of === 'Table 1').map(({ what }) => what)).toEqual([
    'aperture of the 12-DOP: 0.794654, published 0.787539',
  ])
})

test('findings follow from the numbers', () => {
  const rows = (boxes: number) =>
    [10, 11, 12].flatMap((figure) => [
      ...(['occupancy', 'major-axes', 'all-directions'] as const).flatMap((method, m) =>
        ([14, 26] as const).map((k) => ({
          scenario: `curved-${figure}`,
          method,
          k,
          micros: 10 + m + k,
          volumeTests: (100 * (m + 1)) / k,
          mixedTests: 1,
          leafTests: 100 / k,
          contacts: 0,
        })),
      ),
      {
        scenario: `curved-${figure}`,
        method: 'obb' as const,
        k: null,
        micros: boxes,
        volumeTests: 1,
        mixedTests: 1,
        leafTests: 1,
        contacts: 0,
      },
    ])
  const made = (boxes: number) =>
    kdopFindings({
      experiment: 'kdop',
      seed: 1,
      node: '',
      triangles: 1,
      sphereTriangles: 1,
      rounds: 1,
      apertures: [],
      scenarios: [10, 11, 12].map((figure) => ({ name: `curved-${figure}`, figure, what: '', poses: 1 })),
      rows: rows(boxes),
      costs: [],
      checks: [],
      extended: {},
    })
  const count = ({ reproduced }: ReturnType<typeof made>, figure: string) =>
    reproduced.filter(({ of }) => of === figure).length
  expect(['Figure 10', 'Figure 11', 'Figure 12'].map((of) => count(made(12), of))).toEqual([2, 4, 0])
  expect(['Figure 10', 'Figure 11', 'Figure 12'].map((of) => count(made(30), of))).toEqual([2, 3, 1])
})

test('[same-seed] everything except the times is the same again, and another seed gives another run', async () => {
  const counts = async (seed: string): Promise<unknown> =>
    (await tiny({ seed, k: '14', methods: 'major-axes,extended' })).rows.map(({ micros, ...rest }) => rest)
  const first = await counts('3')
  expect(await counts('3')).toEqual(first)
  expect(await counts('4')).not.toEqual(first)
})

test('a disagreement, a looser pose and too many tests are reported, and are failures', async () => {
  const row = {
    scenario: 'curved-knot-loose-contact',
    k: 18,
    micros: 1,
    mixedTests: 1,
    leafTests: 1,
    contacts: 0,
  } as const
  const measured = {
    rows: [
      { ...row, method: 'major-axes' as const, volumeTests: 100 },
      { ...row, method: 'extended' as const, volumeTests: 60 },
      { ...row, method: 'occupancy' as const, volumeTests: 110 },
    ],
    costs: [
      { scenario: 'curved-knot-loose-contact', method: 'major-axes', k: 18, nanos: 10 },
      { scenario: 'curved-knot-loose-contact', method: 'occupancy', k: 18, nanos: 80 },
    ],
    disagreements: 2,
    looser: { 'extended 18': 1, 'extended 14': 1 },
    poses: 5,
  } satisfies Measured
  const failed = checkAll([measured]).filter((c) => !c.passed)
  expect(failed.map((c) => c.seen)).toEqual([
    '2 disagreements at 5 poses',
    'more at 1 poses',
    '1.10 of them in the mean of 1 scenarios, 1.10 in the worst',
    '8.0 of them, median of 1 scenarios',
    '0.600 of them',
  ])
  expect(failed.filter((c) => c.decides).length).toBe(4)
  const document = { ...(await tiny({ methods: 'obb' })), checks: failed }
  expect(printKdop(document)).toContain('NO   every method finds the same contacts')
})

test('the contacts are those of the public verbs', async () => {
  const scenes = kdopScenes({ triangles: 600, sphereTriangles: 100, poses: 2 })
  const document = await tiny({ k: '6', methods: 'major-axes' })
  for (const scene of scenes.filter((s) => /knot-contact|parallel-contact/.test(s.name))) {
    const a = new MeshTree(scene.a)
    const b = new MeshTree(scene.b)
    const sum = scene.poses.reduce((count, pose) => count + collisions(a, b, pose).count, 0)
    const row = document.rows.find((r) => r.scenario === scene.name)!
    expect(row.contacts * scene.poses.length).toBeCloseTo(sum, 9)
  }
})

test('options: defaults, and what makes no sense is refused', async () => {
  expect(readKdopOptions({})).toMatchObject({ triangles: 20_000, sphereTriangles: 5140, poses: 24, real: false })
  expect(readKdopOptions({}).sizes).toEqual([6, 12, 14, 18, 26])
  expect(readKdopOptions({}).methods.length).toBe(7)
  for (const raw of [{ k: '8' }, { k: '' }, { methods: 'magic' }, { poses: '0' }, { triangles: '1e4' }]) {
    expect(() => readKdopOptions(raw as Record<string, string>)).toThrow(InvalidInputError)
  }
  const folder = process.env.LIMBER_DATA
  delete process.env.LIMBER_DATA
  try {
    await expect(runExperiment(kdop, { real: true, quick: true }, silent)).rejects.toThrow(InvalidInputError)
  } finally {
    if (folder !== undefined) process.env.LIMBER_DATA = folder
  }
})
