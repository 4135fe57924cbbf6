// The lab: reports of all results that are kept, in Node and in Chromium; and an experiment that runs in the page.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { printAdaptive } from '../../../lab/adaptive/print.js'
import { printBend } from '../../../lab/bend/print.js'
import { printCab } from '../../../lab/cab/print.js'
import { printDocument as printChainTree } from '../../../lab/chaintree/print.js'
import { printKdop } from '../../../lab/kdop/print.js'
import { printMelting } from '../../../lab/melting/print.js'
import { printNecklace } from '../../../lab/necklace/print.js'
import { printPlanning } from '../../../lab/planning/print.js'
import { printDocument as printProtein } from '../../../lab/protein/print.js'
import { type LabDocument, printRun } from '../../../lab/run.js'
import { engine, type LabProgress } from '../../../studio/scenes/lab/engine.js'
import { EXPERIMENTS } from '../../../studio/scenes/lab/experiments.js'
import { coloured, type LabReport } from '../../../studio/scenes/lab/report.js'
import { readLabState } from '../../../studio/scenes/lab/state.js'
import { browserTest, root, until } from '../browser.js'
import { testTask } from '../task.js'

function kept(name: string): object {
  return JSON.parse(readFileSync(join(root, 'lab', 'results', `${name}.json`), 'utf8')) as object
}

function expectReport({ figures, checks, measured }: LabReport): void {
  expect(figures.length).toBeGreaterThan(1)
  expect(measured.length).toBeGreaterThan(0)
  for (const sentence of measured) expect(sentence).not.toMatch(/NaN|undefined|–/)
  expect(new Set(figures.map(({ kind, title }) => `${kind} ${title}`)).size).toBe(figures.length)
  for (const figure of figures) {
    if (figure.kind === 'table') {
      expect(figure.rows.length).toBeGreaterThan(0)
      for (const row of figure.rows) expect(row).toHaveLength(figure.head.length)
    } else if (figure.kind === 'plot') {
      const points = figure.series.flatMap((one) => one.points)
      expect(points.length).toBeGreaterThan(1)
      for (const [x, y] of points) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
    } else {
      expect(figure.groups.some(({ values }) => values.some((value) => value !== undefined && value > 0))).toBe(true)
      for (const { values } of figure.groups) expect(values).toHaveLength(figure.names.length)
    }
  }
  const failed = checks.filter(({ passed, decides }) => decides && !passed).map(({ claim }) => claim)
  expect(failed).toEqual(FALLS_SHORT.filter((claim) => checks.some((check) => check.claim === claim)))
}

/**
 * What the kept results fall short of, and say so: the peak is 4.79 ± 0.13 times the value there; on one of two scenes it is 0.52 (0.41
 * where refined's tests of the ends count).
 */
const FALLS_SHORT = [
  'at 5 times its value at T = 1.08 or more',
  "free segments: limber tests at most half of refined's volumes on the scenes of Table VI",
]

/** Documents as the command line prints them, without the findings that all have. */
const PRINTED: Readonly<Record<string, (document: never) => string>> = {
  chaintree: printChainTree,
  kdop: printKdop,
  necklace: printNecklace,
  protein: printProtein,
  cab: printCab,
  adaptive: printAdaptive,
  planning: printPlanning,
  melting: printMelting,
  bend: printBend,
}

describe('what is kept', () => {
  test.each(EXPERIMENTS.map((one) => [one.name, one] as const))('%s: figures, tables and checks', async (name, one) => {
    expect(existsSync(join(root, 'lab', 'results', `${name}.json`))).toBe(true)
    const document = kept(name) as never
    expectReport(await one.report(document))
    const text = readFileSync(join(root, 'lab', 'results', `${name}.txt`), 'utf8')
    expect(text).not.toMatch(/undefined/)
    expect(text).toBe(`${PRINTED[name]!(document)}\n\n${printRun(document)}\n`)
  })
})

interface Drawn {
  readonly name: string
  readonly colour: number
  /** How it is told from another of its colour. */
  readonly look: string
}

/** The series of a report's figures, figure by figure. */
function drawn({ figures }: LabReport): Drawn[][] {
  return figures.flatMap((figure): Drawn[][] => {
    if (figure.kind === 'table') return []
    if (figure.kind === 'plot') {
      return [
        figure.series.map(({ name, colour, kind, dashed }) => ({ name, colour: colour!, look: `${kind} ${dashed}` })),
      ]
    }
    return [figure.names.map((name, k) => ({ name, colour: figure.colours![k]!, look: `${figure.pale?.[k]}` }))]
  })
}

test.each(EXPERIMENTS.map((one) => [one.name, one] as const))(
  '%s: a series has one colour on its page, and in a figure no other has it',
  async (name, { report }) => {
    const all = drawn(coloured(await report(kept(name) as never)))
    expect(all.length).toBeGreaterThan(1)
    const colours = new Map<string, number>()
    for (const figure of all) {
      expect(new Set(figure.map(({ colour, look }) => `${colour} ${look}`)).size).toBe(figure.length)
      for (const { name, colour } of figure) {
        const key = name.replace(/, paper$/, '')
        expect(colour, key).toBe(colours.get(key) ?? colour)
        colours.set(key, colour)
      }
    }
  },
)

test('an experiment runs in the engine, reports its progress, and stops on request', async () => {
  const side = engine.create()
  const task = testTask<LabProgress>()
  const options = { n: '100', steps: '200', quick: true }
  const { document, good } = await side.run({ name: 'chaintree', options }, task)
  expect(good).toBe(true)
  expectReport(await EXPERIMENTS[0]!.report(document as never))
  expect(await side.text({ name: 'chaintree', document })).toMatch(/^method .*\n\nReproduced \(\d+\)\n/s)
  expect(task.told.length).toBeGreaterThan(0)
  const other = testTask<LabProgress>()
  const running = side.run({ name: 'necklace', options: { quick: true } }, other)
  other.stop()
  await expect(running).rejects.toThrow('stopped')
  await expect(side.run({ name: 'cab', options: {} }, testTask())).rejects.toThrow('does not run here')
  expect(() => readLabState({ experiment: 'x' })).toThrow(/experiment must be one of chaintree/)
})

browserTest('Lab: every experiment with its figures, and as many checks as in Node', async (open) => {
  const studio = await open('#/lab')
  for (const { name, title, report } of EXPERIMENTS) {
    await studio.press(title)
    const { figures, checks, measured } = await report(kept(name) as never)
    await until(() => studio.stat('figures')).toBe(String(figures.length))
    await until(() => studio.stat('checks')).toBe(`${checks.filter((c) => c.passed).length} of ${checks.length}`)
    await until(() => studio.stat('measured')).toBe(measured.join(''))
    const table = figures.find((figure) => figure.kind === 'table')
    if (table !== undefined) {
      const rows = await studio.page.locator('table', { hasText: table.title }).first().locator('tbody tr').all()
      expect(await rows[0]!.locator('td').allTextContents()).toEqual([...table.rows[0]!])
    }
    const { findings } = kept(name) as Partial<LabDocument>
    const lists = findings === undefined ? [] : [findings.reproduced, findings.differs, findings.notComparable]
    expect(await studio.page.locator('.lab-found summary').allTextContents()).toEqual(
      lists.map((list, k) => `${['Reproduced', 'Differs', 'Not comparable'][k]}: ${list.length}`),
    )
    expect((await studio.address()).state).toEqual(name === 'chaintree' ? {} : { experiment: name })
    const legends = await studio.page
      .locator('.plot-legend li')
      .evaluateAll((all) => all.map((one) => `${one.textContent}: ${/series-\d/.exec(one.className)?.[0]}`))
    expect(new Set(legends).size).toBe(new Set(legends.map((one) => one.replace(/: series-\d$/, ''))).size)
  }
  await studio.press('Long chains')
  await studio.picture('lab')
  await studio.page.locator('summary', { hasText: 'All tables' }).click()
  await until(() => studio.page.locator('pre').textContent()).toContain('step against ChainTree')
})

browserTest('Lab: an experiment runs here, and is stopped', async (open) => {
  const studio = await open('#/lab?state={"experiment":"necklace"}')
  await studio.untilStat('source', 'results in the repository')
  await studio.press('Run here')
  await until(() => studio.page.locator('.progress span').textContent()).toMatch(/Necklaces: .*bead/)
  await studio.press('Stop')
  await studio.button('Run here').waitFor()
  // It had not come to its end.
  expect(await studio.stat('source')).toBe('results in the repository')
})
