// Ropes from files, in Node: what is read, what touches in which frame, what passes through between two, and where the first contact is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { Necklace } from '../../../src/entries/chains.js'
import { parseFrames, parseTopology, writeXtc } from '../../../src/entries/molecules.js'
import { contactAfter, contactBefore, countContacts } from '../../../studio/scenes/rope/contacts.js'
import { engine } from '../../../studio/scenes/rope/engine.js'
import { recipeOf } from '../../../studio/scenes/rope/recipe.js'
import { FIRST, type RopeSetup, type RopeState, ropeLookOf, ropeSetupOf } from '../../../studio/scenes/rope/state.js'
import { FREE, MEETS, REFUSED, type RopeSteps, UNKNOWN } from '../../../studio/scenes/rope/steps.js'
import { root } from '../browser.js'
import { runRecipe } from '../recipes.js'
import { testTask } from '../task.js'
import { DAMAGED, PDB, XTC } from './trajectory-samples.js'

const COIL = new Uint8Array(readFileSync(join(root, 'examples', 'coil.xyz')))
const TREFOIL = new Uint8Array(readFileSync(join(root, 'examples', 'trefoil.xyz')))
const FILE = 'file 1'

function stateOf(change: Partial<RopeState>): RopeState {
  return { ...FIRST, rope: FILE, frame: 0, level: -1, ...change }
}

async function opened(files: Readonly<Record<string, Uint8Array>>) {
  const side = engine.create()
  const view = await side.read({ name: FILE, files: Object.entries(files).map(([path, bytes]) => ({ path, bytes })) })
  const stepsOf = (change: Partial<RopeState>, from = 0): Promise<RopeSteps> => {
    const state = stateOf(change)
    return side.steps({ setup: ropeSetupOf(state), checked: state.checked, from }, testTask<RopeSteps>())
  }
  const build = (change: Partial<RopeState>, frame: number) =>
    side.build({ setup: ropeSetupOf(stateOf(change)), look: ropeLookOf(stateOf(change)), frame }).value
  return { side, view, stepsOf, build }
}

describe('what touches, and where', () => {
  test('frames and steps are those of a necklace; the first contact is where the command finds it', async () => {
    const { view, stepsOf, build } = await opened({ 'coil.xyz': COIL })
    expect(view).toMatchObject({ name: 'coil.xyz', frames: 12, atoms: 36, hasResidues: false, wants: undefined })
    // As `limber necklace coil.xyz --radius 0.5` has it.
    const { radius } = build({ atoms: 'all' }, 0)
    const change = { atoms: 'all', thickness: 0.5 / radius, checked: 'beads' } as const
    const steps = await stepsOf(change)
    const frames = parseFrames(COIL, { name: 'coil.xyz' })
    for (let k = 0; k < frames.count; k++) {
      const rope = new Necklace(frames.frame(k), 0.5)
      expect(steps.touches[k]).toBe(rope.selfCollides() ? MEETS : FREE)
      if (k + 1 === frames.count) continue
      expect(steps.outcomes[k]).toBe(rope.between(frames.frame(k + 1)).outcome === 'free' ? FREE : MEETS)
    }
    const { contact, isCertain } = contactAfter(steps, -1)
    expect(isCertain).toBe(true)
    // Beads that touch in frame 9 have met on the way to it.
    expect(contact).toMatchObject({ kind: 'step', passage: { step: 8 } })
    expect(build(change, 9).hitPairs).toBe(21)
    expect(countContacts(steps)).toBe(1)
    expect(contactAfter(steps, 8.9).contact).toBeUndefined()
    expect(contactBefore(steps, 11)).toEqual(contact)
    // From any frame outwards, the same is found.
    const other = await opened({ 'coil.xyz': COIL })
    expect(await other.stepsOf(change, 7)).toEqual(steps)
  })

  test('the nearest frames are decided first, and what is not decided leaves the first contact open', async () => {
    const { RopeStepper } = await import('../../../studio/scenes/rope/steps.js')
    const setup: RopeSetup = { rope: 'mirror', beads: 40, thickness: 1, method: 'auto' }
    const stepper = new RopeStepper(setup, 'lines')
    stepper.focus(11)
    for (let k = 0; k < 4; k++) stepper.next()
    const { touches, outcomes, knownFrames, passages } = stepper.result
    expect([...touches.keys()].filter((k) => touches[k] !== UNKNOWN)).toEqual([9, 10, 11, 12])
    expect(knownFrames).toBe(4)
    expect(outcomes[11]).toBe(MEETS)
    expect(passages).toHaveLength(1)
    expect(contactAfter(stepper.result, -1).isCertain).toBe(false)
    expect(contactAfter(stepper.result, 9)).toMatchObject({ isCertain: true, contact: { kind: 'step' } })
    stepper.focus(0)
    while (!stepper.isDone) stepper.next()
    expect(contactAfter(stepper.result, -1)).toMatchObject({ isCertain: true, contact: { passage: { step: 11 } } })
  })
})

describe('trajectories without names', () => {
  test('frames wait for a structure by name; both together are read in any order, gzipped too', async () => {
    const alone = await opened({ 'run.xtc': XTC })
    expect(alone.view.wants).toBe('run.xtc has no names of atoms: drop the PDB, GRO or PSF file that it belongs to.')
    expect(alone.view).toMatchObject({ frames: 6, atoms: 304, hasResidues: false })
    const one = await opened({ 'run.xtc': XTC, 'trp-cage.pdb': PDB })
    const two = await opened({ 'trp-cage.pdb.gz': gzipSync(PDB), 'run.xtc': XTC })
    expect(one.view).toEqual({ ...two.view, topology: 'trp-cage.pdb' })
    expect(one.view).toMatchObject({ name: 'run.xtc', wants: undefined, hasResidues: true, chains: ['A'] })
    const frames = parseFrames(XTC, { name: 'run.xtc', topology: parseTopology(PDB, { name: 'trp-cage.pdb' }) })
    const shown = two.build({ atoms: 'ca' }, 3)
    expect(shown.positions).toEqual(Float32Array.from(frames.frame(3)))
    expect(shown.names![0]).toMatch(/^A [A-Z]{3}\d+ CA$/)
    expect(two.build({ atoms: 'backbone' }, 0).positions).toHaveLength(3 * 60)
    const more = await opened({ 'run.xtc': XTC, 'trp-cage.pdb': PDB, 'other.xtc': XTC, 'notes.txt': PDB })
    expect(more.view.notes).toContain('Not used: other.xtc.')
    expect(alone.build({ atoms: 'all' }, 0).positions).toHaveLength(3 * 304)
  })

  test('a rope that lies across the faces of its box is made whole; a step of half a box is left open, in words', async () => {
    const [n, box] = [12, 30]
    const row = (at: number) => Float64Array.from({ length: 3 * n }, (_, i) => (i % 3 === 0 ? at + 2.5 * (i / 3) : 3))
    const wrapped = (p: Float64Array) => p.map((x) => x - box * Math.floor(x / box))
    const file = writeXtc([row(2), row(8), row(22.4)].map(wrapped), { box: [box, 0, 0, 0, box, 0, 0, 0, box] })
    const { view, stepsOf, build } = await opened({ 'box.xtc': file })
    expect(view.hasCell).toBe(true)
    const shown = build({ atoms: 'all' }, 1)
    for (let i = 1; i < n; i++) expect(shown.positions[3 * i]! - shown.positions[3 * i - 3]!).toBeCloseTo(2.5, 2)
    const steps = await stepsOf({ atoms: 'all' })
    expect([...steps.outcomes]).toEqual([FREE, FREE])
    const far = await opened({
      'far.xtc': writeXtc([row(2), row(17)].map(wrapped), { box: [box, 0, 0, 0, box, 0, 0, 0, box] }),
    })
    const open = await far.stepsOf({ atoms: 'all' })
    expect([...open.outcomes]).toEqual([REFUSED])
    expect(open.refused).toMatch(/half the box/)
    expect((await far.stepsOf({ atoms: 'all', ignoreCell: true })).refused).toBeUndefined()
  })

  test('a last frame that is cut is left out, in words; a damaged one leaves its steps open', async () => {
    const cut = await opened({ 'run.xtc': XTC.subarray(0, XTC.length - 40), 'trp-cage.pdb': PDB })
    expect(cut.view).toMatchObject({ frames: 5, isCut: true })
    expect(cut.view.notes.join()).toMatch(/last frame, of which there are \d+ bytes, is left out/)
    const recipe = recipeOf(stateOf({ atoms: 'ca' }), cut.build({ atoms: 'ca' }, 0), cut.view)
    expect(recipe.command).toContain('--drop-partial')
    expect(recipe.code).toContain("partial: 'drop'")
    const { view, stepsOf } = await opened({ 'bad.xtc': DAMAGED, 'trp-cage.pdb': PDB })
    expect(view).toMatchObject({ frames: 6, isCut: false })
    const { touches, outcomes, refused } = await stepsOf({ atoms: 'ca' })
    expect([touches[2], outcomes[1], outcomes[2]]).toEqual([REFUSED, REFUSED, REFUSED])
    expect([...touches, ...outcomes].filter((code) => code === REFUSED)).toHaveLength(3)
    expect(refused).toMatch(/frame 2: .*damaged/)
  })

  test('what is no rope is refused by name', async () => {
    const atom = new TextEncoder().encode(
      'ATOM      1  CA  ALA A   1       0.000   0.000   0.000  1.00  0.00           C\nEND\n',
    )
    await expect(opened({ 'one.pdb': atom })).rejects.toThrow('one.pdb: a rope needs two beads or more')
    await expect(opened({ 'notes.xtc': new Uint8Array(40) })).rejects.toThrow(/notes\.xtc/)
    const many = writeXtc([new Float64Array(3 * 10_001).map((_, i) => i)])
    const { build } = await opened({ 'many.xtc': many })
    expect(() => build({ atoms: 'all' }, 0)).toThrow(/10001 beads, and at most 10000/)
  })
})

describe('outside the studio', () => {
  test('command and program of a rope from a file say what the bar says', async () => {
    const { view, stepsOf, build } = await opened({ 'trefoil.xyz': TREFOIL })
    const change = { atoms: 'all', closed: true, checked: 'lines' } as const
    const state = stateOf(change)
    const { outcomes } = await stepsOf(change)
    const red = [...outcomes.keys()].filter((k) => outcomes[k] === MEETS)
    expect(red).toEqual([3])
    const ran = runRecipe(recipeOf(state, build(change, 0), view), { 'trefoil.xyz': TREFOIL })
    expect(ran.printed).toContain('Strands meet in 1 of 6 straight steps.')
    expect(ran.code).toBe(1)
    expect(ran.program).toMatch(/^step 3: collision at 0\.\d+\n5 of 6 steps are free\n$/)
  })

  test('of one frame, what touches in it', async () => {
    const first = new TextEncoder().encode('4\n\nC 0 0 0\nC 1 0 0\nC 1 1 0\nC 0 1 0\n')
    const { view, build } = await opened({ 'square.xyz': first })
    const change = { atoms: 'all', closed: true, thickness: 1.5 } as const
    const shown = build(change, 0)
    expect(shown.hitPairs).toBe(2)
    const ran = runRecipe(recipeOf(stateOf(change), shown, view), { 'square.xyz': first })
    expect(ran.code).toBe(0)
    expect(ran.program).toMatch(new RegExp(`^${shown.hitPairs} pairs of beads touch\n`))
  })

  test('of a built-in rope, by the file with all of its frames', () => {
    const side = engine.create()
    const state = { ...FIRST, rope: 'mirror', beads: 40, level: -1, frame: 0 }
    const shown = side.build({ setup: ropeSetupOf(state), look: ropeLookOf(state), frame: 0 }).value
    const ran = runRecipe(recipeOf(state, shown, undefined), { 'rope-frames.xyz': side.allFrames() })
    expect(ran.printed).toContain('Strands meet in 1 of 23 straight steps.')
    expect(ran.program).toMatch(/^step 11: collision at 0\.5/)
  })

  test('of a trajectory with its topology, in a periodic box', async () => {
    const xtc = writeXtc(
      [0, 1, 2].map((k) => shiftedCage(k)),
      { box: [60, 0, 0, 0, 60, 0, 0, 0, 60] },
    )
    const { view, stepsOf, build } = await opened({ 'run.xtc': xtc, 'trp-cage.pdb': PDB })
    const change = { atoms: 'ca', checked: 'lines' } as const
    const { outcomes } = await stepsOf(change)
    expect([...outcomes]).toEqual([FREE, FREE])
    const ran = runRecipe(recipeOf(stateOf(change), build(change, 0), view), { 'run.xtc': xtc, 'trp-cage.pdb': PDB })
    expect(ran).toMatchObject({ code: 0, program: '2 of 2 steps are free\n' })
    expect(ran.printed).toContain('All 2 straight steps are free')
  })
})

/** Trp-cage, a little farther in every frame. */
function shiftedCage(k: number): Float64Array {
  return parseFrames(PDB, { name: 'trp-cage.pdb', atoms: 'all' })
    .frame(0)
    .map((x) => x + 1.5 * k)
}
