// Meshes that are closed, or nearly, and points to try them with, each made from a seed: same seed, same case.
import type { Random } from '../../../src/base/math/random.js'

export interface PlainMesh {
  readonly positions: number[]
  readonly triangles: number[]
}

/**
 * cubes: boxes at small whole coordinates, which overlap, share faces, edges and corners, or lie in each other. bumps: round
 * things that overlap. hollow: boxes within boxes, as they come or inside out. star: a prism over a pentagram, which goes around its middle twice. spike: a thin, tall thing.
 */
export const SOLID_MODES = ['cubes', 'bumps', 'hollow', 'star', 'spike'] as const
export type SolidMode = (typeof SOLID_MODES)[number]

/**
 * A mesh of a mode; now and then with repeated vertices, triangles turned over, one of them missing, some or all of them there
 * again, or some that are segments.
 */
export function solidMesh(mode: SolidMode, random: Random): PlainMesh {
  let out = shells(mode, random)
  if (random.unit() < 0.3) out = apart(out)
  // A star goes around twice: turned at random, what is inside is a matter of taste.
  if (mode !== 'star' && random.unit() < 0.3) {
    for (let t = 0; t < out.triangles.length; t += 3) {
      if (random.unit() < 0.5) swap(out.triangles, t + 1, t + 2)
    }
  }
  if (random.unit() < 0.15) out.triangles.splice(3 * random.integer(out.triangles.length / 3), 3)
  if (random.unit() < 0.25) repeat(out.triangles, random)
  if (random.unit() < 0.1) addSegments(out.triangles, random)
  return out
}

/** Triangles once more, each way round: all of them, or some. */
function repeat(triangles: number[], random: Random): void {
  const [share, over] = [random.unit() < 0.7 ? 1 : random.unit(), random.integer(3) / 2]
  for (let t = triangles.length - 3; t >= 0; t -= 3) {
    if (random.unit() >= share) continue
    const [a, b, c] = triangles.slice(t, t + 3) as [number, number, number]
    triangles.push(...(random.unit() < over ? [b, a, c] : [b, c, a]))
  }
}

/** Triangles two corners of which are one, along an edge or across. */
function addSegments(triangles: number[], random: Random): void {
  const some = (): number => triangles[random.integer(triangles.length)]!
  for (let k = 0; k < 3; k++) {
    const t = 3 * random.integer(triangles.length / 3)
    const [a, b] = k === 0 ? [some(), some()] : [triangles[t]!, triangles[t + 1]!]
    triangles.splice(k === 1 ? 0 : triangles.length, 0, a, b, a)
  }
}

function shells(mode: SolidMode, random: Random): PlainMesh {
  switch (mode) {
    case 'cubes': {
      const count = 1 + random.integer(3)
      return join(Array.from({ length: count }, () => cube(random)))
    }
    case 'bumps':
      return join(Array.from({ length: 1 + random.integer(2) }, () => round(random)))
    case 'hollow': {
      // From outside in, now and then two in the same place or a little beside each other.
      const sizes = [2, 1.5, 1, 0.5].filter(() => random.unit() < 0.7)
      return join(
        [2.5, ...sizes].map((size) => {
          const shift = random.unit() < 0.2 ? random.range(0, 1) : 0
          const made = block(
            [0.5 - size + shift, 0.5 - size, 0.5 - size],
            [0.5 + size + shift, 0.5 + size, 0.5 + size],
            random,
          )
          return random.unit() < 0.5 ? insideOut(made) : made
        }),
      )
    }
    case 'star':
      return star(random.unit() < 0.5 ? 1 : random.range(0.5, 2))
    case 'spike': {
      const top = [random.range(-1, 1), random.range(-1, 1), 1e3]
      const at = [0, 0, 0, 1, 0, 0, 0, 10 ** random.range(-12, 0), 0, ...top]
      return { positions: at, triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3] }
    }
  }
}

/** Points to ask about: on the lattice, on vertices, in the middle of edges and faces, next to those, and anywhere. */
export function solidPoint({ positions, triangles }: PlainMesh, random: Random): number[] {
  const sort = random.unit()
  if (sort < 0.25) return [0, 1, 2].map(() => random.integer(9) / 2 - 1)
  if (sort < 0.4) return [0, 1, 2].map(() => random.range(-1.5, 3))
  const t = 3 * random.integer(triangles.length / 3)
  const corner = (k: number) => [0, 1, 2].map((c) => positions[3 * triangles[t + k]! + c]!)
  const weights = sort < 0.55 ? [1, 0, 0] : sort < 0.7 ? [0.5, 0.5, 0] : [0.25, 0.25, 0.5]
  const p = [0, 1, 2].map((c) => weights.reduce((sum, w, k) => sum + w * corner(k)[c]!, 0))
  if (random.unit() < 0.4) p[random.integer(3)]! += random.range(-1, 1) * 10 ** random.range(-17, 0)
  return p
}

function cube(random: Random): PlainMesh {
  const low = [0, 1, 2].map(() => random.integer(3) - 1)
  const made = block(
    low,
    low.map((l) => l + 1 + random.integer(2)),
    random,
  )
  return random.unit() < 0.2 ? insideOut(made) : made
}

export function insideOut({ positions, triangles }: PlainMesh): PlainMesh {
  return { positions, triangles: triangles.map((_, k) => triangles[k % 3 === 0 ? k : k % 3 === 1 ? k + 1 : k - 1]!) }
}

/** A box by its least and greatest coordinates, its faces cut along either diagonal. */
function block(low: readonly number[], high: readonly number[], random: Random): PlainMesh {
  const positions: number[] = []
  for (let k = 0; k < 8; k++) for (let c = 0; c < 3; c++) positions.push((k >> c) & 1 ? high[c]! : low[c]!)
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]
  const triangles = faces.flatMap(([a, b, c, d]) =>
    random.unit() < 0.5 ? [a!, b!, c!, a!, c!, d!] : [b!, c!, d!, b!, d!, a!],
  )
  return { positions, triangles }
}

/** An octahedron with other radii, cut once more. */
function round(random: Random): PlainMesh {
  const at = [0, 1, 2].map(() => random.range(0, 1.5))
  const positions: number[] = []
  const add = (p: number[]): number => {
    const r = random.range(0.7, 1.3) / Math.hypot(...p)
    positions.push(...p.map((c, k) => at[k]! + r * c))
    return positions.length / 3 - 1
  }
  const tips = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ]
  const corners = tips.map(add)
  const middles = new Map<string, number>()
  const middle = (i: number, j: number): number => {
    const key = [Math.min(i, j), Math.max(i, j)].join()
    const known = middles.get(key)
    if (known !== undefined) return known
    const made = add([0, 1, 2].map((k) => tips[i]![k]! + tips[j]![k]!))
    middles.set(key, made)
    return made
  }
  const triangles: number[] = []
  for (let k = 0; k < 4; k++) {
    for (const [i, j, l] of [
      [k, (k + 1) % 4, 4],
      [(k + 1) % 4, k, 5],
    ] as const) {
      const [p, q, r] = [middle(i, j), middle(j, l), middle(l, i)]
      triangles.push(corners[i]!, p, r, p, corners[j]!, q, r, q, corners[l]!, p, q, r)
    }
  }
  return { positions, triangles }
}

/** A prism over a pentagram, its ends fans around their middles. */
function star(size: number): PlainMesh {
  const positions = [0, 0, -size, 0, 0, size]
  for (const z of [-size, size]) {
    for (let k = 0; k < 5; k++) {
      const angle = (4 * Math.PI * k) / 5
      positions.push(size * Math.cos(angle), size * Math.sin(angle), z)
    }
  }
  const triangles: number[] = []
  for (let k = 0; k < 5; k++) {
    const [a, b] = [2 + k, 2 + ((k + 1) % 5)]
    triangles.push(0, b, a, 1, a + 5, b + 5, a, b, b + 5, a, b + 5, a + 5)
  }
  return { positions, triangles }
}

export function join(meshes: readonly PlainMesh[]): PlainMesh {
  const positions: number[] = []
  const triangles: number[] = []
  for (const mesh of meshes) {
    const from = positions.length / 3
    positions.push(...mesh.positions)
    triangles.push(...mesh.triangles.map((v) => v + from))
  }
  return { positions, triangles }
}

/** Each triangle with vertices of its own, as in an STL file. */
function apart({ positions, triangles }: PlainMesh): PlainMesh {
  return {
    positions: triangles.flatMap((v) => positions.slice(3 * v, 3 * v + 3)),
    triangles: triangles.map((_, k) => k),
  }
}

function swap(list: number[], i: number, j: number): void {
  const kept = list[i]!
  list[i] = list[j]!
  list[j] = kept
}
