// `limber necklace --between`, and `limber verify` of what it writes: asked in this process.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NecklaceCommandOptions } from '../../cli/necklace/necklace-options.js'
import { countPlaces } from '../../cli/necklace/necklace-steps-report.js'
import { followNecklace } from '../../cli/necklace.js'
import { type VerifyCommandOptions, verifyNamed } from '../../cli/verify.js'
import { polymerMelt } from '../../scenes/index.js'
import { Necklace, stepCertificate, stepDocument } from '../../src/entries/chains.js'
import { dcd, gzipped, pdb, pdbAtoms, points, psf, wave, xyz } from '../formats/molecules/frames-samples.js'
import { coilXyz, trefoilXyz } from './necklace/necklace-example.js'
import { refused } from './refused.js'
import { example, limberHere } from './run.js'

const TREFOIL = example('trefoil.xyz')

let folder: string
const at = (name: string): string => join(folder, name)
const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content)
  return at(name)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-between-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
async function asked(file: string, options: NecklaceCommandOptions, code = 0): Promise<any> {
  const printed = await followNecklace(file, { between: true, ...options, json: true })
  expect({ code: printed.code, stderr: printed.stderr }).toEqual({ code, stderr: '' })
  return JSON.parse(printed.stdout)
}

const outcomes = (document: { steps: { outcome: string }[] }): string[] => document.steps.map(({ outcome }) => outcome)

/** Two lines that cross at a right angle, one of which passes through the other: three beads each, joined far away. */
const CROSSING = [
  [-1, 0, 1, 1, 0, 1, 9, 0, 0, 9, 9, 0, 0, 9, 0, 0, 1, 0, 0, -1, 0],
  [-1, 0, -1, 1, 0, -1, 9, 0, 0, 9, 9, 0, 0, 9, 0, 0, 1, 0, 0, -1, 0],
]

test('the example is what its formula says', () => {
  expect(readFileSync(TREFOIL, 'utf8')).toBe(trefoilXyz())
})

test('strands that pass between two frames that are both free', async () => {
  const file = put('crossing.xyz', points(CROSSING))
  const still = await followNecklace(file, { radius: '0.2' })
  expect(still.code).toBe(0)
  expect(still.stdout).toContain('No beads touch in any of 2 frames. What happens between frames was not tested')
  const document = await asked(file, { strands: '0' }, 1)
  expect(document.steps).toMatchObject([
    { from: 0, to: 1, outcome: 'collision', meetings: 1, places: 1, keepsKnot: false, images: null },
  ])
  expect(document.steps[0].firstMeeting).toMatchObject({ a: 0, b: 5 })
  expect(document.steps[0].at).toBeLessThanOrEqual(0.5)
  expect(document.steps[0].firstMeeting.upper).toBeGreaterThanOrEqual(0.5)
  expect(document.summary).toMatchObject({ steps: 1, free: 0, colliding: 1, undecided: 0, meetings: 1 })
  // Beads of this size pass beside each other.
  expect(outcomes(await asked(file, { radius: '0.2' }))).toEqual(['free'])
  // Thicker strands meet earlier: when their lines are 0.5 apart, which is at a quarter.
  expect((await asked(file, { strands: '0.25' }, 1)).steps[0].at).toBeCloseTo(0.25, 9)
})

test('a trefoil that swells keeps its knot; to its mirror image it passes through itself', async () => {
  const swelling = await asked(TREFOIL, { closed: true, strands: '0.1', frames: '0-2' })
  expect(swelling.summary).toMatchObject({ steps: 2, free: 2, keepsKnot: true })
  expect(swelling.knots).toMatchObject([
    { frame: 0, determinant: '3', atThirdRoot: '2' },
    { frame: 2, determinant: '3', atThirdRoot: '2' },
  ])
  const mirrored = await asked(TREFOIL, { closed: true, strands: '0' }, 1)
  expect(outcomes(mirrored)).toEqual(['free', 'free', 'free', 'collision', 'free', 'free'])
  expect(mirrored.steps[3]).toMatchObject({ from: 3, to: 4, places: 3, keepsKnot: false })
  expect(mirrored.steps[3].at).toBeCloseTo(0.5, 9)
  expect(mirrored.summary.keepsKnot).toBe(false)
  expect((await asked(TREFOIL, { strands: '0' }, 1)).knots).toBeUndefined()
  // Not all pairs of strands are checked: nothing is said of the knot.
  expect(
    (await asked(TREFOIL, { closed: true, strands: '0.1', neighbours: '2', frames: '0-2' })).summary.keepsKnot,
  ).toBe(false)
})

test('what is printed', async () => {
  const { code, stdout, stderr } = await followNecklace(TREFOIL, {
    between: true,
    closed: true,
    strands: '0.1',
    frames: '2-5',
  })
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout.replace(TREFOIL, 'trefoil.xyz')).toBe(
    [
      'trefoil.xyz: 4 frames, 48 beads, strands of radius 0.1, closed',
      '',
      ' step    outcome  meetings  places  first at  the two strands',
      '2 → 3       free         0       0         -  -',
      '3 → 4  collision        12       3  0.249950  11, 35',
      '4 → 5       free         0       0         -  -',
      '',
      'Strands meet in 1 of 3 straight steps.',
      'First in step 3 → 4, at 0.249950 of it: strands 11 and 35.',
      'The knot is not proved to be kept in 1 of 3 steps, first in step 3 → 4.',
      'Knot of frame 2, by its Alexander polynomial: |Δ(−1)| = 3, |Δ(ω)| = 2.',
      'Knot of frame 5, by its Alexander polynomial: |Δ(−1)| = 3, |Δ(ω)| = 2.',
      '',
    ].join('\n'),
  )
  const one = await followNecklace(TREFOIL, { between: true, radius: '0.05', frames: '0-1' })
  expect(one.stdout).toContain('The straight step is free: no two beads touch at any instant.')
  const first = await followNecklace(TREFOIL, { between: true, closed: true, strands: '0.1', first: true })
  expect(first.stdout).toContain('\n3 → 4  collision  0.249950  11, 35\n')
  const pairs = await followNecklace(TREFOIL, { between: true, closed: true, strands: '0.1', pairs: true })
  expect(pairs.stdout.match(/\n {2}strands \d+ and \d+: at 0\.\d{6}/g)!.length).toBe(12)
})

test('--cut leaves out strands that are gaps', async () => {
  // Beads 0 to 2 and 3 to 5: the strand between them, 9 long, would be passed.
  const piece = (y: number): number[] => [0, 0, 0, 1, 0, 0, 2, 0, 0, 2, 9, 0, 1, 9, 0, 0, y, 0]
  const crossing = [piece(9), [...piece(9).slice(0, 15), 3, 5, 0]]
  const file = put('gap.xyz', points(crossing))
  expect((await asked(file, { strands: '0.01' }, 1)).steps[0].firstMeeting).toMatchObject({ a: 2, b: 4 })
  const certificate = at('gap.json')
  const cut = await asked(file, { strands: '0.01', cut: '5', certificate })
  expect(cut.notes).toEqual(['1 strand is left out (--cut, --chain-length): after bead 2'])
  expect(outcomes(cut)).toEqual(['free'])
  for (const exact of [{}, { exact: true }] as const) {
    expect(await verified([file, certificate], exact)).toMatchObject({ valid: true, files: [file] })
  }
  const chains = await asked(file, { strands: '0.01', chainLength: '3' })
  expect([outcomes(chains), chains.notes]).toEqual([['free'], cut.notes])
  await refused(
    followNecklace(file, { between: true, strands: '0', chainLength: '4' }),
    '--chain-length must be a part of 6',
  )
  const closed = await asked(file, { strands: '0.01', cut: '5', closed: true })
  expect(closed).toMatchObject({ summary: { keepsKnot: false } })
  expect(closed.knots).toBeUndefined()
})

test('chains of a melt that pass through each other, by the engine and by the command', async () => {
  const melt = polymerMelt({ chains: 4, length: 10, frames: 8, seed: 3 })
  const { length, cuts } = melt
  const frames = Array.from({ length: melt.frames }, (_, k) => melt.frame(k))
  const file = put('melt.xyz', points(frames.map((centres) => [...centres])))
  const counts = frames.slice(1).map((next, k) => {
    return new Necklace(frames[k]!, 0).between(next, { strands: 0, cuts }).pairs.length
  })
  expect(Math.max(...counts)).toBeGreaterThan(0)
  const document = await asked(file, { strands: '0', chainLength: String(length) }, 1)
  expect(document.steps.map(({ meetings }: { meetings: number }) => meetings)).toEqual(counts)
})

test('one frame: nothing to check, and the knot of it', async () => {
  const file = put('one.xyz', points([[0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]]))
  const { code, stdout } = await followNecklace(file, { between: true, closed: true, strands: '0' })
  expect(code).toBe(3)
  expect(stdout).toContain('Nothing to check: there is one frame, and no step.')
  expect(stdout).toContain('Knot of frame 0, by its Alexander polynomial: |Δ(−1)| = 1, |Δ(ω)| = 1.')
  // In no frame is a curve that meets itself tied in a knot.
  const touching = put('touching.xyz', points([[0, 0, 0, 2, 0, 0, 1, 1, 0, 1, -1, 0]]))
  expect((await followNecklace(touching, { between: true, closed: true, strands: '0' })).stdout).toContain(
    'not known: ',
  )
})

test('no pair is checked: nothing to check, no certificate, and verifiers say the same', async () => {
  const frames = [
    [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ]
  const file = put('near.xyz', points(frames))
  const certificate = at('near.json')
  const options = { between: true, radius: '0.1', neighbours: '3', certificate } as const
  const { code, stdout, stderr } = await followNecklace(file, options)
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('no certificate') })
  expect(stdout).toContain('Nothing to check in 1 step: no two beads are checked; ')
  expect(stdout).not.toContain('free')
  const document = await asked(file, { strands: '0', neighbours: '2' }, 3)
  expect(document.steps[0]).toMatchObject({ outcome: 'nothing-to-check', keepsKnot: false, at: null })
  expect(document.summary).toMatchObject({ free: 0, undecided: 0, nothingToCheck: 1 })
  // The separating sets of frames are not written either.
  await followNecklace(file, { radius: '0.1', neighbours: '3', certificate })
  expect(existsSync(certificate)).toBe(false)
  const step = { hulls: 'beads', points: frames[0]!, next: frames[1]!, radii: [0.1], neighbours: 3 } as const
  const proved = { from: 0, to: 1, step: stepDocument(step), proof: stepCertificate(step) }
  const written = put('empty.json', JSON.stringify({ limber: 2, kind: 'steps', steps: [proved] }))
  expect(await verifyNamed([written])).toMatchObject({
    code: 3,
    stdout: 'nothing to check: no pair counts, so nothing is proved\n  step 0 → 1\n',
  })
  const pair = [put('step.json', JSON.stringify(proved.step)), put('proof.json', JSON.stringify(proved.proof))]
  expect(await verifyNamed(pair, { exact: true })).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^nothing to check: /),
  })
})

test('a closed rope whose file ends with the point that it begins with', async () => {
  const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
  const file = put(
    'ends.xyz',
    points([
      [...square, 0, 0, 0],
      [...square, 0, 0, 0],
    ]),
  )
  const { notes } = await asked(file, { closed: true, strands: '0' }, 1)
  expect(notes).toEqual(['The last bead is where the first one is: of a closed rope, leave it out (--select 0-3).'])
  expect((await asked(file, { closed: true, strands: '0', select: '0-3' })).notes).toEqual([])
  expect((await asked(file, { strands: '0' }, 1)).notes).toEqual([])
})

test('names of atoms, and the same in every format', async () => {
  const frames = wave(4, 12)
  const files = {
    'a.xyz': points(frames),
    'a.pdb': pdb(frames.map(pdbAtoms)),
    'a.dcd': dcd(frames),
    'a.pts.gz': gzipped(points(frames)),
  }
  const answers = []
  for (const [name, content] of Object.entries(files)) {
    const document = await asked(put(name, content), { radius: '3.6', atoms: 'all' }, 1)
    answers.push(
      document.steps.map(({ outcome, at: time, meetings }: Record<string, unknown>) => [outcome, time, meetings]),
    )
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
  const { stdout } = await followNecklace(at('a.pdb'), { between: true, strands: '2' })
  expect(stdout).toMatch(/strands \d+ \(A GLY\d+ CA to A GLY\d+ CA\) and \d+ \(/)
})

describe('periodic boxes', () => {
  const BOX = [20, 90, 21, 90, 90, 22]
  const rope = Array.from({ length: 12 }, (_, i) => [1.5 * i, 3 + (i % 2), 4])
  const frame = (shift: number): number[] => rope.flatMap(([x, y, z]) => [(x! + shift) % 20, y!, z!])

  test('a rope that is cut at the faces is made whole', async () => {
    const frames = [frame(10), frame(12), frame(14)]
    const document = await asked(put('box.dcd', dcd(frames, { cell: BOX })), { strands: '0.2', atoms: 'all' })
    expect(outcomes(document)).toEqual(['free', 'free'])
    expect(document.steps[0].images).toBe('apart')
    expect(document.notes).toEqual([])
    // Without the box, beads cross the whole rope.
    const torn = await asked(at('box.dcd'), { strands: '0.2', atoms: 'all', ignoreCell: true }, 1)
    expect(torn.steps[0].images).toBeNull()
    expect(torn.notes).toEqual(['There is a unit cell: chains that were cut at its faces are not made whole.'])
    const { stdout } = await followNecklace(at('box.dcd'), { between: true, strands: '0.2', atoms: 'all' })
    expect(stdout).toContain('Periodic box: the rope is made whole, and beads go to their nearest image.\n')
    expect(stdout).toContain('Its own periodic images stay clear of it: it is shorter than the box.\n')
  })

  test('the box of an extended XYZ file', async () => {
    const text = [frame(10), frame(12)]
      .map((centres) => xyz([centres]).replace('a comment', 'Lattice="20 0 0 0 21 0 0 0 22" pbc="T T T"'))
      .join('')
    const document = await asked(put('box.xyz', text), { strands: '0.2' })
    expect(document.steps).toMatchObject([{ outcome: 'free', images: 'apart' }])
  })

  test('a rope as long as the box: its images are not checked, and that is said', async () => {
    const long = dcd([frame(0), frame(1)], { cell: [17, 90, 21, 90, 90, 22] })
    const { code, stdout } = await followNecklace(put('long.dcd', long), {
      between: true,
      strands: '0.3',
      atoms: 'all',
    })
    expect(code).toBe(0)
    expect(stdout).toContain(
      'Not checked: the rope against its own periodic images, in 1 of 1 step, first in step 0 → 1.',
    )
  })

  test('half a box is refused; other angles are not', async () => {
    const swung = rope.flatMap(([x, y, z], i) => [x!, y! + i, z!])
    const half = put('half.dcd', dcd([frame(0), swung], { cell: BOX }))
    await refused(
      followNecklace(half, { between: true, atoms: 'all' }),
      'a step along y of less than half the box, 10.5',
    )
    const tilted = put('tilted.dcd', dcd([frame(0), frame(1)], { cell: [20, 80, 21, 90, 90, 22] }))
    expect((await asked(tilted, { atoms: 'all' })).steps.length).toBe(1)
    expect((await asked(tilted, { atoms: 'all', ignoreCell: true })).steps.length).toBe(1)
  })

  test('a certificate of a rope in a box holds for the file', async () => {
    const file = put('boxed.dcd', dcd([frame(10), frame(12), frame(14)], { cell: BOX }))
    await asked(file, { strands: '0.2', atoms: 'all', certificate: at('boxed.json') })
    const { code, stdout } = await verifyNamed([file, at('boxed.json')])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`the points are those of ${file}\n`) })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
async function verified(files: string[], options: VerifyCommandOptions = {}): Promise<any> {
  const { code, stdout, stderr } = await verifyNamed(files, { ...options, json: true })
  const document = JSON.parse(stdout)
  expect({ code, stderr }).toEqual({ code: document.valid ? 0 : 1, stderr: '' })
  return document
}

describe('certificates', () => {
  const options = { closed: true, strands: '0.1', frames: '0-2' } as const

  test('of steps: both verifiers accept them, with the frames and without', async () => {
    const certificate = at('trefoil.json')
    const document = await asked(TREFOIL, { ...options, certificate })
    expect(document.certificate).toEqual({ file: certificate, bytes: readFileSync(certificate).length })
    for (const exact of [{}, { exact: true }] as const) {
      const alone = await verified([certificate], exact)
      expect(alone).toMatchObject({ valid: true, steps: 2, isMotion: true, hulls: 'strands', items: 48, files: [] })
      expect(await verified([TREFOIL, certificate], exact)).toMatchObject({ valid: true, files: [TREFOIL] })
    }
    const { stdout } = await verifyNamed([certificate])
    expect(stdout).toMatch(/^valid: no two of 48 strands that count touch in 2 straight steps; /)
    expect(stdout).toContain(
      '\nasked: 48 strands of radius 0.1, closed; every pair, but not those at most 1 place apart; 2 straight steps\n',
    )
    const other = await verified([put('coil.xyz', coilXyz()), certificate])
    expect(other).toMatchObject({ valid: false, reason: `the step is not that of ${at('coil.xyz')}`, step: '0 → 1' })
  })

  test('of frames, which are steps that stand still', async () => {
    const certificate = at('frames.json')
    const printed = await followNecklace(TREFOIL, { radius: '0.1', closed: true, certificate })
    expect(printed.stdout).toContain(`Certificate: ${certificate} (`)
    for (const exact of [{}, { exact: true }] as const) {
      expect(await verified([TREFOIL, certificate], exact)).toMatchObject({
        valid: true,
        frames: true,
        steps: 7,
        hulls: 'beads',
      })
    }
    expect((await verifyNamed([certificate])).stdout).toContain('touch in 7 frames, each by itself; ')
  })

  test('of steps that are not all free: none', async () => {
    const certificate = at('none.json')
    const document = await asked(TREFOIL, { closed: true, strands: '0.1', certificate }, 1)
    expect(document.certificate).toBeUndefined()
    expect(document.notes).toEqual([`no certificate, not all steps are free: ${certificate} is left as it was`])
    expect(existsSync(certificate)).toBe(false)
    const frames = await followNecklace(example('coil.xyz'), { radius: '0.5', certificate })
    expect(frames.stderr).toContain('no certificate, not all frames are free')
    expect(existsSync(certificate)).toBe(false)
  })

  test('that were changed are rejected', async () => {
    const certificate = at('changed.json')
    await asked(TREFOIL, { ...options, certificate })
    const good = JSON.parse(readFileSync(certificate, 'utf8'))
    const changes: readonly (readonly [string, (d: typeof good) => unknown])[] = [
      ['a point', (d) => (d.steps[1].step.next[4] += 0.001)],
      ['the radius', (d) => (d.steps[0].step.radii = [0.2])],
      ['the rule', (d) => (d.steps[0].step.neighbours = 30)],
      ['the bits', (d) => (d.steps[0].proof.tests = d.steps[1].proof.tests.replace(/^.{4}/, '////'))],
      ['no proof', (d) => delete d.steps[1].proof],
      ['no steps', (d) => (d.steps = [])],
      ['steps that are none', (d) => (d.steps = [null])],
      ['steps that are text', (d) => (d.steps = 'many')],
    ]
    for (const [name, change] of changes) {
      const bad = structuredClone(good)
      change(bad)
      expect((await verified([put('bad.json', JSON.stringify(bad))])).valid, name).toBe(false)
    }
    // Less than the file has: valid by itself, and not for the file.
    good.steps.pop()
    const less = put('less.json', JSON.stringify(good))
    expect(await verified([less])).toMatchObject({ valid: true, steps: 1 })
    expect(await verified([TREFOIL, less])).toMatchObject({
      valid: false,
      reason: expect.stringContaining('it has 1 steps'),
    })
    // Frames that lead nowhere: each step holds, and they are no motion.
    const twice = put('twice.json', JSON.stringify({ ...good, steps: [good.steps[0], good.steps[0]] }))
    expect(await verified([twice])).toMatchObject({ valid: true, isMotion: false })
    expect((await verifyNamed([twice])).stdout).toContain('the steps are not one motion')
  })

  test('a step and its proof as two documents', async () => {
    const certificate = at('pair.json')
    await asked(TREFOIL, { ...options, certificate })
    const [{ step, proof }, { step: other }] = JSON.parse(readFileSync(certificate, 'utf8')).steps
    const files = [put('step.json', JSON.stringify(step)), put('proof.json', JSON.stringify(proof))]
    for (const exact of [{}, { exact: true }] as const)
      expect(await verified(files, exact)).toMatchObject({ valid: true })
    expect(await verified([put('other.json', JSON.stringify(other)), files[1]!])).toMatchObject({ valid: false })
    await refused(verifyNamed([files[1]!]), 'files must be the document of a step, and its proof')
  })

  test('of a file with a topology: it is asked for, and not taken from the certificate', async () => {
    const atoms = Array.from({ length: 6 }, (_, k) => ({
      segment: k < 4 ? 'R' : 'W',
      residue: k,
      residueName: 'X',
      name: 'CA',
    }))
    const [file, topology] = [put('t.dcd', dcd(wave(2, 6))), put('t.psf', psf(atoms))]
    const certificate = at('t.json')
    await asked(file, { topology, chain: 'R', radius: '0.1', certificate })
    await refused(verifyNamed([file, certificate]), '--topology must be given: the certificate was made with one')
    expect(await verified([file, certificate], { topology })).toMatchObject({ valid: true, files: [file] })
    await refused(verifyNamed([certificate], { topology }), '--topology must be left out, or given with frames')
    await refused(
      verifyNamed([file, file, certificate], { topology }),
      'files must be one file of frames, and the certificate',
    )
    await refused(verifyNamed([certificate], { world: 'w.json' }), 'left out: ')
  })

  test('go over nothing but another certificate', async () => {
    const mine = put('mine.json', '{"my":"own"}')
    await refused(followNecklace(TREFOIL, { between: true, certificate: mine }), 'another file, which is left as it is')
    const copy = put('copy.xyz', trefoilXyz())
    await refused(followNecklace(copy, { between: true, certificate: copy }), 'another file')
    await asked(TREFOIL, { ...options, certificate: at('again.json') })
    await asked(TREFOIL, { ...options, certificate: at('again.json') })
  })
})

test('a plot of the steps', async () => {
  const plot = at('steps.svg')
  const document = await asked(TREFOIL, { closed: true, strands: '0.1', plot }, 1)
  const text = readFileSync(plot, 'utf8')
  expect(document.plot).toEqual({ file: plot, bytes: Buffer.byteLength(text) })
  expect(text).toMatch(/^<svg data-limber="necklace" /)
  expect(text.match(/fill="#2f855a"/g)!.length).toBe(5)
  expect(text.match(/fill="#c53030"/g)!.length).toBe(1)
  expect(text).not.toMatch(/NaN|Infinity|undefined/)
  const many = put('many.xyz', points(wave(1500, 4)))
  await followNecklace(many, { between: true, radius: '0.1', plot })
  expect(readFileSync(plot, 'utf8').match(/fill="#2f855a"/g)!.length).toBeLessThanOrEqual(750)
})

test.each([
  [{ strands: '0' }, '--strands must be left out, or given with --between'],
  [{ between: true, strands: '0', chainLength: '1' }, '--chain-length must be a whole number of two or more'],
  [{ cut: '4' }, '--cut must be left out, or given with --between'],
  [{ between: true, cut: '4' }, '--cut must be left out, or given with --strands'],
  [{ first: true }, '--first must be left out, or given with --between'],
  [{ ignoreCell: true }, '--ignore-cell must be left out, or given with --between'],
  [{ between: true, strands: '-1' }, '--strands must be a length of zero or more'],
  [{ between: true, strands: '0', radius: '1' }, '--radius must be left out where there is --strands'],
] as [NecklaceCommandOptions, string][])('%j is refused', async (options, message) => {
  await refused(followNecklace(TREFOIL, options), message)
})

test('pairs next to each other are at one place', () => {
  const meetings = (...pairs: [number, number][]) => pairs.map(([a, b]) => ({ a, b, lower: 0, upper: 0 }))
  expect(countPlaces([], 9, false)).toBe(0)
  expect(countPlaces(meetings([1, 5], [2, 5], [2, 6], [1, 6]), 9, false)).toBe(1)
  expect(countPlaces(meetings([1, 5], [3, 5]), 9, false)).toBe(2)
  // Round the ring: strand 8 is next to strand 0.
  expect(countPlaces(meetings([0, 4], [4, 8]), 9, true)).toBe(1)
  expect(countPlaces(meetings([0, 4], [4, 8]), 9, false)).toBe(2)
})

test('the command, with its exit codes', async () => {
  const free = await limberHere('necklace', TREFOIL, '--between', '--closed', '--strands', '0.1', '--frames', '0-2')
  expect({ code: free.code, stderr: free.stderr }).toEqual({ code: 0, stderr: '' })
  const met = await limberHere('necklace', TREFOIL, '--between', '--closed', '--strands', '0.1')
  expect(met.code).toBe(1)
})

const data = process.env.LIMBER_DATA

describe.skipIf(data === undefined)('real files (LIMBER_DATA)', () => {
  test('adenylate kinase in water: 47,681 atoms in a box without right angles', async () => {
    const file = (name: string): string => join(data!, 'trajectories', name)
    const document = await asked(file('adk_oplsaa.xtc'), { topology: file('adk_oplsaa.gro.gz'), atoms: 'ca' })
    expect(document).toMatchObject({ format: 'xtc', atoms: 47_681, beads: 214, frames: 10 })
    expect(document.steps.length).toBe(9)
    for (const { outcome, images } of document.steps) expect([outcome, images]).toEqual(['free', 'apart'])
  })

  test.each([
    ['3_1m_supercoiled', '3', '2'],
    ['5_2m', '7', '5'],
    ['3KZN_chain_A', '3', '2'],
  ])('the knot of %s', async (name, determinant, atThirdRoot) => {
    const { knots } = await asked(join(data!, `knots/${name}.xyz`), { closed: true, strands: '0' }, 3)
    expect(knots).toMatchObject([{ frame: 0, determinant, atThirdRoot }])
  })

  test('1L2Y: all straight steps are free, and both verifiers accept the certificate', async () => {
    const file = join(data!, 'trajectories/1l2y.dcd')
    const topology = join(data!, 'proteins/1l2y.pdb')
    const certificate = at('1l2y.json')
    const document = await asked(file, { topology, strands: '0.2', certificate })
    expect(document.summary).toMatchObject({ steps: 37, free: 37 })
    expect(await verified([file, certificate], { topology })).toMatchObject({ valid: true, steps: 37 })
    expect(await verified([certificate], { exact: true })).toMatchObject({ valid: true, steps: 37 })
  })
})
