// The packed tarball, judged by arethetypeswrong and bundled by webpack.
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webpack from 'webpack'
import { findChromium, HOW_TO_GET_IT } from '../chromium/browser.js'
import { ANSWER, Packed } from '../package/pack.js'
import { bundled } from '../package/pages.js'
import { shownInChromium } from '../package/shown.js'

let packed: Packed

beforeAll(() => {
  packed = new Packed()
}, 120_000)

afterAll(() => packed?.remove())

test('arethetypeswrong has none either, but that these are ES modules', async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(packed.tarball))))
  if (result.types === false) throw new Error('no types found')
  expect(Object.keys(result.entrypoints)).toEqual(Object.keys(packed.manifest.exports))
  // Its profile esm-only leaves out the same: resolution before `exports`, and CommonJS before require(esm).
  const known = ['NoResolution node10', 'CJSResolvesToESM node16-cjs']
  const complaints = result.problems.map((problem) => {
    const { entrypoint = '', resolutionKind = '' } = { ...problem } as Readonly<Record<string, unknown>>
    return `${problem.kind} ${resolutionKind} ${entrypoint}`
  })
  expect(complaints.filter((line) => !known.some((start) => line.startsWith(start)))).toEqual([])
})

test('a page and a Web Worker that webpack has bundled run in Chromium', async ({ skip }) => {
  if (findChromium() === undefined) return skip(HOW_TO_GET_IT)
  const folder = bundled(packed)
  const place = join(folder, 'dist')
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './main.js',
    output: { path: place },
    performance: false,
    // Terser takes ten seconds, and has no part in whether the package can be bundled.
    optimization: { minimize: false },
  })
  const stats = await promisify(compiler.run.bind(compiler))()
  expect(stats!.toString({ all: false, errors: true, warnings: true })).toBe('')
  copyFileSync(join(folder, 'index.html'), join(place, 'index.html'))
  expect(await shownInChromium(place, 2)).toEqual([ANSWER, ANSWER])
})
