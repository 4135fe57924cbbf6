// What is inside a mesh, for the exact verifier: against the oracle of solids, small open ones also against all choices of triangles.
import { expect, test } from 'vitest'
import { collide, mesh, Random, sphere } from '../../../src/entries/meshes.js'
import { Solid } from '../../../src/verify/exact/solid.js'
import { vector } from '../../../src/verify/exact/vectors.js'
import { exactInside, exactPoint, exactSolid } from '../../oracle/meshes/solids.js'
import { SOLID_MODES, solidMesh, solidPoint } from '../../oracle/meshes/solids-cases.js'

const BITS = 256n

test('closed meshes, hollows, copies and turned triangles: as the oracle has it', () => {
  let asked = 0
  let inside = 0
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(seed)
    const mesh = solidMesh(SOLID_MODES[seed % SOLID_MODES.length]!, random)
    const truth = exactSolid(mesh)
    const solid = new Solid(mesh.positions, mesh.triangles, 0)
    expect(solid.openShells).toBe(truth.surfaces)
    for (let k = 0; k < 12; k++) {
      // Not on the surface, which is never asked: at odd places, and off them.
      const p = solidPoint(mesh, random).map((x) => x + random.range(-1e-3, 1e-3))
      const expected = exactInside(truth, exactPoint(p))
      expect({ seed, p, is: solid.contains(vector(p, BITS)) }).toEqual({ seed, p, is: expected })
      asked++
      if (expected) inside++
    }
  }
  expect(asked).toBeGreaterThan(300)
  expect(inside).toBeGreaterThan(50)
})

interface Soup {
  readonly positions: number[]
  readonly triangles: number[]
  readonly added: number
}

/** Some triangles between few points, the last of them added. */
function soup(random: Random): Soup {
  const count = 5 + random.integer(2)
  const positions = Array.from({ length: 3 * count }, () => random.range(-1, 1))
  const triangles: number[] = []
  // A tetrahedron or two, with triangles lost, doubled and turned; and strays.
  for (let k = 0; k < 1 + random.integer(2); k++) {
    const [a, b, c, d] = Array.from({ length: count }, (_, i) => i).sort(
      (i, j) => Math.sin(i * 9 + k + random.unit() * 9) - Math.sin(j * 9 + k),
    )
    for (const t of [
      [a, b, c],
      [a, c, d],
      [a, d, b],
      [b, d, c],
    ]) {
      if (random.unit() < 0.8) triangles.push(...(t as number[]))
    }
  }
  for (let k = 0; k < 2; k++) triangles.push(...[0, 1, 2].map(() => random.integer(count)))
  return { positions, triangles, added: random.integer(triangles.length / 3 + 1) }
}

/** By trying all subsets of those triangles that rule 5 takes. */
function insideSome({ positions, triangles, added }: Soup, p: number[]): boolean | undefined {
  const all = Array.from({ length: triangles.length / 3 }, (_, t) => triangles.slice(3 * t, 3 * t + 3))
  const file = all.slice(0, all.length - added)
  const name = (t: number[]): string => [...t].sort().join()
  const proper = (t: number[]): boolean => new Set(t).size === 3
  const once = (list: number[][]): number[][] => [...new Map(list.filter(proper).map((t) => [name(t), t])).values()]
  const edges = (list: number[][]): Map<string, number> => {
    const sums = new Map<string, number>()
    for (const [a, b, c] of list as [number, number, number][]) {
      for (const e of [
        [a, b],
        [b, c],
        [c, a],
      ])
        sums.set(name(e), (sums.get(name(e)) ?? 0) + 1)
    }
    return sums
  }
  const isEven = (list: number[][]): boolean => [...edges(list).values()].every((sum) => sum % 2 === 0)
  // One shell of the file that is closed as it came is another rule's.
  const shells = [...file]
  const groups: number[][][] = []
  while (shells.length > 0) {
    const group = [shells.pop()!]
    for (let grown = true; grown; ) {
      grown = false
      for (let i = shells.length - 1; i >= 0; i--) {
        const own = new Set(edges([shells[i]!]).keys())
        if (group.some((t) => [...edges([t]).keys()].some((e) => own.has(e)))) {
          group.push(...shells.splice(i, 1))
          grown = true
        }
      }
    }
    groups.push(group)
  }
  if (groups.some((group) => isEven(once(group)) || isEven(group.filter(proper)))) return undefined
  const taken = [...once(file), ...once(all.slice(file.length))]
  const point = (v: number): number[] => positions.slice(3 * v, 3 * v + 3)
  // In doubles: points are far from everything but by bad luck, which the margin finds.
  const crosses = taken.map((t) => {
    const [a, b, c] = t.map((v) => point(v).map((x, k) => x - p[k]!)) as [number[], number[], number[]]
    const d = [0.3, 0.5, 0.81]
    const det = (x: number[], y: number[], z: number[]): number =>
      x[0]! * (y[1]! * z[2]! - y[2]! * z[1]!) +
      x[1]! * (y[2]! * z[0]! - y[0]! * z[2]!) +
      x[2]! * (y[0]! * z[1]! - y[1]! * z[0]!)
    const signs = [det(d, a, b), det(d, b, c), det(d, c, a), det(a, b, c)]
    return signs.some((s) => Math.abs(s) < 1e-9) ? Number.NaN : new Set(signs.map(Math.sign)).size === 1 ? 1 : 0
  })
  if (crosses.some(Number.isNaN)) return undefined
  for (let subset = 1; subset < 1 << taken.length; subset++) {
    const chosen = taken.filter((_, i) => (subset >> i) & 1)
    if (isEven(chosen) && crosses.filter((_, i) => (subset >> i) & 1).reduce((a, b) => a + b, 0) % 2 === 1) return true
  }
  return false
}

test('open shells and added triangles: inside if some closed choice has the point on its odd side', () => {
  let asked = 0
  let inside = 0
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed)
    const mesh = soup(random)
    if (mesh.triangles.length > 30) continue
    for (let k = 0; k < 3; k++) {
      const p = [0, 1, 2].map(() => random.range(-0.5, 0.5))
      const expected = insideSome(mesh, p)
      if (expected === undefined) continue
      const solid = new Solid(mesh.positions, mesh.triangles, mesh.added)
      expect({ seed, k, is: solid.contains(vector(p, BITS)) }).toEqual({ seed, k, is: expected })
      asked++
      if (expected) inside++
    }
  }
  expect(asked).toBeGreaterThan(150)
  expect(inside).toBeGreaterThan(5)
})

test('[solids] meshes that the engine has closed: inside where the engine says so', () => {
  let asked = 0
  let inside = 0
  let closed = 0
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(9000 + seed)
    const { positions, triangles } = solidMesh(SOLID_MODES[seed % 4]!, random)
    // Some triangles lost, some turned over.
    const kept = Array.from({ length: triangles.length / 3 }, (_, t) => triangles.slice(3 * t, 3 * t + 3))
      .filter(() => random.unit() > 0.06)
      .flatMap(([a, b, c]) => (random.unit() < 0.1 ? [b!, a!, c!] : [a!, b!, c!]))
    if (kept.length === 0) continue
    const shape = mesh({ positions, triangles: kept, open: 'solid' })
    const { added } = shape.tree
    if (added > 0) closed++
    const all = Array.from(shape.tree.triangles)
    const solid = new Solid(positions, all, added)
    for (let k = 0; k < 8; k++) {
      const p = solidPoint({ positions, triangles: kept }, random).map((x) => x + random.range(-0.2, 0.2))
      // At places with no pattern: no surface is as near as the ball is small.
      const point = sphere({ radius: 1e-12, at: p })
      const expected = collide(shape, point).collides
      expect({ seed, k, is: solid.contains(vector(p, BITS)) }).toEqual({ seed, k, is: expected })
      asked++
      if (expected) inside++
    }
  }
  expect(closed).toBeGreaterThan(15)
  expect(asked).toBeGreaterThan(200)
  expect(inside).toBeGreaterThan(30)
})
