// A comparison of two builds: its arguments, its statistics, that it takes turns on this build's inputs, and that a build is found.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { type BothCases, compareBuilds, compareTable, compareVerdict } from '../../bench/against/compare.js'
import { findBuild } from '../../bench/against/load-build.js'
import { type OwnCase, once, ownCase } from '../../bench/against/own-case.js'
import { quantile, ratiosOf, verdictOf } from '../../bench/against/ratios.js'
import { readArguments } from '../../bench/arguments.js'

const quiet = (): void => {}

test('arguments: names, --quick, --against in two forms, options of a bench', () => {
  expect(readArguments(['motions', '--against', '../before', '--quick'])).toEqual({
    names: ['motions'],
    quick: true,
    against: '../before',
    options: {},
  })
  expect(readArguments(['--against=/x y/dist', 'worlds', 'planning']).against).toBe('/x y/dist')
  expect(readArguments(['necklaces', '--part=ropes'])).toEqual({
    names: ['necklaces'],
    quick: false,
    options: { part: 'ropes' },
  })
  expect(() => readArguments(['motions', '--against'])).toThrow('--against needs a folder')
  expect(() => readArguments(['--agianst'])).toThrow('no option --agianst')
})

test('statistics: the median of the passes, quartiles of the rounds, the spread of the passes', () => {
  const ratios = ratiosOf([
    [1, 1.2, 1.1],
    [0.9, 1, 5],
    [1.3, 1.2, 0.2],
  ])
  expect(ratios.median).toBe(1.1)
  expect(ratios.spread).toEqual([1, 1.2])
  expect(ratios.quartiles).toEqual([1, 1.2])
  expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75)
  expect(quantile([7], 0.75)).toBe(7)
})

test('slower means slower by more than 3 % in every pass', () => {
  const verdict = (...medians: number[]): string => verdictOf(ratiosOf(medians.map((ratio) => [ratio])))
  expect(verdict(1.04, 1.5, 1.2)).toBe('slower')
  expect(verdict(1.04, 1.5, 1.02)).toBe('alike')
  expect(verdict(1.02, 1.025, 1.029)).toBe('alike')
  expect(verdict(0.96, 0.5)).toBe('faster')
  expect(verdict(0.96, 0.98)).toBe('alike')
})

/** Cases that take so many microseconds of a clock that they turn on themselves. */
function fakes(clock: { now: number }, log: string[], micros: readonly [number, number]): BothCases {
  const make = (who: string, cost: number, input: string): OwnCase[] => [
    ownCase({
      name: 'work',
      unit: 'piece',
      inputs: () => input,
      make: (given: string) => ({
        units: 2,
        run: () => {
          log.push(`${who}:${given}`)
          clock.now += 2 * cost
          return cost
        },
      }),
    }),
    ownCase({ name: 'nothing', unit: 'piece', inputs: () => '', make: () => ({ units: 0, run: () => 0 }) }),
  ]
  return [make('own', micros[0], 'ours'), make('other', micros[1], 'theirs')]
}

test('builds take turns in an order that changes, on the inputs of this one, loaded again in each pass', async () => {
  const [clock, log]: [{ now: number }, string[]] = [{ now: 0 }, []]
  let loads = 0
  const rows = await compareBuilds(
    async () => {
      loads++
      return fakes(clock, log, [110, 100])
    },
    { passes: 3, rounds: 4, budget: 0.1, warmUp: 0.1 },
    quiet,
    () => clock.now,
  )
  expect(loads).toBe(3)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.micros).toEqual([110, 100])
  expect(rows[0]!.median).toBeCloseTo(1.1, 12)
  expect(new Set(log)).toEqual(new Set(['own:ours', 'other:ours']))
  const turns = log.slice(-8).map((line) => line.split(':')[0])
  expect(turns).toEqual(['own', 'other', 'other', 'own', 'own', 'other', 'other', 'own'])
  expect(compareTable(rows)).toContain('110 ≠ 100')
  expect(compareVerdict(rows)).toBe(
    'All rows together: 1.100, spread of passes 1.100 … 1.100.\n' +
      'Of 1 rows slower by more than 3 % beyond the spread: work; none is faster by more than 3 % beyond the spread.',
  )
  expect(compareVerdict([])).toBe('There is nothing to compare.')
})

test('a build is a checkout or its dist; anything else is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-against-'))
  try {
    expect(() => findBuild(folder)).toThrow(`${folder} is not a build`)
    for (const part of ['src', 'node']) {
      mkdirSync(join(folder, 'dist', part), { recursive: true })
      writeFileSync(join(folder, 'dist', part, 'index.js'), '')
    }
    expect(findBuild(folder)).toBe(join(folder, 'dist'))
    expect(findBuild(join(folder, 'dist'))).toBe(join(folder, 'dist'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an older build, which has everything in its root, gets entries that lead there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-against-'))
  try {
    mkdirSync(join(folder, 'entries'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'index.js'), "export const World = 'of the root'")
    writeFileSync(join(folder, 'entries', 'chains.js'), "export const ChainTree = 'of its entry'")
    const load = new URL('../../dist/bench/against/load-build.js', import.meta.url).href
    const at = (name: string): string => JSON.stringify(pathToFileURL(join(folder, 'entries', name)).href)
    const script = `
      import { addEntries } from ${JSON.stringify(load)}
      addEntries(${JSON.stringify(folder)})
      console.log((await import(${at('robots.js')})).World, Object.keys(await import(${at('chains.js')})))`
    const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toBe("of the root [ 'ChainTree' ]\n")
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('once makes a thing once, nothing included', () => {
  let made = 0
  const get = once(() => void made++)
  get()
  get()
  expect(made).toBe(1)
})

test('a build is loaded again, under the cases of this one, and leaves nothing behind', () => {
  const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
  const before = readdirSync(dist)
  const load = pathToFileURL(join(dist, 'bench', 'against', 'load-build.js')).href
  const script = `
    import { findBuild, loadBuild } from ${JSON.stringify(load)}
    const [own, other] = [await loadBuild(), await loadBuild(findBuild(${JSON.stringify(dist)}))]
    const [a, b] = [await own.cases.chains(true), await other.cases.chains(true)]
    const inputs = await a[0].inputs()
    const answers = [await a[0].make(inputs).run(), await b[0].make(inputs).run()]
    own.close()
    other.close()
    console.log(JSON.stringify({ fresh: own.cases !== other.cases, names: [a, b].map((l) => l.map((c) => c.name)), answers }))
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const { fresh, names, answers } = JSON.parse(stdout)
  expect(fresh).toBe(true)
  expect(names[0]).toEqual(['1,000 links, obb', '1,000 links, rss'])
  expect(names[1]).toEqual(names[0])
  expect(answers[0]).toBeGreaterThan(0)
  expect(answers[1]).toBe(answers[0])
  const left = readdirSync(dist).filter((name) => name.startsWith('against-') && !before.includes(name))
  expect(left).toEqual([])
})
