// docs/papers.md: every table and figure of the five papers is on it, and it is what the committed results say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { FindingLists } from '../../lab/findings.js'
import { experiments } from '../../lab/index.js'
import { judgeItem, PAPERS, type Paper, papersPage } from '../../lab/papers.js'
import { readResults } from '../../lab/read-results.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results = await readResults(join(root, 'lab', 'results'))

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']

/** Of an item, without its part: `Table 1` of `Table 1 (a)`. */
const whole = (name: string): string => name.replace(/ \([a-z]\)$/, '')

test('the page is that of the committed results', () => {
  expect(readFileSync(join(root, 'docs', 'papers.md'), 'utf8')).toBe(`${papersPage(results)}\n`)
})

test.each(PAPERS.map((paper) => [paper.title, paper] as const))(
  '%s: every table and figure once, each with a state',
  (title, { tables, figures, items, experiments: names }: Paper) => {
    const roman = title.startsWith('Adaptive')
    const expected = [
      ...Array.from({ length: figures }, (_, k) => `Figure ${k + 1}`),
      ...Array.from({ length: tables }, (_, k) => `Table ${roman ? ROMAN[k] : k + 1}`),
    ]
    expect([...new Set(items.map(({ name }) => whole(name)))].sort()).toEqual(expected.sort())
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length)
    for (const name of names) expect(experiments.some((one) => one.name === name)).toBe(true)
  },
)

test('findings speak of tables and figures that exist', () => {
  for (const { experiments: names, items } of PAPERS) {
    for (const name of names) {
      const { reproduced = [], differs = [], notComparable = [] } = results[name]?.findings ?? {}
      for (const { of } of [...reproduced, ...differs, ...notComparable]) {
        if (/^(Table|Figure)/.test(of)) expect(items.map((item) => item.name)).toContain(of)
      }
    }
  }
})

test('states follow from findings', () => {
  const findings = new FindingLists()
  findings.judge('Table 1', 'a', true, '')
  findings.judge('Table 1', 'b', false, 'because')
  findings.judge('Table 2', 'c', true, '')
  findings.incomparable('Table 3', 'd', 'because')
  const judged = (name: string, more: object = {}) => {
    const { state, note } = judgeItem({ name, shows: '', ...more }, findings)
    return `${state}: ${note}`
  }
  expect(judged('Table 1')).toBe('differs: 1 reproduced, 1 differs')
  expect(judged('Table 2')).toBe('reproduced: 1 reproduced')
  expect(judged('Table 3')).toBe('not comparable: 1 not comparable')
  expect(judged('Figure 1', { drawing: 'an arm' })).toBe('drawing: an arm')
  expect(judged('Figure 2', { notComparable: 'no models' })).toBe('not comparable: no models')
  expect(judged('Table 4', { missing: 'too slow' })).toBe('missing: too slow')
  expect(judged('Table 5')).toBe('missing: no committed result covers it')
})
