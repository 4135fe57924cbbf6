// The WebAssembly twin against the TypeScript it is a twin of: the same changes and questions, every array compared bit by
// bit, every answer and every count.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChainArrays } from '../../../src/chains/chain/chain-arrays.js'
import { setWasmEnabled } from '../../../src/chains/chain/chain-wasm.js'
import {
  type BoxFit,
  type ChainChange,
  type ChainOptions,
  ChainTree,
  Random,
  type Shape,
  sphere,
} from '../../../src/entries/chains.js'
import { randomShape } from './driver.js'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const ARRAYS = ['box', 'ends', 'slack', 'aligned', 'balls', 'frames', 'joints', 'localBalls'] as const

afterEach(() => setWasmEnabled(true))

/** What a ChainTree keeps to itself. */
function arraysOf(chain: ChainTree): ChainArrays {
  return chain.core.body.arrays
}

/** The same chain twice: with its twin, and without. */
function both(make: () => ChainTree): [wasm: ChainTree, plain: ChainTree] {
  setWasmEnabled(true)
  const wasm = make()
  setWasmEnabled(false)
  const plain = make()
  setWasmEnabled(true)
  expect(arraysOf(wasm).wasm).toBeDefined()
  expect(arraysOf(plain).wasm).toBeUndefined()
  return [wasm, plain]
}

/** Bit by bit: -0 is not 0 here, and NaN is NaN. */
function expectSameBits(wasm: ChainTree, plain: ChainTree): void {
  for (const name of ARRAYS) {
    const a = arraysOf(wasm)[name]
    const b = arraysOf(plain)[name]
    expect(a.length).toBe(b.length)
    const bytesA = new Uint8Array(a.buffer, a.byteOffset, a.byteLength)
    const bytesB = new Uint8Array(b.buffer, b.byteOffset, b.byteLength)
    if (Buffer.compare(bytesA, bytesB) === 0) continue
    for (let k = 0; k < a.length; k++) {
      if (!Object.is(a[k], b[k])) throw new Error(`${name}[${k}] is ${a[k]} with WebAssembly and ${b[k]} without`)
    }
  }
}

type Question = 'any' | 'all' | 'within' | 'closest' | 'none'
const QUESTIONS: readonly Question[] = ['any', 'all', 'within', 'closest', 'none']

function ask(chain: ChainTree, question: Question, distance: number): unknown {
  switch (question) {
    case 'any':
      return chain.selfCollides()
    case 'all':
      return chain.selfCollisions()
    case 'within':
      return chain.pairsWithin(distance)
    case 'closest':
      return chain.closestPair()
    case 'none':
      return undefined
  }
}

/** Plays `steps` random change sets of up to `most` changes on both, with questions and undos. */
function play(
  pair: [ChainTree, ChainTree],
  seed: number,
  steps: number,
  most: number,
  shapes: (r: Random) => Shape,
): void {
  const random = new Random(seed)
  const [wasm, plain] = pair
  expectSameBits(wasm, plain)
  for (let step = 0; step < steps; step++) {
    const count = random.unit() < 0.5 ? 1 : 1 + random.integer(most)
    const changes = Array.from({ length: count }, () => randomChange(random, wasm.size, shapes))
    for (const chain of pair) chain.change(changes)
    expectSameBits(wasm, plain)
    const question = QUESTIONS[random.integer(QUESTIONS.length)]!
    const distance = random.range(0, 4)
    expect(ask(wasm, question, distance)).toEqual(ask(plain, question, distance))
    expect(wasm.stats).toEqual(plain.stats)
    if (random.unit() < 0.5) {
      for (const chain of pair) chain.undo()
      expectSameBits(wasm, plain)
      expect(wasm.stats).toEqual(plain.stats)
    }
  }
}

function randomChange(random: Random, links: number, shapes: (r: Random) => Shape): ChainChange {
  const joint = random.integer(links - 1)
  switch (random.integer(6)) {
    case 0:
      return { kind: 'slide', joint, distance: random.range(-0.2, 0.2) }
    case 1:
      return { kind: 'shape', link: random.integer(links), shape: shapes(random) }
    case 2: {
      const axis = random.direction(new Float64Array(3))
      return { kind: 'rotate', joint, angle: random.range(-1, 1), axis, pivot: [0.1, random.range(-1, 1), 0.3] }
    }
    default:
      return { kind: 'rotate', joint, angle: random.range(-Math.PI, Math.PI) }
  }
}

const ball = (random: Random): Shape => sphere({ radius: random.range(0.3, 1.2), at: [0, random.range(-0.5, 0.5), 0] })

/** A random walk of spheres. Every third chain starts out straight, with zeros of both signs in its poses. */
function spheres(links: number, seed: number, options: ChainOptions): ChainTree {
  const random = new Random(seed)
  const centres = new Float64Array(3 * links)
  const d = new Float64Array(3)
  for (let i = 1; i < links; i++) {
    random.direction(d)
    for (let k = 0; k < 3; k++) {
      const step = seed % 3 === 0 ? (k === seed % 2 ? -3 : 0) : 3 * d[k]!
      centres[3 * i + k] = centres[3 * i - 3 + k]! + step
    }
  }
  const radii = Float64Array.from({ length: links }, () => random.range(0.5, 1.4))
  return ChainTree.fromSpheres(centres, radii, options)
}

describe('same bits, answers and counts with WebAssembly as without', () => {
  const fits: readonly BoxFit[] = ['loose', 'snug']
  for (const boxes of fits) {
    for (const linksPerLeaf of [1, 2, 3, 4, 7, 16]) {
      test(`spheres, ${boxes} boxes, ${linksPerLeaf} links a leaf`, () => {
        for (let seed = 1; seed <= 3; seed++) {
          const random = new Random(1000 * linksPerLeaf + seed)
          const links = 128 + random.integer(300)
          const neighbours = random.integer(4)
          const exclude = (i: number, j: number): boolean => seed % 2 === 0 && (i * 7 + j * 3) % 11 === 0
          const options: ChainOptions = { boxes, linksPerLeaf, neighbours, exclude }
          const pair = both(() => spheres(links, seed, options))
          play(pair, seed, 25, 20, ball)
          pair[0].validate()
        }
      })
    }
    test(`shapes of every kind, ${boxes} boxes`, () => {
      for (let seed = 1; seed <= 2; seed++) {
        const random = new Random(seed)
        const links = 128 + random.integer(80)
        const shapes = Array.from({ length: links }, () => randomShape(random, 0.3))
        const joints = Array.from({ length: links - 1 }, () => ({
          at: [...random.direction(new Float64Array(3))].map((x) => 3 * x),
          rotation: [0, 0, 0, 1],
        }))
        play(
          both(() => ChainTree.fromLinks(shapes, joints, { boxes })),
          seed,
          15,
          10,
          (r) => randomShape(r, 0.3),
        )
      }
    })
  }

  test('spheres that become something else on the way', () => {
    for (let seed = 1; seed <= 3; seed++) {
      play(
        both(() => spheres(150, seed, {})),
        seed,
        20,
        8,
        (r) => randomShape(r, 0.5),
      )
    }
  })

  test('boxes and merge rules that the twin does not know', () => {
    for (const options of [
      { boxes: 'tight' },
      { experimental: { merge: 'cab' } },
      { experimental: { merge: 'covariance' } },
    ] as ChainOptions[]) {
      play(
        both(() => spheres(140, 5, options)),
        5,
        20,
        8,
        ball,
      )
    }
  })

  test('most of the joints at once, and more neighbours than links', () => {
    for (const neighbours of [1, 500, 2 ** 31 - 1]) {
      const pair = both(() => spheres(300, 7, { neighbours }))
      const random = new Random(11)
      const angle = 1e-3
      for (const share of [0.1, 0.5, 1]) {
        const changes: ChainChange[] = []
        for (let joint = 0; joint < 299; joint++)
          if (random.unit() < share) changes.push({ kind: 'rotate', joint, angle })
        for (const chain of pair) chain.change(changes)
        expectSameBits(...pair)
        for (const question of QUESTIONS) {
          expect(ask(pair[0], question, 1)).toEqual(ask(pair[1], question, 1))
          expect(pair[0].stats).toEqual(pair[1].stats)
        }
      }
    }
  })

  test('a compact chain of 20,000 links over 300 steps', () => {
    const [wasm, plain] = both(() => compact(20_000))
    const random = new Random(3)
    for (let step = 0; step < 300; step++) {
      const joint = random.integer(19_999)
      const angle = random.range(-Math.PI, Math.PI)
      wasm.rotate(joint, angle)
      plain.rotate(joint, angle)
      const hit = wasm.selfCollides()
      expect(hit).toBe(plain.selfCollides())
      expect(wasm.stats).toEqual(plain.stats)
      if (hit) {
        wasm.undo()
        plain.undo()
      }
    }
    expectSameBits(wasm, plain)
  })
})

function compact(links: number): ChainTree {
  const side = Math.ceil(Math.cbrt(links))
  const centres = new Float64Array(3 * links)
  for (let i = 0; i < links; i++) {
    const row = Math.trunc(i / side)
    const z = Math.trunc(row / side)
    const x = row % 2 === 0 ? i % side : side - 1 - (i % side)
    const y = z % 2 === 0 ? row % side : side - 1 - (row % side)
    centres.set([4 * x, 4 * y, 4 * z], 3 * i)
  }
  return ChainTree.fromSpheres(centres, 1)
}

describe('where there is no twin', () => {
  test('small chains have none', () => {
    expect(arraysOf(spheres(10, 1, {})).wasm).toBeUndefined()
  })

  test('chains of swept rectangles have none', () => {
    const chain = spheres(300, 1, { volume: 'rss' })
    expect(arraysOf(chain).wasm).toBeUndefined()
    expect(chain.pairsWithin(3).pairs).toEqual(spheres(300, 1, {}).pairsWithin(3).pairs)
  })

  test('a host without memory to give falls back to the TypeScript', () => {
    const host = (globalThis as unknown as { WebAssembly: { Memory: unknown } }).WebAssembly
    const { Memory } = host
    host.Memory = class {
      constructor() {
        throw new RangeError('WebAssembly.Memory(): could not allocate memory')
      }
    }
    try {
      const chain = spheres(200, 1, {})
      expect(arraysOf(chain).wasm).toBeUndefined()
      chain.rotate(100, 1)
      chain.validate()
    } finally {
      host.Memory = Memory
    }
  })

  test('a host that cannot compile it (no SIMD, or forbidden) falls back to the TypeScript', async () => {
    const host = (globalThis as unknown as { WebAssembly: { Module: unknown } }).WebAssembly
    const { Module } = host
    vi.resetModules()
    const path = fileURLToPath(new URL('../../../src/index.ts', import.meta.url))
    const { ChainTree: Fresh }: typeof import('../../../src/index.js') = await import(path)
    host.Module = class {
      constructor() {
        throw new SyntaxError('WebAssembly.Module(): wasm SIMD unsupported')
      }
    }
    try {
      const chain = Fresh.fromSpheres(
        new Float64Array(600).map((_, k) => (k % 3 === 0 ? k : 0)),
        1,
      )
      expect(arraysOf(chain as unknown as ChainTree).wasm).toBeUndefined()
      expect(chain.selfCollides()).toBe(false)
    } finally {
      host.Module = Module
    }
  })

  test('an error in the caller’s rule comes through, and the chain still works', () => {
    let angry = true
    const exclude = (): boolean => {
      if (angry) throw new Error('no such rule')
      return false
    }
    const [wasm, plain] = both(() => spheres(200, 1, { exclude }))
    for (const chain of [wasm, plain]) expect(() => chain.pairsWithin(5)).toThrow('no such rule')
    angry = false
    expect(wasm.pairsWithin(5)).toEqual(plain.pairsWithin(5))
  })

  test('many chains at once: those past the limit have none, and answer the same', () => {
    const chains = Array.from({ length: 1100 }, () => spheres(130, 2, {}))
    const twins = chains.filter((chain) => arraysOf(chain).wasm !== undefined).length
    expect(twins).toBeGreaterThan(0)
    expect(twins).toBeLessThanOrEqual(1000)
    const answer = chains[0]!.pairsWithin(3)
    for (const chain of [...chains.slice(1, 50), ...chains.slice(-50)]) expect(chain.pairsWithin(3)).toEqual(answer)
  })
})

test('the bytes in the repository were made from wasm/ as it is; test/deep compiles it', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'build-wasm.mjs'), '--made-from'], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
