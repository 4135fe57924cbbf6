// The protein in Chromium: its numbers are the engine's, torsions turn and are undone, a run stops at once and a link goes on from it,
// melting fills in, files are taken or refused by name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { parseStructure } from '../../../src/index.js'
import { engine, type ProteinFrame } from '../../../studio/scenes/protein/engine.js'
import type { MeltFrame } from '../../../studio/scenes/protein/melting.js'
import { peakOf } from '../../../studio/scenes/protein/peak.js'
import type { ProteinStep } from '../../../studio/scenes/protein/state.js'
import { browserTest, root, until } from '../browser.js'
import { testTask } from '../task.js'
import { openExample } from './protein-example.js'

const RUN = { temperature: 0.3, energy: 'native', seed: 1 } as const
const WORST = 5

async function inNode(done: readonly ProteinStep[]): Promise<ProteinFrame> {
  const side = engine.create()
  openExample(side, 'trp-cage')
  return (await side.follow(done, testTask<ProteinFrame>())).value
}

function clashWords({ clashes }: ProteinFrame): { clashes: string; worst: string; worstPair: string } {
  const { count, worst, worstNames } = clashes!
  return {
    clashes: String(count),
    worst: count === 0 ? 'none' : `${worst.toFixed(3)} Å`,
    worstPair: count === 0 ? '–' : worstNames,
  }
}

browserTest('Protein: torsions of a residue, with the clashes that the engine finds in Node', async (open) => {
  const side = engine.create()
  const { torsions, labels } = openExample(side, 'trp-cage')
  const chi1 = torsions.findIndex(({ kind, residue }) => kind === 'chi1' && residue === WORST)
  // A turn that changes nothing.
  const rest: ProteinStep[] = [{ turn: { [chi1]: -70 } }]
  const studio = await open(`#/protein?state=${JSON.stringify({ done: rest, residue: WORST })}`)
  await studio.untilStat('residue', labels[WORST]!)
  const shown = async () => {
    const { clashes, worst, worstPair } = await studio.stats()
    return { clashes, worst, worstPair }
  }
  await until(shown).toEqual(clashWords(await inNode(rest)))
  await studio.slide('χ₁', 60)
  const turned: ProteinStep[] = [{ turn: { [chi1]: 60 } }]
  const wanted = clashWords(await inNode(turned))
  expect(wanted.clashes).not.toBe('0')
  await until(shown).toEqual(wanted)
  expect((await studio.address()).state).toEqual({ done: turned, residue: WORST })
  await studio.choose('Colour', 'clash')
  await studio.picture('protein-clashes')
  await studio.press('Undo (Ctrl Z)')
  await studio.press('Undo (Ctrl Z)')
  await until(shown).toEqual(clashWords(await inNode(rest)))
  await studio.press('Redo (Ctrl Shift Z)')
  await until(shown).toEqual(wanted)
})

browserTest('Protein: at rest at first, with the clashes of the file', async (open) => {
  const studio = await open('#/protein?state={"structure":"helices"}')
  const side = engine.create()
  openExample(side, 'helices')
  const { value } = await side.follow([], testTask<ProteinFrame>())
  const wanted = clashWords(value)
  expect(wanted.clashes).not.toBe('0')
  const shown = async () => {
    const { clashes, worst, worstPair } = await studio.stats()
    return { clashes, worst, worstPair }
  }
  await until(shown).toEqual(wanted)
  await studio.choose('Structure', 'trp-cage')
  await studio.untilStat('clashes', '0')
  // The engine answers again, and again has made no move by itself.
  await studio.choose('Structure', 'helices')
  await until(shown).toEqual(wanted)
  await studio.choose('Structure', 'trp-cage')
  await studio.untilStat('clashes', '0')
  expect(await studio.stat('steps')).toBe('–')
  await studio.button('Run').waitFor()
  expect((await studio.address()).state).not.toHaveProperty('done')
  // Nothing is selected; the molecule fills the picture, nearly as Fit makes it.
  expect(await studio.stat('selected')).toBe('Nothing selected')
  const distance = async (): Promise<number> => {
    await studio.page.locator('main canvas').first().focus()
    await studio.page.keyboard.press('ArrowRight')
    await until(async () => (await studio.address()).view?.length).toBe(6)
    const [x, y, z, u, v, w] = (await studio.address()).view as [number, number, number, number, number, number]
    return Math.hypot(x - u, y - v, z - w)
  }
  const first = await distance()
  await studio.page.keyboard.press('f')
  await until(async () => (await studio.address()).view).toBeUndefined()
  await studio.frame()
  expect(first / (await distance())).toBeLessThan(1.35)
  await studio.picture('protein-at-rest')
})

browserTest('Protein: a click selects a residue, one beside the molecule none', async (open) => {
  const studio = await open('#/protein')
  await studio.untilStat('clashes', '0')
  await studio.page.getByRole('option', { name: 'A TRP 6' }).click()
  await studio.untilStat('selected', 'A TRP 6')
  await studio.slider('χ₁').waitFor()
  const box = (await studio.page.locator('.clear').boundingBox())!
  await studio.page.mouse.click(box.x + 5, box.y + box.height / 2)
  await studio.untilStat('selected', 'Nothing selected')
  expect((await studio.address()).state).toEqual({})
  // The strip's keys begin at its start, those of the torsions at either end.
  await studio.page.keyboard.press('p')
  await studio.untilStat('selected', 'A SER 20')
})

browserTest('Protein: it runs and stops when asked, and a link shows it where it was', async (open) => {
  const studio = await open('#/protein')
  await studio.untilStat('clashes', '0')
  await studio.press('Run')
  await studio.untilMore('steps', 500)
  await studio.picture('protein')
  await studio.press('Stop')
  await studio.button('Stop').waitFor({ state: 'detached' })
  const steps = await studio.number('steps')
  const done: ProteinStep[] = [{ run: steps, ...RUN }]
  expect((await studio.address()).state).toEqual({ done })
  const { run } = await inNode(done)
  const words = {
    energy: run!.energy.toFixed(3),
    radius: `${run!.radius.toFixed(3)} Å`,
    rmsd: `${run!.rmsd.toFixed(3)} Å`,
    contacts: run!.contacts.toFixed(3),
  }
  const shown = async (page: typeof studio) => {
    const { energy, radius, rmsd, contacts } = await page.stats()
    return { energy, radius, rmsd, contacts }
  }
  await until(() => shown(studio)).toEqual(words)
  const other = await open(studio.page.url().slice(studio.base.length))
  await until(() => other.stat('steps')).toBe(await studio.stat('steps'))
  await until(() => shown(other)).toEqual(words)
  // Back to the file, and on from there.
  await studio.press('Undo (Ctrl Z)')
  await until(() => studio.stat('steps')).toBe('–')
})

browserTest('Protein: melting fills in, as in Node', async (open) => {
  const setup = { low: 0.3, high: 1.3, rungs: 6, seed: 1 }
  const state = { show: 'melt', rungs: 6, rung: 3, rounds: 50 }
  const studio = await open(`#/protein?state=${JSON.stringify(state)}`)
  const side = engine.create()
  openExample(side, 'trp-cage')
  const frame = await side.melt({ setup, to: 50, rung: 3 }, testTask<MeltFrame>())
  await studio.untilStat('rounds', '50')
  await until(() => studio.stat('peak')).toBe(peakOf(frame))
  expect(await studio.stat('trips')).toBe(String(frame.roundTrips))
  await until(() => studio.page.locator('.protein-plots .plot-dot').count()).toBe(12)
  expect(await studio.page.locator('.stage-legend li').allTextContents()).toEqual([
    'start of the chain',
    'end of the chain',
  ])
  await studio.picture('protein-melting')
  await studio.press('Melt')
  await studio.untilMore('rounds', 55)
  await studio.press('Stop melting')
  await studio.button('Melt').waitFor()
})

browserTest('Protein: files are dropped and saved; a broken one is refused by name', async (open) => {
  const studio = await open('#/protein?state={"done":[{"turn":{"0":120}}]}')
  await studio.untilStat('name', /./)
  await studio.drop([{ path: 'broken.pdb', content: 'ATOM      1  N   ALA A   1       0.000   nonsense' }])
  expect(await studio.untilNotice('broken.pdb')).toContain('line 1')
  const before = await studio.stat('atoms')
  expect(before).not.toBe('–')
  await studio.drop([{ path: 'helix.pdb', content: new Uint8Array(readFileSync(join(root, 'examples', 'helix.pdb'))) }])
  await until(() => studio.page.getByRole('combobox', { name: 'Structure' }).inputValue()).toMatch(/^file \d/)
  const helix = parseStructure(readFileSync(join(root, 'examples', 'helix.pdb')), { name: 'helix.pdb' })
  await studio.untilStat('atoms', String(helix.atoms.count))
  expect(await studio.stat('steps')).toBe('–')
  await studio.press('Run')
  await studio.untilMore('steps', 100)
  await studio.press('Stop')
  await studio.button('Run').waitFor()
  await studio.page.locator('summary', { hasText: 'Save' }).click()
  const [download] = await Promise.all([studio.page.waitForEvent('download'), studio.press('Conformation (PDB)')])
  const saved = parseStructure(new Uint8Array(readFileSync(await download.path())), { name: 'saved.pdb' })
  expect(saved.atoms.count).toBe(helix.atoms.count)
})
