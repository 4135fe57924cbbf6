// Long runs of motion checks over scenes: segments by number, each with a seed of its own, so that a run can be cut into parts that
// together are the whole; every verdict judged; counts, and the worst cases as text.
import type { MotionScene as Scene } from '../../../scenes/index.js'
import { Random, type World } from '../../../src/entries/robots.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import type { MotionVerdict } from '../../../src/robots/motion/verdict.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { judge, judgeFree, polyline, show } from './motions.js'
import { MotionScene } from './motions-scene.js'

/** Instants of every free segment; of those that are looked at closely. */
export const SAMPLES = 100
export const CLOSE_SAMPLES = 10_000

export interface Tally {
  readonly name: string
  segments: number
  free: number
  collision: number
  /** Nearer than was asked for, and apart. */
  close: number
  undecided: number
  /** Free ones with ten thousand samples and a certificate that was verified. */
  closely: number
  misses: string[]
  millis: number
}

export function newTally(name: string): Tally {
  return { name, segments: 0, free: 0, collision: 0, close: 0, undecided: 0, closely: 0, misses: [], millis: 0 }
}

export function table(tallies: readonly Tally[]): string {
  const rows = [...tallies, sumOf(tallies)].map((t) =>
    [
      t.name.padEnd(14),
      ...[t.segments, t.free, t.collision, t.close, t.undecided, t.closely, t.misses.length].map((n) =>
        String(n).padStart(9),
      ),
      (t.segments === 0 ? '' : (t.millis / t.segments).toFixed(1)).padStart(9),
    ].join(' '),
  )
  const head = ['scene', 'segments', 'free', 'collision', 'close', 'undecided', 'closely', 'misses', 'ms each']
  return [head.map((h, i) => (i === 0 ? h.padEnd(14) : h.padStart(9))).join(' '), ...rows].join('\n')
}

function sumOf(tallies: readonly Tally[]): Tally {
  const all = newTally('all')
  for (const t of tallies) {
    all.segments += t.segments
    all.free += t.free
    all.collision += t.collision
    all.close += t.close
    all.undecided += t.undecided
    all.closely += t.closely
    all.millis += t.millis
    all.misses.push(...t.misses)
  }
  return all
}

export function count(tally: Tally, verdict: MotionVerdict): void {
  tally.segments++
  if (verdict.outcome === 'free') tally.free++
  else if (verdict.outcome === 'collision') tally.collision++
  else if (verdict.outcome === 'undecided') tally.undecided++
  else tally.close++
}

/** A stream of its own for each segment of each scene. */
export function streamOf(seed: number, name: string, index: number): Random {
  let hash = seed
  for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return new Random(((hash >>> 0) % 1_000_003) * 4096 + index + 1)
}

/**
 * From somewhere free, mostly, to somewhere: anywhere, near by, very near by, or with one joint moving. Around the scene's start, or
 * anywhere in the joints' ranges where something is free there.
 */
export function randomSegment(scene: Scene, world: World, random: Random): [Float64Array, Float64Array] {
  const { lower, upper } = world
  const around = (q: Float64Array, scale: number): Float64Array =>
    q.map((x, i) => Math.min(Math.max(x + random.range(-scale, scale), lower[i]!), upper[i]!))
  const anywhere = (): Float64Array => (world.dof > 10 ? around(scene.start, 0.5) : scene.sampleConfiguration(random))
  let from = anywhere()
  for (let k = 0; k < 8 && world.collides(from); k++) {
    from = random.unit() < 0.5 ? anywhere() : around(scene.start, 10 ** random.range(-2, 0))
  }
  switch (random.integer(6)) {
    case 0:
      return [from, anywhere()]
    case 1: {
      const to = from.slice()
      const i = random.integer(to.length)
      to[i] = random.range(lower[i]!, upper[i]!)
      return [from, to]
    }
    default:
      return [from, around(from, 10 ** random.range(-2, 0))]
  }
}

export interface DeepOptions {
  readonly seed: number
  /** Numbers of the segments: from, to, every how many. */
  readonly from: number
  readonly to: number
  readonly every: number
  /** One in so many free ones is looked at closely. */
  readonly closely: number
  readonly onProgress: (tally: Tally, index: number) => void
}

/** Runs the segments of a scene. Misses are kept as text that is enough to do one of them again. */
export function runScene(scene: Scene, options: DeepOptions): Tally {
  const { seed, from, to, every, closely, onProgress } = options
  const tally = newTally(scene.name)
  const world = scene.world()
  const brute = new MotionScene(world)
  for (let index = from; index < to; index += every) {
    const random = streamOf(seed, scene.name, index)
    const ends = randomSegment(scene, world, random)
    const started = performance.now()
    const verdict = checkMotion(world, ends)
    tally.millis += performance.now() - started
    count(tally, verdict)
    const wrong = judgeSegment(tally, brute, world, ends, verdict, random.integer(closely) === 0)
    if (wrong !== undefined) {
      tally.misses.push(`${scene.name} ${index} (seed ${seed}): ${wrong} [${show(ends[0])}, ${show(ends[1])}]`)
    }
    onProgress(tally, index)
  }
  return tally
}

/** What is wrong with a verdict; a free one that is looked at closely is verified as well. */
export function judgeSegment(
  tally: Tally,
  brute: MotionScene,
  world: World,
  waypoints: readonly Float64Array[],
  verdict: MotionVerdict,
  closely: boolean,
): string | undefined {
  const way = polyline(world, waypoints)
  if (verdict.outcome !== 'free') return judge(brute, way, verdict, { samples: 10 })
  const samples = closely ? CLOSE_SAMPLES : SAMPLES
  const wrong = judgeFree(brute, way, { samples, fast: world })
  if (wrong !== undefined || !closely) return wrong
  tally.closely++
  const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(verdict.certificate())))
  if (!verified.valid) return `the certificate is refused: ${verified.reason} ${JSON.stringify(verified.where)}`
  // The world's own answers are not taken on trust: some instants by brute force.
  return judgeFree(brute, way, { samples: 3 })
}
