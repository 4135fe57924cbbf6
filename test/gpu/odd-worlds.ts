// Worlds in which single precision goes wrong easily, each with what is asked about it: numbers as large as maps and planets have them, and
// hulls of many corners. Seeded.
import { box, convex, group, mesh, Random, Robot, type Shape, sphere, World } from '../../src/entries/robots.js'
import { convexPieces } from '../../src/gpu/convex-pieces.js'

export interface OddWorld {
  readonly world: World
  readonly configurations: readonly Float64Array[]
  readonly segments: readonly (readonly [Float64Array, Float64Array])[]
}

export const ODD_WORLDS = {
  /** Ten million kilometres: the fourth power of a length is beyond singles. */
  huge: () => arm(1e10),
  /** A ten-thousandth of a millimetre: the sixth power of a length is. */
  tiny: () => arm(1e-7),
  /** A mesh whose vertices are a million kilometres from its own origin, and a pose that takes that away. */
  map: () => onMap(1e9),
  /** The same of a box, past a ball: what is apart by less than World's own error touches. */
  away: () => faraway(1e9),
  /** A mesh of a ball beside a small ball, which holds a corner of the polytope around it: no corner of the mesh. */
  corner: () => byCorner(),
  /** Balls of 10⁻¹⁹ in groups of 10⁻¹¹: squares of what is between them are below the least single, and a shader takes them for 0. */
  grains: () => grains(),
  /** A bar of 50 m whose end comes back to a small box at the base: where its corners are is known far worse than where the box is. */
  folded: () => folded(50),
  /** A bar that turns as often as a wheel does, far from a post. */
  turns: () => turns(),
} as const

/** Two bars that turn, beside a convex hull and a box. */
function arm(size: number): OddWorld {
  const bar = box({ size: [size, 0.1 * size, 0.1 * size], at: [size / 2, 0, 0] })
  const robot = new Robot({
    name: 'arm',
    links: [{ name: 'base' }, { name: 'one', geometry: [{ shape: bar }] }, { name: 'two', geometry: [{ shape: bar }] }],
    joints: [
      { name: 'a', kind: 'continuous', parent: 'base', child: 'one', axis: [0, 0, 1] },
      { name: 'b', kind: 'continuous', parent: 'one', child: 'two', axis: [0, 1, 1], origin: { at: [size, 0, 0] } },
    ],
  })
  const rock = [0.9, 0.3, 0, 1.1, 0.3, 0.1, 1, 0.6, 0, 1, 0.4, 0.3, 0.95, 0.45, -0.2].map((x) => x * size)
  const world = new World({
    robots: [robot],
    obstacles: [
      { name: 'rock', shape: convex({ points: rock }) },
      { name: 'wall', shape: box({ size: [0.3 * size, 0.02 * size, size], at: [-0.9 * size, 0.3 * size, 0] }) },
    ],
  })
  const random = new Random(7)
  const configurations = Array.from({ length: 600 }, () => Float64Array.of(random.range(-3, 3), random.range(-3, 3)))
  const segments = configurations
    .slice(0, 100)
    .map((from) => [from, from.map((x) => x + random.range(-0.2, 0.2))] as const)
  return { world, configurations, segments }
}

function onMap(away: number): OddWorld {
  const at = [1.234567 * away, -0.777 * away, 0.3 * away]
  const corners = [0, 0, 0, 0.3, 0, 0, 0, 0.3, 0, 0, 0, 0.3].map((x, i) => x + at[i % 3]!)
  const shape = mesh({ positions: corners, triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] })
  const robot = slider(shape, at.map((x) => -x) as [number, number, number])
  const world = new World({ robots: [robot], obstacles: [box({ size: [0.1, 1, 1], at: [1, 0, 0] })] })
  const random = new Random(8)
  // The tip reaches the box at about 0.65.
  const near = (): number => 0.65 + (random.unit() < 0.5 ? -1 : 1) * 10 ** random.range(-9, -1)
  const configurations = Array.from({ length: 600 }, () => Float64Array.of(near()))
  const segments = configurations.slice(0, 100).map((from) => [from, from.map((x) => x - 1e-5)] as const)
  return { world, configurations, segments }
}

function faraway(away: number): OddWorld {
  const at = [1.234567 * away, -0.777 * away, 0.3 * away] as const
  const robot = slider(
    box({ size: [0.6, 0.3, 0.3], at }),
    at.map((x) => -x),
  )
  const world = new World({ robots: [robot], obstacles: [sphere({ radius: 0.3, at: [1, 0.3, 0.3] })] })
  let [free, hit] = [0, 0.7]
  for (let k = 0; k < 60; k++) {
    const middle = free / 2 + hit / 2
    if (world.collides([middle])) hit = middle
    else free = middle
  }
  const configurations = Array.from({ length: 300 }, (_, k) => Float64Array.of(free + (k - 200) * 3e-5))
  return { world, configurations, segments: configurations.map((to) => [to.map((x) => x - 1e-3), to] as const) }
}

function byCorner(): OddWorld {
  const shape = roundMesh(20, 0.3)
  const corner = farthestCorner(shape)
  const length = Math.hypot(...corner)
  // The small ball reaches from close to the mesh to beyond the corner, which is some 6 cm away from it.
  const radius = 0.99 * (length - 0.3)
  const at = corner.map((x) => (x / length) * (0.3 + 1.003 * radius)) as [number, number, number]
  const world = new World({ robots: [slider(shape)], obstacles: [sphere({ radius, at })] })
  const random = new Random(9)
  const configurations = Array.from({ length: 300 }, () => Float64Array.of(random.range(-0.02, 0.02)))
  const segments = configurations
    .slice(0, 100)
    .map((from) => [from, from.map((x) => x + random.range(-5e-4, 5e-4))] as const)
  return { world, configurations, segments }
}

function grains(): OddWorld {
  const radius = 1e-19
  // The large ones are far from each other.
  const pair = (z: number): Shape => group([sphere({ radius }), sphere({ radius: 2e-12, at: [0, 0, z] })])
  const world = new World({ robots: [slider(pair(-5e-12), [0, 0, 0], [1, 0.3, 0.2], 4e-17)], obstacles: [pair(5e-12)] })
  const random = new Random(10)
  const configurations = Array.from({ length: 300 }, () => Float64Array.of(random.range(-6, 6) * radius))
  return { world, configurations, segments: configurations.slice(0, 100).map((from) => [from, from] as const) }
}

function folded(length: number): OddWorld {
  const bar = box({ size: [length, 0.01, 0.01], at: [length / 2, 0, 0] })
  const robot = new Robot({
    name: 'folded',
    links: [{ name: 'base' }, { name: 'out' }, { name: 'side' }, { name: 'back', geometry: [{ shape: bar }] }],
    joints: [
      { name: 'a', kind: 'continuous', parent: 'base', child: 'out', axis: [0.3, 0.2, 1] },
      {
        name: 'b',
        kind: 'continuous',
        parent: 'out',
        child: 'side',
        axis: [0, 1, 0.2],
        origin: { at: [length, 0, 0] },
      },
      { name: 'c', kind: 'continuous', parent: 'side', child: 'back', axis: [0, 0.1, 1] },
    ],
  })
  const world = new World({ robots: [robot], obstacles: [box({ size: [0.1, 0.1, 0.1], at: [0.02, 0, 0] })] })
  const random = new Random(11)
  const some = (most: number): number => random.range(-most, most) / length
  const configurations: Float64Array[] = []
  // A micrometre or so beside contact, and as far as the tip is off.
  while (configurations.length < 480) {
    const q = Float64Array.of(random.range(-3, 3), some(0.3), Math.PI + some(0.3))
    const way = [0, some(1), some(1)]
    const at = (t: number): Float64Array => q.map((x, i) => x + t * way[i]!)
    const collides = world.collides(q)
    if (world.collides(at(1)) === collides) continue
    let [from, to] = [0, 1]
    for (let k = 0; k < 50; k++) {
      const middle = from / 2 + to / 2
      if (world.collides(at(middle)) === collides) from = middle
      else to = middle
    }
    for (let k = 0; k < 8; k++) configurations.push(at(from + (k % 2 === 0 ? 1 : -1) * 10 ** random.range(-9, -3.5)))
  }
  configurations.push(Float64Array.of(1, 1, 1))
  return { world, configurations, segments: configurations.slice(0, 100).map((q) => [q, q] as const) }
}

function turns(): OddWorld {
  const size = 1e6
  const bar = box({ size: [size, 0.02 * size, 0.02 * size], at: [size / 2, 0, 0] })
  const robot = new Robot({
    name: 'arm',
    links: [{ name: 'base' }, { name: 'one', geometry: [{ shape: bar }] }, { name: 'two', geometry: [{ shape: bar }] }],
    joints: [
      { name: 'a', kind: 'continuous', parent: 'base', child: 'one', axis: [0, 0, 1] },
      { name: 'b', kind: 'continuous', parent: 'one', child: 'two', axis: [0, 1, 0], origin: { at: [size, 0, 0] } },
    ],
  })
  const random = new Random(12)
  const side = 0.1 * size
  const world = new World({ robots: [robot], obstacles: [box({ size: [side, side, side], at: [5 * size, 0, 0] })] })
  const configurations = Array.from({ length: 100 }, (_, k) =>
    Float64Array.of(10 ** (k / 17) * random.range(-1, 1), 10 ** (k / 17) * random.range(-1, 1)),
  )
  const segments = configurations.map((from) => [from, from.map((x) => -x + random.range(-1, 1))] as const)
  return { world, configurations, segments }
}

/** Of the polytope of few corners that kernels see first. */
function farthestCorner(shape: Shape): number[] {
  const { points } = convexPieces(shape)[0]!
  let best: number[] = [0, 0, 0]
  for (let i = 0; i < points.length; i += 3) {
    const corner = Array.from(points.subarray(i, i + 3))
    if (Math.hypot(...corner) > Math.hypot(...best)) best = corner
  }
  return best
}

/** Slides along x by a metre, if nothing else is said. */
export function slider(
  shape: Shape,
  at = [0, 0, 0],
  axis: readonly [number, number, number] = [1, 0, 0],
  way = 1,
): Robot {
  return new Robot({
    name: 'slider',
    links: [{ name: 'base' }, { name: 'block', geometry: [{ shape, pose: { at } }] }],
    joints: [
      {
        name: 'slide',
        kind: 'prismatic',
        parent: 'base',
        child: 'block',
        axis,
        limits: { lower: -way, upper: way },
      },
    ],
  })
}

/** A ball as a closed mesh of n rings. */
function roundMesh(n: number, r: number): Shape {
  const positions: number[] = []
  const triangles: number[] = []
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j < 2 * n; j++) {
      const [a, b] = [(Math.PI * i) / n, (Math.PI * (j + 0.5 * (i % 2))) / n]
      positions.push(r * Math.sin(a) * Math.cos(b), r * Math.sin(a) * Math.sin(b), r * Math.cos(a))
    }
  }
  const vertex = (i: number, j: number): number => 2 * n * i + (j % (2 * n))
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < 2 * n; j++) {
      triangles.push(vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1))
      triangles.push(vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1))
    }
  }
  return mesh({ positions, triangles })
}
