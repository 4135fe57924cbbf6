// The options of `limber fold`.
import { expect, test } from 'vitest'
import { type FoldCommandOptions, flagOf } from '../../../cli/fold/fold-flags.js'
import { readFoldOptions } from '../../../cli/fold/fold-options.js'
import { resumedOptions, runIdentity, sameRun, savedOptions } from '../../../cli/fold/fold-resume.js'
import { InvalidInputError } from '../../../src/index.js'

test('what is taken where nothing is said', () => {
  expect(readFoldOptions({ steps: '250000' })).toEqual({
    ...{ steps: 250_000, seed: 1, temperature: 1, anneal: undefined, potential: 'hard', moves: undefined },
    ...{ atoms: 'rigid-sidechains', chains: undefined, model: 0, every: 250, frameEvery: 2500, checkpointEvery: 2500 },
  })
  expect(readFoldOptions({ steps: '3' })).toMatchObject({ every: 1, frameEvery: 10, checkpointEvery: 1000 })
  expect(readFoldOptions({ steps: '1000000000' }).checkpointEvery).toBe(1_000_000)
})

test('what is said', () => {
  const question = readFoldOptions({
    ...{ steps: '10', seed: '7', anneal: '2:0.5:geometric', potential: 'go', moves: 'pivot, crankshaft:2.5' },
    ...{ atoms: 'backbone', chain: 'A,B', model: '3', every: '2', frameEvery: '4', checkpointEvery: '5' },
  })
  expect(question).toEqual({
    ...{ steps: 10, seed: 7, temperature: undefined, anneal: { kind: 'geometric', from: 2, to: 0.5 }, potential: 'go' },
    ...{ moves: { pivot: 1, crankshaft: 2.5 }, atoms: 'backbone', chains: ['A', 'B'], model: 3 },
    ...{ every: 2, frameEvery: 4, checkpointEvery: 5 },
  })
  expect(readFoldOptions({ steps: '1', anneal: '1:2' }).anneal).toEqual({ kind: 'linear', from: 1, to: 2 })
})

test('the protein, energies and moves', () => {
  const question = readFoldOptions({
    ...{ steps: '1e3', potential: 'lj', wellDepth: '0.5', cutoff: '9', ignoreClashes: true },
    ...{ contactDistance: '6.5', contactSeparation: '3', altloc: 'B', hydrogens: true, omega: true },
    ...{ radii: 'bondi', radiusScale: '0.8', excludeBonds: '3', disulphides: 'free' },
    ...{
      pivotWidth: '10deg',
      sideChainWidth: '0.5',
      crankshaftWidth: '18 °',
      pivotUniform: '0',
      sideChainUniform: '1',
    },
    ...{ crankshaftSpan: '3:7', stiffness: '80' },
  })
  expect(question).toMatchObject({
    ...{ steps: 1000, potential: 'lj', wellDepth: 0.5, cutoff: 9, ignoreClashes: true },
    ...{ contactDistance: 6.5, contactSeparation: 3, altloc: 'B', hydrogens: true, omega: true },
    ...{ radii: 'bondi', radiusScale: 0.8, excludeBonds: 3, disulphides: 'free' },
    ...{ sideChainWidth: 0.5, pivotUniform: 0, sideChainUniform: 1, crankshaftSpan: [3, 7], stiffness: 80 },
  })
  expect(readFoldOptions({ steps: '1', topologyPreserving: true }).topologyPreserving).toBe(true)
  expect(question.pivotWidth).toBeCloseTo(Math.PI / 18, 15)
  expect(question.crankshaftWidth).toBeCloseTo(Math.PI / 10, 15)
  expect(readFoldOptions({ steps: '1', crankshaftSpan: '4', radius: '1.5' })).toMatchObject({
    ...{ crankshaftSpan: [4, 4], radius: 1.5 },
  })
})

test('replicas', () => {
  expect(readFoldOptions({ steps: '6000', temperatures: '0.5, 1,2' })).toMatchObject({
    ...{ temperatures: [0.5, 1, 2], swapEvery: 1000, every: 1000, frameEvery: 10_000, temperature: undefined },
  })
  expect(
    readFoldOptions({ steps: '600', temperatures: '1:4', replicas: '3', swapEvery: '60', every: '20' }),
  ).toMatchObject({
    ...{ temperatures: [1, 2, 4], swapEvery: 60, every: 20, frameEvery: 600 },
  })
  // Few steps are one round.
  expect(readFoldOptions({ steps: '7', temperatures: '1,2', workers: '3', burnIn: '5' })).toMatchObject({
    ...{ swapEvery: 7, burnIn: 5 },
  })
})

test('flags by the names of options', () => {
  expect([flagOf('steps'), flagOf('frameEvery'), flagOf('sideChainUniform')]).toEqual([
    ...['--steps', '--frame-every', '--side-chain-uniform'],
  ])
})

test.each([
  [{ replicas: '3' }, '--replicas must be left out, or given with --temperatures'],
  [{ swapEvery: '3' }, '--swap-every must be left out, or given with --temperatures'],
  [{ workers: '3' }, '--workers must be left out, or given with --temperatures'],
  [{ temperatures: '1,2', temperature: '1' }, '--temperature must be left out where there is --temperatures'],
  [{ temperatures: '1,2', anneal: '1:2' }, '--anneal must be left out where there is --temperatures'],
  [{ temperatures: '1' }, '--temperatures must be rising and above zero, two or more'],
  [{ temperatures: '2,1' }, '--temperatures must be rising'],
  [{ temperatures: '0,1' }, '--temperatures must be rising'],
  [{ temperatures: '1,x' }, '--temperatures must be rising'],
  [{ temperatures: '1:2:3' }, '--temperatures must be rising'],
  [{ temperatures: '1:2' }, '--replicas must be given where --temperatures has only the first and the last'],
  [{ temperatures: '1:2', replicas: '1' }, '--replicas must be a whole number from 2 to 1000'],
  [{ temperatures: '1:1.00001', replicas: '50' }, '--replicas must be fewer'],
  [{ temperatures: '1,2', replicas: '3' }, '--replicas must be 2, one for each of --temperatures'],
  [{ temperatures: '1,2', workers: '0' }, '--workers must be a whole number from 1 to 256'],
  [{ temperatures: '1,2', swapEvery: '3' }, '--steps must be a multiple of 3, the moves between two swaps, got "10"'],
  [{ temperatures: '1,2', swapEvery: '5', every: '2' }, '--every must be a divisor of 5, the moves between two swaps'],
  [{ temperatures: '1,2', swapEvery: '5', frameEvery: '6' }, '--frame-every must be a multiple of 5'],
  [{ burnIn: '10' }, '--burn-in must be a whole number below 10, the --steps'],
  [{ radius: '0' }, '--radius must be a length above zero, in Å'],
  [{ radius: '1.6', radiusScale: '0.7' }, '--radius must be left out where there is --radii or --radius-scale'],
  [{ radii: 'pauling' }, '--radii must be one of auto, bondi'],
  [{ radiusScale: '-1' }, '--radius-scale must be'],
  [{ excludeBonds: '0' }, '--exclude-bonds must be a whole number from 1 to 99'],
  [{ disulphides: 'cut' }, '--disulphides must be one of hold, free'],
  [{ altloc: 'AB' }, '--altloc must be one letter'],
  [{ pivotWidth: '0' }, '--pivot-width must be an angle above zero'],
  [{ pivotWidth: '4' }, '--pivot-width must be an angle above zero and at most π, in radians or like 10deg, got "4"'],
  [{ sideChainWidth: '181deg' }, '--side-chain-width must be'],
  [{ crankshaftWidth: 'deg' }, '--crankshaft-width must be'],
  [{ pivotUniform: '1.5' }, '--pivot-uniform must be a share from 0 to 1'],
  [{ crankshaftSpan: '7:3' }, '--crankshaft-span must be residues'],
  [{ crankshaftSpan: '0:3' }, '--crankshaft-span must be'],
  [{ crankshaftSpan: '1:2:3' }, '--crankshaft-span must be'],
  [{ stiffness: '-1' }, '--stiffness must be'],
  [
    { potential: 'lj', ignoreClashes: true, topologyPreserving: true },
    '--topology-preserving must be left out, or given without --ignore-clashes',
  ],
  [{ wellDepth: '2' }, '--well-depth must be left out, or given with --potential lj or go, got "2"'],
  [{ potential: 'go', cutoff: '9' }, '--cutoff must be left out, or given with --potential lj'],
  [{ ignoreClashes: true }, '--ignore-clashes must be left out, or given with --potential lj or go'],
  [{ potential: 'go', contactSeparation: '1.5' }, '--contact-separation must be a whole number above zero'],
  [{ steps: '0' }, '--steps must be a whole number above zero'],
  [{ steps: '1.5' }, '--steps must be'],
  [{ seed: '-1' }, '--seed must be a whole number from 0'],
  [{ temperature: '0' }, '--temperature must be a number above zero'],
  [{ temperature: '1', anneal: '1:2' }, '--anneal must be left out where there is --temperature'],
  [{ anneal: '1' }, '--anneal must be two temperatures above zero'],
  [{ anneal: '1:0' }, '--anneal must be'],
  [{ anneal: '1:2:3' }, '--anneal must be'],
  [{ anneal: '1:2:linear:4' }, '--anneal must be'],
  [{ anneal: ':2' }, '--anneal must be'],
  [{ potential: 'amber' }, '--potential must be one of hard, lj, go'],
  [{ moves: 'pivot:0' }, '--moves must be kinds of move'],
  [{ moves: 'pivot,pivot' }, '--moves must be'],
  [{ moves: '' }, '--moves must be'],
  [{ moves: '__proto__' }, '--moves must be'],
  [{ atoms: 'ca' }, '--atoms must be one of backbone'],
  [{ chain: 'A,,B' }, '--chain must be chains by name'],
  [{ chain: 'A,A' }, '--chain must be'],
  [{ model: '-1' }, '--model must be'],
  [{ every: '0' }, '--every must be'],
  [{ frameEvery: 'x' }, '--frame-every must be'],
  [{ every: '4', frameEvery: '6' }, '--frame-every must be a multiple of 4, the moves between two samples, got "6"'],
  [{ checkpointEvery: '0' }, '--checkpoint-every must be'],
] as [FoldCommandOptions, string][])('%j is refused', (options, message) => {
  const all = { steps: '10', ...options } as FoldCommandOptions
  expect(() => readFoldOptions(all)).toThrow(InvalidInputError)
  expect(() => readFoldOptions(all)).toThrow(message)
})

test('without --steps, the error says what to give', () => {
  expect(() => readFoldOptions({})).toThrow('no --steps: give the number of moves to try, --steps 1e6')
})

test('resumed: what is not given is as it was, and what is must agree', () => {
  const options = { steps: '5000', potential: 'lj', checkpoint: 'c', out: 'o.pdb', json: true } as const
  const question = readFoldOptions(options)
  const saved = JSON.parse(JSON.stringify(savedOptions(options, question)))
  const run = JSON.parse(JSON.stringify(runIdentity(question, 'abc')))
  expect(saved.json).toBeUndefined()
  const resume = (given: FoldCommandOptions): void => {
    const merged = resumedOptions(saved, { resume: true, checkpoint: 'c', ...given })
    sameRun('a.pdb', run, runIdentity(readFoldOptions(merged), 'abc'))
  }
  resume({})
  resume({ seed: '1', temperature: '1', potential: 'lj', out: 'elsewhere.pdb', checkpointEvery: '3' })
  // Longer, with the intervals of the shorter one.
  const longer = resumedOptions(saved, { steps: '900000' })
  expect(readFoldOptions(longer)).toMatchObject({ steps: 900_000, every: 5, frameEvery: 50 })
  resume({ steps: '900000' })
  expect(() => resume({ steps: '4999' })).toThrow('--steps must be 5000, as in the checkpoint, got 4999')
  expect(() => resume({ seed: '2' })).toThrow('--seed must be 1, as in the checkpoint, got 2')
  expect(() => resume({ potential: 'go' })).toThrow('--potential must be "lj", as in the checkpoint, got "go"')
  expect(() => resume({ anneal: '2:1' })).toThrow('--temperature must be 1, as in the checkpoint')
  expect(() => resume({ chain: 'A' })).toThrow('--chain must be left out, as in the checkpoint')
  expect(() => sameRun('a.pdb', run, runIdentity(question, 'abd'))).toThrow(
    'a.pdb must be the file that the checkpoint was written for, got "another"',
  )
  const annealed = runIdentity(readFoldOptions({ steps: '10', anneal: '2:1' }), '')
  const longerOne = runIdentity(readFoldOptions({ steps: '20', every: '1', frameEvery: '10', anneal: '2:1' }), '')
  expect(() => sameRun('a.pdb', annealed, longerOne)).toThrow('--steps must be 10, as in the checkpoint, got 20')
})
