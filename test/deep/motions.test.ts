// Zero misses: 200,000 random segments over all scenes of motions and random worlds, and motions that are made to be missed. Every
// `free` survives a sampled sweep of 100 points, and 10,000 for a thousand of them, whose certificates are verified as well;
// every collision is shown by brute force at the parameter given.
//
// LIMBER_DEEP_STEPS scales it: twice as many segments. LIMBER_DEEP_PART=2/5 runs the second of five parts, which together are the
// whole; LIMBER_DEEP_SEED is another run. Two hours or so on one core for all of it: two parts side by side take half of that.
import { afterAll, expect, test } from 'vitest'
import { adversarial, GRAZES, graze, MOTION_SCENES } from '../../scenes/index.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { firstContact } from '../../src/robots/motion/first-contact.js'
import { worldDocument } from '../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../src/verify/index.js'
import { judge, judgeFree, nearestInstants, polyline } from '../oracle/robots/motions.js'
import { attacks } from '../oracle/robots/motions-attacks.js'
import { ANYWHERE, buildCase, grazingCase, randomCase } from '../oracle/robots/motions-cases.js'
import {
  CLOSE_SAMPLES,
  count,
  judgeSegment,
  newTally,
  runScene,
  streamOf,
  type Tally,
  table,
} from '../oracle/robots/motions-deep.js'
import { MotionScene } from '../oracle/robots/motions-scene.js'

const segments = 2 * Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const seed = Number(process.env.LIMBER_DEEP_SEED ?? 1)
const [part, parts] = (process.env.LIMBER_DEEP_PART ?? '1/1').split('/').map(Number) as [number, number]

/** Shares of the whole: nine scenes, random worlds twice, and grazing ones. Of 16,659 pairs a segment takes ten times as long. */
const SHARES: readonly number[] = [
  ...Object.keys(MOTION_SCENES).map((name) => (name === 'lattice-9' ? 0.2 : 1)),
  1,
  1,
  1,
]
const each = (share: number): number => Math.ceil((share * segments) / SHARES.reduce((sum, s) => sum + s, 0))
/** A thousand of 200,000, about: of those that are free. */
const CLOSELY = 120

const tallies: Tally[] = []
let reported = performance.now()

function report(tally: Tally, index: number, most: number): void {
  if (performance.now() - reported < 10_000) return
  reported = performance.now()
  process.stderr.write(
    `motions, seed ${seed}, part ${part}/${parts}: ${tally.name}, ${index} of ${most}, ${tally.misses.length} misses\n`,
  )
}

afterAll(() => {
  console.log(`seed ${seed}, part ${part} of ${parts}\n${table(tallies)}`)
})

test.each(Object.entries(MOTION_SCENES).map(([name, make], i) => [name, make, each(SHARES[i]!)] as const))(
  '[never-misses] random segments: %s',
  (_, make, to) => {
    const tally = runScene(make(), {
      seed,
      from: part - 1,
      to,
      every: parts,
      closely: CLOSELY,
      onProgress: (done, index) => report(done, index, to),
    })
    tallies.push(tally)
    expect(tally.misses).toEqual([])
    if (tally.segments > 200) {
      expect(tally.free).toBeGreaterThan(0)
      expect(tally.collision).toBeGreaterThan(0)
      expect(tally.undecided).toBeLessThan(tally.segments / 100)
    }
  },
)

// A miss prints a number: randomCase(number, { options }) is its case, buildCase(…) builds it.
test.each([
  ['random worlds', false],
  ['with options', true],
] as const)('[never-misses] random worlds and motions: %s', (name, options) => {
  const tally = newTally(name)
  tallies.push(tally)
  for (let index = part - 1; index < each(1); index += parts) {
    const number = 1_000_000 * seed + index
    const c = buildCase(randomCase(number, { options }))
    const started = performance.now()
    const verdict = checkMotion(c.world, c.waypoints, c.options)
    tally.millis += performance.now() - started
    count(tally, verdict)
    const brute = new MotionScene(c.world)
    const way = polyline(c.world, c.waypoints, c.options.continuous)
    const closely = streamOf(seed, name, index).integer(CLOSELY) === 0
    // In worlds this small brute force is quick enough for some instants of every motion.
    let wrong = judge(brute, way, verdict, { samples: 10, ...c.options })
    if (wrong === undefined && verdict.outcome === 'free') {
      wrong = options
        ? judgeFree(brute, way, { samples: closely ? 1000 : 50, fast: c.world, ...c.options })
        : judgeSegment(tally, brute, c.world, c.waypoints, verdict, closely)
      const verified = verifyCertificate(worldDocument(c.world), verdict.certificate())
      if (!verified.valid) wrong ??= `the certificate is refused: ${verified.reason}`
    }
    if (wrong !== undefined) tally.misses.push(`randomCase(${number}, { options: ${options} }): ${wrong}`)
    report(tally, index, each(1))
  }
  expect(tally.misses).toEqual([])
})

test('[never-misses] things that almost touch, or barely touch', () => {
  const tally = newTally('grazing')
  tallies.push(tally)
  for (let index = part - 1; index < each(1); index += parts) {
    const number = 1_000_000 * seed + index
    const c = buildCase(grazingCase(number))
    const started = performance.now()
    const verdict = checkMotion(c.world, c.waypoints, ANYWHERE)
    tally.millis += performance.now() - started
    count(tally, verdict)
    const brute = new MotionScene(c.world)
    const way = polyline(c.world, c.waypoints)
    let wrong = judge(brute, way, verdict, { samples: 5 })
    if (verdict.outcome === 'free') {
      const verified = verifyCertificate(worldDocument(c.world), verdict.certificate())
      if (!verified.valid) wrong ??= `the certificate is refused: ${verified.reason}`
      tally.closely++
      for (const t of nearestInstants(c.world, way, 0, 40)) {
        const found = brute.contact(way.at(0, t))
        if (found !== undefined) wrong ??= `free, but ${found.a} and ${found.b} touch at ${t}`
      }
    }
    if (wrong !== undefined) tally.misses.push(`grazingCase(${number}): ${wrong}`)
    report(tally, index, each(1))
  }
  expect(tally.misses).toEqual([])
})

test.runIf(part === 1)('[never-misses] motions that are made to be missed, ten thousand samples each', () => {
  const tally = newTally('attacks')
  tallies.push(tally)
  const all = [
    ...attacks(),
    ...adversarial().map(({ name, world, motion, expected }) => ({
      name,
      world,
      waypoints: motion,
      truth: expected === 'free' ? ('free' as const) : ('touches' as const),
      options: undefined,
    })),
    ...GRAZES.flatMap((kind) =>
      [1e-2, 1e-4].map((zeta) => {
        const { world, from, to } = graze(kind, zeta)
        return {
          name: `graze ${kind} ${zeta}`,
          world,
          waypoints: [from, to],
          truth: 'free' as const,
          options: undefined,
        }
      }),
    ),
  ]
  for (const { name, world, waypoints, truth, options } of all) {
    const started = performance.now()
    const verdict = checkMotion(world, waypoints, options)
    tally.millis += performance.now() - started
    count(tally, verdict)
    const brute = new MotionScene(world)
    const way = polyline(world, waypoints, options?.continuous)
    let wrong = judge(brute, way, verdict, { samples: 3, ...options })
    if (truth === 'touches' && verdict.outcome === 'free') wrong ??= 'free, and it touches'
    if (truth === 'free' && verdict.outcome !== 'free') wrong ??= `${verdict.outcome}, and it is free`
    if (verdict.outcome === 'free') {
      wrong ??= judgeFree(brute, way, { samples: CLOSE_SAMPLES, fast: world })
      const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(verdict.certificate())))
      if (!verified.valid) wrong ??= `the certificate is refused: ${verified.reason}`
      tally.closely++
    }
    const first = firstContact(world, waypoints, options)
    if ((first.outcome === 'free') !== (verdict.outcome === 'free')) wrong ??= `first contact: ${first.outcome}`
    if (wrong !== undefined) tally.misses.push(`${name}: ${wrong}`)
  }
  expect(tally.misses).toEqual([])
})
