// Random and degenerate necklaces with what happens to them: by family and by motion, as plain data that can be printed, pasted
// and shrunk (necklaces-shrink.ts). Everything comes from the seed; sines are our own, so that browsers make the same cases.
import { Random } from '../../../src/base/math/random.js'
import { cosine, sine } from '../../../src/base/math/trigonometry.js'

export type CaseQuestion = 'collides' | 'pairs' | 'within' | 'closest' | 'set'

export type CaseAction =
  | { readonly do: 'step'; readonly centres: readonly number[]; readonly radii?: readonly number[] }
  | { readonly do: 'undo' }
  | { readonly do: 'ask'; readonly what: CaseQuestion; readonly distance?: number }

export interface NecklaceCase {
  readonly dimension: 2 | 3
  readonly closed: boolean
  readonly neighbours: number
  /** Pairs of which i + 3·j is a multiple of it are excluded; 0: none are. */
  readonly exclude: number
  readonly centres: readonly number[]
  readonly radii: readonly number[]
  readonly actions: readonly CaseAction[]
}

/** The rule of a case, for the engine as for the oracle. */
export function ruleOf({ neighbours, closed, exclude }: NecklaceCase): {
  neighbours: number
  closed: boolean
  exclude: ((i: number, j: number) => boolean) | undefined
} {
  return { neighbours, closed, exclude: exclude === 0 ? undefined : (i, j) => (i + 3 * j) % exclude === 0 }
}

/** Where the beads are: centres have `dimension` numbers. */
interface Lie {
  readonly centres: number[]
  readonly radii: number[]
}

type Family = (random: Random, n: number, dimension: 2 | 3) => Lie
type Motion = (random: Random, lie: Lie, dimension: 2 | 3, family: Family) => Lie

/** No coordinate of a case is larger; the engine takes 1e60. */
const LARGEST = 9e59

const places = (random: Random, n: number, dimension: number, side: number): number[] =>
  Array.from({ length: n * dimension }, () => random.range(-side, side))
const equal = (n: number, r: number): number[] => Array.from({ length: n }, () => r)
const pick = <T>(random: Random, from: readonly T[]): T => from[random.integer(from.length)]!
const scaled = ({ centres, radii }: Lie, by: number): Lie => ({
  centres: centres.map((x) => x * by),
  radii: radii.map((r) => r * by),
})
const direction = (random: Random, dimension: number): number[] => {
  if (dimension === 3) return [...random.direction(new Float64Array(3))]
  const angle = random.range(0, 7)
  return [cosine(angle), sine(angle)]
}

/** A walk whose step from bead i to i + 1 is so long, and turns by a share of a random direction. */
function walk(random: Random, n: number, dimension: number, turn: number, step: (i: number) => number): number[] {
  const at = Array.from({ length: dimension }, () => 0)
  let heading = direction(random, dimension)
  const centres: number[] = []
  for (let i = 0; i < n; i++) {
    centres.push(...at)
    const other = direction(random, dimension)
    heading = heading.map((h, k) => h + turn * other[k]!)
    const length = Math.sqrt(heading.reduce((sum, h) => sum + h * h, 0)) || 1
    heading = heading.map((h) => h / length)
    for (let k = 0; k < dimension; k++) at[k]! += heading[k]! * step(i)
  }
  return centres
}

/** Boustrophedon on whole numbers: neighbours along it are exactly one apart. */
function snake(n: number, dimension: number): number[] {
  const side = Math.ceil(n ** (1 / dimension) - 1e-9)
  const centres: number[] = []
  for (let i = 0; i < n; i++) {
    const row = Math.floor(i / side)
    const x = row % 2 === 0 ? i % side : side - 1 - (i % side)
    const sheet = Math.floor(row / side)
    const y = sheet % 2 === 0 ? row % side : side - 1 - (row % side)
    if (dimension === 2) centres.push(x, row)
    else centres.push(x, y, sheet)
  }
  return centres
}

/** Whole-number points at exactly the same distance from the origin: 9 in space, 65 in the plane. */
function onSphere(random: Random, dimension: number): number[] {
  const sign = (x: number): number => (random.integer(2) === 0 ? x : -x)
  const p = pick(
    random,
    dimension === 2
      ? [
          [16, 63],
          [25, 60],
          [33, 56],
          [39, 52],
          [0, 65],
        ]
      : [
          [1, 4, 8],
          [4, 4, 7],
          [3, 6, 6],
          [0, 0, 9],
        ],
  ).map(sign)
  const turn = random.integer(dimension)
  return p.map((_, k) => p[(k + turn) % dimension]!)
}

const gas: Family = (random, n, dimension) => ({
  centres: places(random, n, dimension, 0.5 * random.range(0.6, 2.5) * n ** (1 / dimension)),
  radii: Array.from({ length: n }, () => random.range(0.1, 0.6)),
})

/** Whole or half numbers only, so that many pairs touch exactly, many coincide, and many tests are ties. */
const lattice: Family = (random, n, dimension) => {
  const side = 1 + random.integer(3 + Math.ceil(1.5 * n ** (1 / dimension)))
  return {
    centres: Array.from({ length: n * dimension }, () => random.integer(side)),
    radii: Array.from({ length: n }, () => pick(random, [0, 0.25, 0.5, 0.5, 0.5, 1, 1.5])),
  }
}

export const FAMILIES: Readonly<Record<string, Family>> = {
  gas,
  lattice,
  /** Adjacent beads touch, to rounding. */
  walk: (random, n, dimension) => {
    const ratio = pick(random, [1, 1.5, 4, 20])
    const radii = Array.from({ length: n }, () => random.range(0.5 / ratio, 0.5))
    return { centres: walk(random, n, dimension, 2, (i) => radii[i]! + (radii[i + 1] ?? 0)), radii }
  },
  /** Some adjacent beads touch, some do not. */
  mixed: (random, n, dimension) => {
    const radii = Array.from({ length: n }, () => 10 ** random.range(-1.3, 0))
    const stretch = random.range(0.6, 1.6)
    return {
      centres: walk(
        random,
        n,
        dimension,
        2,
        (i) => stretch * random.range(0.5, 1.5) * (radii[i]! + (radii[i + 1] ?? 0)),
      ),
      radii,
    }
  },
  rope: (random, n, dimension) => ({
    centres: walk(random, n, dimension, random.range(0.05, 0.5), () => random.range(0.9, 1.1)),
    radii: equal(n, random.range(0.3, 0.55)),
  }),
  helix: (random, n, dimension) => {
    const [turn, rise, wide] = [random.range(0.05, 1.5), random.range(0.001, 0.2), random.range(0.5, 4)]
    const centres = Array.from({ length: n }, (_, i) => {
      const grow = dimension === 2 ? wide * (0.2 + rise * i) : wide
      return [grow * cosine(turn * i), grow * sine(turn * i), rise * i].slice(0, dimension)
    }).flat()
    return { centres, radii: equal(n, random.range(0.05, 0.4)) }
  },
  ring: (random, n, dimension) => {
    const wide = n / 6.2
    const centres = Array.from({ length: n }, (_, i) => {
      const angle = (6.283185307179586 * i) / n
      return [wide * cosine(angle), wide * sine(angle), sine(3 * angle)].slice(0, dimension)
    }).flat()
    return { centres, radii: equal(n, random.range(0.3, 0.6)) }
  },
  snake: (random, n, dimension) => ({
    centres: snake(n, dimension),
    radii: equal(n, pick(random, [0.5, 0.5, 0.5, 0.4999999999999999, 0.5000000000000001, 0.25, 0.75, 1])),
  }),
  /** A packed rope that is all but touching. */
  packed: (random, n, dimension) => ({
    centres: snake(n, dimension).map((x) => x + random.range(-0.04, 0.04)),
    radii: equal(n, random.range(0.42, 0.5)),
  }),
  points: (random, n, dimension) => ({ ...lattice(random, n, dimension), radii: equal(n, 0) }),
  /** All in one place. */
  heap: (random, n, dimension) => ({
    centres: Array.from({ length: n * dimension }, () => 0.3),
    radii: Array.from({ length: n }, () => pick(random, [0, 0.5, 1, random.unit()])),
  }),
  /** A few places with many beads in each. */
  piles: (random, n, dimension) => {
    const spots = Array.from({ length: 1 + random.integer(5) }, () => places(random, 1, dimension, 2))
    return {
      centres: Array.from({ length: n }, () => pick(random, spots)).flat(),
      radii: Array.from({ length: n }, () => pick(random, [0.1, 0.1, 0.2, 1])),
    }
  },
  /** On a line along which whole steps have whole lengths: (1, 2, 2) is 3 long, (3, 4) is 5. */
  line: (random, n, dimension) => {
    const along = pick(
      random,
      dimension === 2
        ? [
            [1, 0],
            [3, 4],
          ]
        : [
            [0, 0, 1],
            [1, 2, 2],
            [2, 3, 6],
          ],
    )
    const length = Math.sqrt(along.reduce((sum, a) => sum + a * a, 0))
    const order = pick(random, [(i: number) => i, (i: number) => (i * 7) % n, () => random.integer(n)])
    return {
      centres: Array.from({ length: n }, (_, i) => along.map((a) => a * order(i))).flat(),
      radii: Array.from({ length: n }, () => (length * pick(random, [0.5, 0.5, 1, 1.5])) as number),
    }
  },
  /** In a plane of space that no coordinate plane is. */
  plane: (random, n, dimension) => {
    const flat = lattice(random, n, 2)
    const centres = Array.from({ length: n }, (_, i) => {
      const [s, t] = [flat.centres[2 * i]!, flat.centres[2 * i + 1]!]
      return dimension === 2 ? [s - t, s + t] : [s + 2 * t, 2 * s - 2 * t, 2 * s + t]
    }).flat()
    return { centres, radii: flat.radii.map((r) => 3 * r) }
  },
  sphere: (random, n, dimension) => ({
    centres: Array.from({ length: n }, () => onSphere(random, dimension)).flat(),
    radii: equal(n, pick(random, [0.5, 1, 3, 4.5, 20])),
  }),
  /** Each in the one before it, tangent to it inside. */
  dolls: (random, n, dimension) => {
    const shrink = pick(random, [0.5, 0.75, 0.875])
    let [at, r] = [0, 8]
    const lie: Lie = { centres: [], radii: [] }
    for (let i = 0; i < n; i++) {
      lie.centres.push(at, ...equal(dimension - 1, 0))
      lie.radii.push(r)
      at += r - shrink * r
      r *= shrink
    }
    return lie
  },
  unequal: (random, n, dimension) => ({
    centres: places(random, n, dimension, n ** (1 / dimension)),
    radii: Array.from({ length: n }, () => 10 ** random.range(-4, 0.3)),
  }),
  far: (random, n, dimension) => {
    const { centres, radii } = gas(random, n, dimension)
    const away = pick(random, [1e6, 2 ** 30, 2 ** 45])
    return { centres: centres.map((x) => x + away), radii }
  },
  tiny: (random, n, dimension) =>
    scaled(gas(random, n, dimension), pick(random, [2 ** -1040, 2 ** -400, 1e-100, 1e-30])),
  huge: (random, n, dimension) => scaled(gas(random, n, dimension), pick(random, [2 ** 185, 1e30])),
  /** Sizes that have nothing to do with each other. */
  scales: (random, n, dimension) => ({
    centres: Array.from({ length: n * dimension }, () => random.range(-1, 1) * 10 ** random.range(-25, 25)),
    radii: Array.from({ length: n }, () => 10 ** random.range(-30, 20)),
  }),
  /** Large beads apart from each other, every other bead a small one that looks out of the large one before it, or all but does. */
  studs: (random, n, dimension) => {
    const lie: Lie = { centres: [], radii: [] }
    for (let i = 0; i < n; i++) {
      if (i % 2 === 0) {
        lie.centres.push(...places(random, 1, dimension, 6 * n ** (1 / dimension)))
        lie.radii.push(random.range(0.3, 1))
      } else {
        const large = lie.radii[i - 1]!
        const small = large * random.range(0.2, 0.9)
        const out = direction(random, dimension)
        const far = (large - small) * random.range(1, 1.1)
        lie.centres.push(...out.map((d, k) => lie.centres[dimension * (i - 1) + k]! + far * d))
        lie.radii.push(small)
      }
    }
    return lie
  },
  /** Exact touching in numbers whose squares no double holds: products here are exact, of up to 10 bits and of 37. */
  ties: (random, n, dimension) =>
    scaled(
      pick(random, [lattice, FAMILIES.snake!, FAMILIES.line!, FAMILIES.sphere!])(random, n, dimension),
      1 + (2 * random.integer(2 ** 20) + 1) * 2 ** -36,
    ),
  /** Exact touching, off by one or two units in the last place. */
  ulps: (random, n, dimension) => {
    const { centres, radii } = pick(random, [lattice, FAMILIES.snake!])(random, n, dimension)
    const nudge = (x: number): number => x * (1 + (random.integer(5) - 2) * 2 ** -52)
    return { centres: centres.map((x) => nudge(x + 3)), radii: radii.map(nudge) }
  },
}

/** A typical length: the median distance of adjacent beads, or 1 where they coincide. */
function lengthOf({ centres, radii }: Lie, dimension: number): number {
  const steps: number[] = []
  for (let i = 1; i < radii.length; i++) {
    let most = 0
    for (let k = 0; k < dimension; k++) {
      most = Math.max(most, Math.abs(centres[dimension * i + k]! - centres[dimension * (i - 1) + k]!))
    }
    steps.push(most)
  }
  return steps.sort((a, b) => a - b)[steps.length >> 1] || 1
}

const shaken =
  (share: number): Motion =>
  (random, lie, dimension) => {
    const by = share * lengthOf(lie, dimension)
    return { ...lie, centres: lie.centres.map((x) => x + random.range(-by, by)) }
  }

export const MOTIONS: Readonly<Record<string, Motion>> = {
  still: (_, lie) => lie,
  gentle: shaken(0.02),
  creeping: shaken(1e-4),
  hair: shaken(1e-13),
  shaken: shaken(0.5),
  /** A few beads jump. */
  jump: (random, lie, dimension) => {
    const centres = [...lie.centres]
    const by = 10 * lengthOf(lie, dimension)
    for (let k = 1 + random.integer(3); k > 0; k--) {
      const i = random.integer(lie.radii.length)
      for (let c = 0; c < dimension; c++) centres[dimension * i + c]! += random.range(-by, by)
    }
    return { ...lie, centres }
  },
  /** One bead goes very far away. */
  astray: (random, lie, dimension) => {
    const centres = [...lie.centres]
    centres[dimension * random.integer(lie.radii.length)]! += pick(random, [1e6, -1e9]) * lengthOf(lie, dimension)
    return { ...lie, centres }
  },
  fresh: (random, lie, dimension, family) => family(random, lie.radii.length, dimension),
  grown: (random, { centres, radii }) => {
    const by = random.range(1.01, 1.6)
    return { centres, radii: radii.map((r) => r * by) }
  },
  swollen: (random, lie) => {
    const radii = [...lie.radii]
    radii[random.integer(radii.length)]! *= pick(random, [2, 10, 100])
    return { ...lie, radii }
  },
  shrunk: (random, { centres, radii }) => ({ centres, radii: radii.map((r) => r * random.range(0.3, 1)) }),
  vanished: (_, { centres, radii }) => ({ centres, radii: radii.map(() => 0) }),
  /** All to one point. */
  collapsed: (_, lie, dimension) => ({ ...lie, centres: lie.centres.map((_, k) => lie.centres[k % dimension]!) }),
  squeezed: (random, { centres, radii }) => {
    const by = random.range(0.3, 0.95)
    return { centres: centres.map((x) => x * by), radii }
  },
  spread: (_, { centres, radii }) => ({ centres: centres.map((x) => 2 * x), radii }),
  /** Rigid, and exact where coordinates are short. */
  slid: (random, lie, dimension) => {
    const by = Array.from({ length: dimension }, () => lengthOf(lie, dimension) * (random.integer(33) - 16))
    return { ...lie, centres: lie.centres.map((x, k) => x + by[k % dimension]!) }
  },
  /** A quarter turn, rigid and exact. */
  turned: (_, lie, dimension) => ({
    ...lie,
    centres: lie.centres.map((_, k) => {
      const c = k % dimension
      return c === 0 ? -lie.centres[k + 1]! : c === 1 ? lie.centres[k - 1]! : lie.centres[k]!
    }),
  }),
  swapped: (random, lie, dimension) => {
    const [i, j] = [random.integer(lie.radii.length), random.integer(lie.radii.length)]
    const centres = [...lie.centres]
    for (let c = 0; c < dimension; c++) {
      centres[dimension * i + c] = lie.centres[dimension * j + c]!
      centres[dimension * j + c] = lie.centres[dimension * i + c]!
    }
    return { ...lie, centres }
  },
  /** To multiples of a quarter of a power of two: exact touching, and duplicates. */
  snapped: (_, lie, dimension) => {
    const unit = 2 ** (Math.floor(Math.log2(lengthOf(lie, dimension))) - 2)
    const snap = (x: number): number => Math.round(x / unit) * unit
    return { centres: lie.centres.map(snap), radii: lie.radii.map(snap) }
  },
  /** Everything from some bead on is mirrored: the necklace folds onto itself. */
  folded: (random, lie, dimension) => {
    const from = random.integer(lie.radii.length) * dimension
    return { ...lie, centres: lie.centres.map((x, k) => (k < from ? x : 2 * lie.centres[from + (k % dimension)]! - x)) }
  },
}

export interface CaseLimits {
  readonly beads: number
  readonly actions: number
  /** Of FAMILIES; all of them if undefined. */
  readonly families?: readonly string[]
  readonly dimension?: 2 | 3
}

/** The case of a seed. Small ones are as likely as large ones. */
export function necklaceCase(seed: number, limits: CaseLimits): NecklaceCase {
  const random = new Random(seed)
  const dimension = limits.dimension ?? (random.integer(4) === 0 ? 2 : 3)
  const n = 1 + Math.floor(limits.beads ** random.unit() * random.range(0.9, 1))
  const name = pick(random, limits.families ?? Object.keys(FAMILIES))
  const family = FAMILIES[name]!
  const first = family(random, n, dimension)
  const actions: CaseAction[] = []
  let lie = first
  let before: Lie | undefined
  while (actions.length < limits.actions) {
    const kind = random.integer(10)
    if (kind < 5) actions.push(question(random, lie, dimension))
    else if (kind < 6 && before !== undefined) {
      actions.push({ do: 'undo' })
      lie = before
      before = undefined
    } else {
      const motion =
        MOTIONS[random.integer(3) === 0 ? pick(random, ['gentle', 'creeping']) : pick(random, Object.keys(MOTIONS))]!
      const next = held(motion(random, lie, dimension, family))
      const same = next.radii.every((r, i) => r === lie.radii[i])
      actions.push({ do: 'step', centres: next.centres, ...(same ? {} : { radii: next.radii }) })
      before = lie
      lie = next
    }
  }
  return {
    dimension,
    closed: random.integer(3) === 0,
    neighbours: pick(random, [1, 1, 1, 0, 2, 3, 10]),
    exclude: pick(random, [0, 0, 0, 2, 5]),
    ...held(first),
    actions,
  }
}

function question(random: Random, lie: Lie, dimension: number): CaseAction {
  const what = pick<CaseQuestion>(random, ['collides', 'pairs', 'within', 'closest', 'set'])
  if (what !== 'within') return { do: 'ask', what }
  const length = lengthOf(lie, dimension)
  return {
    do: 'ask',
    what,
    distance: pick(random, [0, 0.5, 1, random.unit(), 3 * random.unit()]) * Math.min(length, LARGEST),
  }
}

/** Nothing that the engine refuses by rule: neither too large, nor a negative zero that a printed case would lose. */
function held({ centres, radii }: Lie): Lie {
  const hold = (x: number): number => Math.max(-LARGEST, Math.min(LARGEST, x)) + 0
  return { centres: centres.map(hold), radii: radii.map(hold) }
}
