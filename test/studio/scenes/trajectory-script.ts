// A trajectory in Rope and in Protein, as a user goes through it, on one page: frames without names wait for their structure; the first contact;
// frames that clash; the sequence, the table of clashes, representations. Numbers are those of the engine in Node.
import { expect } from 'vitest'
import { type FrameClashes, type ProteinFrame, engine as proteinEngine } from '../../../studio/scenes/protein/engine.js'
import { contactAfter } from '../../../studio/scenes/rope/contacts.js'
import { engine as ropeEngine } from '../../../studio/scenes/rope/engine.js'
import { FIRST, ropeSetupOf } from '../../../studio/scenes/rope/state.js'
import type { RopeSteps } from '../../../studio/scenes/rope/steps.js'
import { violations } from '../app/access.js'
import { type openStudio, type StudioPage, until } from '../browser.js'
import { FRONT } from '../page.js'
import { testTask } from '../task.js'
import { DAMAGED, FIRST_HIT, FRAMES, PDB, XTC } from './trajectory-samples.js'

export interface Combination {
  readonly width: number
  readonly height: number
  readonly theme: 'dark' | 'light'
}

export const COMBINATIONS: readonly Combination[] = [
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 1440, height: 900, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
]

const FILES = [
  { path: 'run.xtc', bytes: XTC },
  { path: 'trp-cage.pdb', bytes: PDB },
]

/** Where the first contact of the rope is. */
async function contactInNode(): Promise<number> {
  const side = ropeEngine.create()
  await side.read({ name: 'file 1', files: FILES })
  const setup = ropeSetupOf({ ...FIRST, rope: 'file 1', atoms: 'ca' })
  const steps = await side.steps({ setup, checked: 'lines' }, testTask<RopeSteps>())
  const { contact } = contactAfter(steps, -1)
  return contact!.kind === 'frame' ? contact!.frame : contact!.passage.step + contact!.passage.pairs[0]!.upper
}

async function proteinInNode(): Promise<{ frame: ProteinFrame; counts: Int32Array }> {
  const side = proteinEngine.create()
  const request = { structure: 'file 1', model: FIRST_HIT, files: FILES }
  const { counts } = await side.check({ ...request, from: 0 }, testTask<FrameClashes>())
  side.open(request)
  return { counts, frame: (await side.follow([], testTask<ProteinFrame>())).value }
}

export async function followTrajectory(open: typeof openStudio, combination: Combination): Promise<void> {
  const studio = await open(`#/rope?${FRONT}&state={"beads":100,"frame":0,"rope":"mirror"}`, combination)
  const name = `${combination.width}-${combination.theme}`
  await inRope(studio)
  await studio.picture(`trajectory-rope-${name}`)
  await studio.go(`#/protein?${FRONT}`)
  await inProtein(studio)
  await studio.picture(`trajectory-protein-${name}`)
}

async function inRope(studio: StudioPage): Promise<void> {
  await studio.drop([{ path: 'run.xtc', content: XTC }])
  await studio.untilStat('waiting', 'run.xtc has no names of atoms: drop the PDB, GRO or PSF file that it belongs to.')
  await studio.drop([{ path: 'trp-cage.pdb', content: PDB }])
  await studio.untilStat('fileFrames', String(FRAMES))
  await studio.untilStat('fileBeads', '20 of 304')
  // Where the camera was says nothing of another rope, which was seen from within, or not at all.
  expect((await studio.address()).view).toBeUndefined()
  await studio.press('First contact')
  const at = await contactInNode()
  const shown = Number.isInteger(at) ? String(at) : at.toFixed(2)
  await studio.untilStat('frame', shown)
  // The bar is marked there: amber or red.
  expect(await studio.page.locator('.scrubber-bar button').count()).toBeGreaterThan(0)
  // From the keyboard: to the last frame, one back, to the first.
  const slider = studio.slider('Frame')
  await slider.focus()
  await slider.press('End')
  await studio.untilStat('frame', new RegExp(`^${FRAMES - 1}`))
  await slider.press('Home')
  await studio.untilStat('frame', /^0/)
  await slider.press('ArrowRight')
  await studio.untilStat('frame', '1')
  expect((await studio.address()).state).toMatchObject({ rope: 'file 2', frame: 1 })
  // What is known beside a damaged frame.
  await studio.drop([
    { path: 'bad.xtc', content: DAMAGED },
    { path: 'trp-cage.pdb', content: PDB },
  ])
  await studio.untilStat('steps', /2 of 5 steps cannot be decided/)
  await studio.page.getByText(/bad\.xtc, byte \d+, frame 2: .*the file is damaged/).waitFor()
  // A chain that is no rope: nothing is left of the other, and what to do is in the middle of the picture.
  await studio.drop([{ path: 'chains.pdb', content: ['A 1', 'A 2', 'B 3'].map(alpha).join('') }])
  await studio.untilStat('fileBeads', '2 of 3')
  await studio.choose('Chain', 'B')
  await studio.untilStat('empty', /Nothing to show/)
  await studio.untilStat('steps', 'Nothing to check')
  const boxes = ['.empty', 'main'].map((part) => studio.page.locator(part).boundingBox())
  const [inner, outer] = (await Promise.all(boxes)).map((box) => box!.x + box!.width / 2)
  expect(inner).toBeCloseTo(outer!, -1)
}

/** A line of a PDB file: a chain and a number. */
function alpha(place: string): string {
  const [chain, k] = place.split(' ')
  return `ATOM      ${k}  CA  ALA ${chain}   ${k}    ${(3.8 * Number(k)).toFixed(3).padStart(8)}   0.000   0.000  1.00  0.00           C\n`
}

async function inProtein(studio: StudioPage): Promise<void> {
  const { frame, counts } = await proteinInNode()
  expect(counts.findIndex((count) => count > 0)).toBe(FIRST_HIT)
  await studio.drop([
    { path: 'trp-cage.pdb', content: PDB },
    { path: 'run.xtc', content: XTC },
  ])
  const label = `${FRAMES} frames, ${counts.filter((count) => count > 0).length} of them with clashes, water left out`
  await studio.page.getByRole('img', { name: label }).waitFor()
  expect((await studio.address()).view).toBeUndefined()
  await studio.press('First clash')
  await studio.untilStat('frame', String(FIRST_HIT))
  await studio.untilStat('clashes', String(frame.clashes!.count))
  expect(await studio.stat('clashscore')).toBe(frame.clashes!.clashscore.score.toFixed(1))
  await sequence(studio)
  await table(studio, frame)
  // Another representation: found in the worker, and drawn.
  await studio.choose('Shown as', 'surface')
  await studio.untilStat('surface', /grid of 0\.60 Å/)
  // A surface has an inside where it is cut; balls have none.
  const inside = studio.page.getByText('inside, where it is cut')
  await studio.press('Section: cut it open')
  await inside.waitFor()
  await studio.choose('Shown as', 'spheres')
  await inside.waitFor({ state: 'detached' })
  await studio.press('Whole again')
  await studio.choose('Shown as', 'cartoon')
  // The space bar plays the frames.
  await studio.page.locator('.stage canvas').focus()
  await studio.page.keyboard.press(' ')
  await studio.button('Pause').waitFor()
  await studio.page.keyboard.press(' ')
  await studio.button('Play').waitFor()
  expect((await studio.address()).state).not.toHaveProperty('done')
}

async function sequence(studio: StudioPage): Promise<void> {
  const strip = studio.page.getByRole('listbox', { name: 'Residues of chain A' })
  expect(await strip.getByRole('option').allTextContents()).toEqual([...'NLYIQWLKDGGPSSGRPPPS'])
  await strip.getByRole('option', { name: 'A TYR 3' }).click()
  await studio.untilStat('selected', 'A TYR 3')
  await strip.getByRole('option', { name: 'A LEU 7' }).click({ modifiers: ['Shift'] })
  await studio.untilStat('selected', 'A TYR 3 to A LEU 7')
  await studio.page.keyboard.press('ArrowRight')
  await studio.untilStat('selected', 'A LYS 8')
  await studio.page.keyboard.press('Shift+ArrowRight')
  await studio.untilStat('selected', 'A LYS 8 to A ASP 9')
  await studio.press('Only this')
  await studio.press('Centre')
  const { state, view } = await studio.address()
  expect(state).toMatchObject({ picked: [7, 8], only: true })
  expect(view).toHaveLength(6)
  await studio.press('Only this')
}

async function table(studio: StudioPage, { clashes }: ProteinFrame): Promise<void> {
  const cells = studio.page.locator('.clash-table tbody td:last-child')
  const overlaps = [...clashes!.overlaps].slice(0, 12).map((overlap) => overlap.toFixed(3))
  await until(() => cells.allTextContents()).toEqual(overlaps)
  await studio.press(/^Overlap/)
  const least = [...clashes!.overlaps].sort((a, b) => a - b)[0]!.toFixed(3)
  await until(async () => (await cells.allTextContents())[0]).toBe(least)
  await studio.press(/^Overlap/)
  const before = (await studio.address()).view
  await studio.page.locator('.clash-table tbody button').first().focus()
  await studio.page.keyboard.press('Enter')
  await until(async () => (await studio.address()).state.pair).toEqual([...clashes!.pairs.slice(0, 2)])
  expect((await studio.address()).view).not.toEqual(before)
  expect(await violations(studio)).toEqual([])
}
