// Same proteins, same seeds, the same in Node and in Chromium, bit by bit.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { mmcif, peptide } from '../formats/molecules/structure-samples.js'
import { findChromium, HOW_TO_GET_IT, inChromium } from './browser.js'
import { bundlePage } from './bundle.js'
import type { Work } from './work.js'
import { type ProteinFile, workProteins } from './work-proteins.js'

const program = findChromium()

/** The examples; and real ones where there are any (LIMBER_DATA). */
function proteinFiles(): ProteinFile[] {
  const file = (name: string, bytes: Uint8Array, only = false): ProteinFile => ({ name, bytes: [...bytes], only })
  const helices = readFileSync('examples/helices.pdb')
  const text = mmcif([peptide(5, { names: ['ALA', 'GLY'] }), peptide(5, { from: 2.5 })].slice(0, 1))
  const out = [
    file('helix.pdb', readFileSync('examples/helix.pdb')),
    file('helices.pdb.gz', gzipSync(helices)),
    file('straight.cif.gz', gzipSync(text.replace('1ABC', 'Größe')), true),
  ]
  const folder = join(process.env.LIMBER_DATA ?? '', 'proteins')
  if (process.env.LIMBER_DATA === undefined || !existsSync(folder)) return out
  const real = (name: string, only = false): ProteinFile => file(name, readFileSync(join(folder, name)), only)
  return [...out, real('1CRN.cif'), real('pdb1ejg.pdb', true)]
}

test('[same-seed] Node and Chromium read, judge and move proteins the same, to the last bit', {
  timeout: 300_000,
}, async ({ skip }) => {
  if (program === undefined) {
    console.log(HOW_TO_GET_IT)
    return skip(HOW_TO_GET_IT)
  }
  const files = proteinFiles()
  const script = await bundlePage()
  const theirs = await inChromium(program, script, async (page) => {
    await page.waitForFunction(() => 'workProteins' in globalThis)
    type Page = { workProteins: (files: readonly ProteinFile[]) => Promise<Work[]> }
    return page.evaluate((given) => (globalThis as unknown as Page).workProteins(given), files)
  })
  const ours = await workProteins(files)
  expect(theirs).toEqual(ours)
  // Not by saying nothing: something moved, and what was read three ways is the same.
  expect(ours.length).toBeGreaterThanOrEqual(files.length * 3)
  expect(
    ours.filter(({ name }) => name.endsWith('Monte Carlo')).every(({ outcome }) => /"accepted":[1-9]/.test(outcome)),
  ).toBe(true)
  for (const { name } of files) {
    const digests = ours.filter((work) => / (read|chosen|fetched)$/.test(work.name) && work.name.startsWith(`${name},`))
    expect([digests.length, new Set(digests.map(({ digest }) => digest)).size]).toEqual([3, 1])
  }
})
