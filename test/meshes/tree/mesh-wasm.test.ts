// The WebAssembly twin of what builds a mesh's tree against the TypeScript it is a twin of: every array compared bit by bit.

import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { blob, bumpySphere, gear, gridBox, sheet, soup, thinPlate, torusKnot } from '../../../scenes/index.js'
import { Random } from '../../../src/entries/meshes.js'
import { fitBoxes, pointsReach, refitBoxes } from '../../../src/meshes/tree/box-tree.js'
import { type SplitRule, type SplitShape, splitBoxes, splitMesh } from '../../../src/meshes/tree/mesh-splits.js'
import { fitInWasm, setMeshWasmEnabled, splitInWasm } from '../../../src/meshes/tree/mesh-wasm.js'
import { BOX } from '../../../src/volumes/node-box.js'

interface Mesh {
  readonly positions: Float64Array
  readonly triangles: Uint32Array
}

interface Built {
  readonly shape: SplitShape
  readonly fitted: Float64Array
  readonly refitted: Float64Array
}

afterEach(() => setMeshWasmEnabled(true))

function build({ positions, triangles }: Mesh, split: SplitRule, leafSize: number): Built {
  const shape = splitMesh(positions, triangles, { split, leafSize })
  const items = { points: positions, corners: triangles, stride: 3 }
  const reach = pointsReach(items)
  const fitted = new Float64Array(BOX * shape.nodes)
  const refitted = new Float64Array(BOX * shape.nodes)
  fitBoxes(fitted, shape, items, reach)
  refitBoxes(refitted, shape, items, reach)
  return { shape, fitted, refitted }
}

/** Triangles between any of a few vertices. */
function crowd(count: number, vertices: number): Mesh {
  const random = new Random(3)
  const positions = Float64Array.from({ length: 3 * vertices }, () => random.range(-1, 1))
  return { positions, triangles: Uint32Array.from({ length: 3 * count }, () => random.integer(vertices)) }
}

/** Bit by bit: -0 is not 0 here, and NaN is NaN. */
function expectSame(name: string, wasm: Float64Array | Int32Array | Uint32Array, plain: typeof wasm): void {
  expect(wasm.length).toBe(plain.length)
  const bytes = (a: typeof wasm) => new Uint8Array(a.buffer, a.byteOffset, a.byteLength)
  if (Buffer.compare(bytes(wasm), bytes(plain)) === 0) return
  for (let k = 0; k < wasm.length; k++) {
    if (!Object.is(wasm[k], plain[k])) {
      throw new Error(`${name}[${k}] is ${wasm[k]} with WebAssembly and ${plain[k]} without`)
    }
  }
}

function compare(mesh: Mesh, split: SplitRule = 'middle', leafSize = 4): void {
  setMeshWasmEnabled(true)
  expect(splitInWasm(mesh.positions, mesh.triangles, leafSize, 0)).toBeDefined()
  const wasm = build(mesh, split, leafSize)
  setMeshWasmEnabled(false)
  expect(splitInWasm(mesh.positions, mesh.triangles, leafSize, 0)).toBeUndefined()
  const plain = build(mesh, split, leafSize)
  setMeshWasmEnabled(true)
  expect(wasm.shape.nodes).toBe(plain.shape.nodes)
  for (const name of ['order', 'child', 'first', 'end'] as const) {
    expectSame(name, wasm.shape[name], plain.shape[name])
  }
  expectSame('fitted', wasm.fitted, plain.fitted)
  expectSame('refitted', wasm.refitted, plain.refitted)
}

describe('the same bits', () => {
  test.each([
    ['blob', blob(900, 7)],
    ['ball', bumpySphere(900, 7)],
    ['gear', gear(900)],
    ['box', gridBox(900)],
    ['sheet', sheet(900, 7)],
    ['soup', soup(900, 7)],
    ['plate', thinPlate(900)],
    ['knot', torusKnot(900)],
  ])('%s', (_, mesh) => {
    for (const split of ['middle', 'median', 'sah'] as const) {
      for (const leafSize of [1, 3, 4, 100]) compare(mesh, split, leafSize)
    }
  })

  test('a large mesh, with nodes that a refit fits to boxes', () => {
    compare(bumpySphere(100_000, 2))
  })

  test('many triangles on few vertices: nearly all points are guests', () => compare(crowd(20_000, 300)))

  test('items of other widths', () => {
    const random = new Random(4)
    const count = 200
    const corners = Uint32Array.from({ length: 8 * count }, (_, k) => k)
    const points = Float64Array.from({ length: 24 * count }, (_, k) => Math.trunc(k / 24) + random.unit())
    const boxes = new Float64Array(6 * count)
    for (let i = 0; i < count; i++) boxes.set([i, i, i, i + 1, i + 1, i + 1], 6 * i)
    const shape = splitBoxes(boxes, { split: 'middle', leafSize: 2 })
    const items = { points, corners, stride: 8 }
    const [wasm, plain] = [true, false].map((on) => {
      setMeshWasmEnabled(on)
      const out = new Float64Array(BOX * shape.nodes)
      fitBoxes(out, shape, items, pointsReach(items))
      return out
    })
    expectSame('boxes', wasm!, plain!)
  })

  const KINDS = ['any', 'lattice', 'flat', 'line', 'point', 'crumbs', 'far', 'huge', 'tiny', 'mixed'] as const
  type Kind = (typeof KINDS)[number]

  /** Triangles between random points of a kind, some points in none of them and some triangles degenerate. */
  function randomMesh(kind: Kind, seed: number): Mesh {
    const random = new Random(seed)
    const vertices = 3 + random.integer(200)
    const positions = new Float64Array(3 * vertices)
    for (let v = 0; v < vertices; v++) positions.set(randomPoint(kind, random), 3 * v)
    const triangles = new Uint32Array(3 * (128 + random.integer(200)))
    for (let k = 0; k < triangles.length; k++) triangles[k] = random.integer(vertices)
    return { positions, triangles }
  }

  function randomPoint(kind: Kind, random: Random): number[] {
    const any = () => random.range(-1, 1)
    const lattice = () => random.integer(5) - 2
    const sign = () => (random.unit() < 0.5 ? -1 : 1)
    switch (kind) {
      case 'any':
        return [any(), any(), any()]
      case 'lattice':
        return [lattice(), lattice(), lattice()]
      case 'flat':
        return [any(), lattice(), sign() * 0]
      case 'line': {
        const t = any()
        return [t, 2 * t, -3 * t]
      }
      case 'point':
        return [1, sign() * 0, 3]
      case 'crumbs':
        return [2 ** random.integer(100), any(), 0]
      case 'far':
        return [1e9 + any(), -1e9 + any(), 1e8 + any()]
      case 'huge':
        return [1e60 * any(), 1e60 * any(), 1e60 * any()]
      case 'tiny':
        return [1e-150 * any(), 1e-170 * any(), 1e-310 * any()]
      case 'mixed':
        return [any() * 10 ** random.range(-60, 60), any() * 10 ** random.range(-60, 60), any()]
    }
  }

  // A failure prints [seed, split, leafSize]: paste them into compare(randomMesh(kind, seed), split, leafSize).
  test.each(KINDS)('random meshes: %s', (kind) => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('middle' as const, 'median' as const), fc.nat(8), (seed, split, more) =>
        compare(randomMesh(kind, seed), split, 1 + more),
      ),
      { seed: 5, numRuns: 40 },
    )
  })
})

describe('where there is no twin', () => {
  const mesh = bumpySphere(200, 1)

  test('small meshes have none', () => {
    const small = bumpySphere(100, 1)
    expect(splitInWasm(small.positions, small.triangles, 4, 0)).toBeUndefined()
    const shape = splitMesh(small.positions, small.triangles, { split: 'middle', leafSize: 4 })
    const items = { points: small.positions, corners: small.triangles, stride: 3 }
    expect(fitInWasm(new Float64Array(BOX * shape.nodes), shape, items, 1e9, 7, 0)).toBe(false)
  })

  /** The same with a host whose WebAssembly lacks a part. */
  async function without(part: 'Memory' | 'Module' | 'Instance'): Promise<void> {
    const plain = build(mesh, 'middle', 4)
    const host = (globalThis as unknown as { WebAssembly: Record<string, unknown> }).WebAssembly
    const kept = host[part]
    vi.resetModules()
    const source = (name: string) =>
      import(fileURLToPath(new URL(`../../../src/meshes/tree/${name}.ts`, import.meta.url)))
    const { fitBoxes: fitFresh }: typeof import('../../../src/meshes/tree/box-tree.js') = await source('box-tree')
    const { splitMesh: split }: typeof import('../../../src/meshes/tree/mesh-splits.js') = await source('mesh-splits')
    const fresh: typeof import('../../../src/meshes/tree/mesh-wasm.js') = await source('mesh-wasm')
    host[part] = class {
      constructor() {
        throw new RangeError('not to be had')
      }
    }
    try {
      expect(fresh.splitInWasm(mesh.positions, mesh.triangles, 4, 0)).toBeUndefined()
      const shape = split(mesh.positions, mesh.triangles, { split: 'middle', leafSize: 4 })
      expect(shape).toEqual(plain.shape)
      const boxes = new Float64Array(BOX * shape.nodes)
      const items = { points: mesh.positions, corners: mesh.triangles, stride: 3 }
      fitFresh(boxes, shape, items, pointsReach(items))
      expectSame('boxes', boxes, plain.fitted)
    } finally {
      host[part] = kept
    }
  }

  test('a host without memory to give', () => without('Memory'))
  test('a host that cannot compile it (no SIMD, or forbidden)', () => without('Module'))
  test('a host that cannot link it', () => without('Instance'))

  test('more guests than there is room for', () => {
    const mesh = crowd(90_000, 2000)
    const { shape } = build(mesh, 'middle', 4)
    const items = { points: mesh.positions, corners: mesh.triangles, stride: 3 }
    const boxes = new Float64Array(BOX * shape.nodes)
    expect(fitInWasm(boxes, shape, items, shape.order.length, 7, 0)).toBe(false)
    expect(boxes.every((x) => x === 0)).toBe(true)
    // And the next one that has room is fitted.
    compare(bumpySphere(300, 2))
  })
})

test('building a mesh detaches no buffer', () => {
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { Memory: { prototype: { grow(pages: number): number } } }
  }
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow')
  for (const count of [200, 20_000, 80_000, 1000]) {
    build(bumpySphere(count, 1), 'middle', 4)
  }
  expect(grow).not.toHaveBeenCalled()
  grow.mockRestore()
})
