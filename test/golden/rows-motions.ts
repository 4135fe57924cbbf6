// Whole motions: verdicts, where, certificates.
import { checkMotionAsPublished } from '../../lab/published/check-motion.js'
import {
  box,
  checkMotion,
  checkSegments,
  curveMotion,
  type FirstContact,
  firstContact,
  freeBody,
  lineMotion,
  type MotionInput,
  type MotionStats,
  type MotionVerdict,
  motionOutsideLimits,
  Random,
  type SampleVerdict,
  SegmentCheck,
  sampleMotion,
  splineMotion,
  together,
  trajectoryMotion,
  World,
  worldDocument,
} from '../../src/entries/robots.js'
import { verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { verifyCertificate } from '../../src/verify/index.js'
import type { Row, Value } from './digest.js'
import { cell, freeConfigurations, mixedArm, randomConfiguration, randomPose } from './inputs.js'
import { contactValues } from './rows-worlds.js'

/** All but what it cost, and the sentences. */
export function verdictValues(
  v: MotionVerdict | FirstContact | SampleVerdict | ReturnType<typeof checkMotionAsPublished>,
): Value {
  const context: Value = [
    v.beyondLimits.map((b): Value => [b.segment, b.at, b.joint, b.value, b.limit]),
    v.unseen,
    v.premises,
    'clear' in v ? [v.clear.segment, v.clear.at] : undefined,
  ]
  switch (v.outcome) {
    case 'collision':
      return [v.outcome, v.segment, v.at, v.configuration, v.a, v.b, contactValues(v.contact), context]
    case 'closer-than-delta':
    case 'closer-than-clearance':
      return [v.outcome, v.segment, v.at, v.configuration, v.a, v.b, v.distance, v.pointA, v.pointB, context]
    case 'outside-limits':
      return [v.outcome, v.segment, v.at, v.configuration, v.joint, v.value, v.limit, context]
    case 'undecided':
      return [v.outcome, v.left.map((g): Value => [g.segment, g.from, g.to, g.a, g.b]), v.proved, context]
    case 'free':
    case 'sampled':
    case 'nothing-to-check':
      return [v.outcome, context]
  }
}

export const motionCounters = (s: MotionStats): Value => [
  s.volumeTests,
  s.leafTests,
  s.distanceTests,
  s.configurations,
  s.intervals,
]

/** The certificates of those that are free, as they are written. */
export function certificates(verdicts: readonly (MotionVerdict | FirstContact)[]): Value {
  return verdicts.map((v) => (v.outcome === 'free' ? JSON.stringify(v.certificate()) : undefined))
}

export function askMotion(row: Row, name: string, verdicts: readonly MotionVerdict[]): void {
  row(`${name}: verdicts`, ...verdicts.map(verdictValues))
  row(`${name}: certificates`, certificates(verdicts))
  row(`${name}: counters`, ...verdicts.map(({ stats }) => motionCounters(stats)))
}

export function motions(row: Row): void {
  const world = cell()
  const random = new Random(41)
  const ends = freeConfigurations(world, random, 21)
  const far = ends.slice(1).map((q, k) => [ends[k]!, q])
  const near = ends.map((q) => [q, q.map((x, k) => within(world, k, x + random.range(-0.3, 0.3)))])
  const steps = [...far, ...near]
  askMotion(
    row,
    'segments',
    steps.map((s) => checkMotion(world, s)),
  )
  for (const [name, options] of Object.entries({
    clearance: { clearance: 0.02 },
    delta: { delta: 0.01 },
    'few steps': { maxSteps: 150 },
  })) {
    askMotion(
      row,
      `segments, ${name}`,
      steps.map((s) => checkMotion(world, s, options)),
    )
  }
  for (const method of ['adaptive', 'refined'] as const) {
    const verdicts = near.slice(0, 12).map((s) => checkMotionAsPublished(world, s, { method, maxSteps: 20_000 }))
    row(`segments, ${method}: verdicts`, ...verdicts.map(verdictValues))
    row(`segments, ${method}: counters`, ...verdicts.map(({ stats }) => motionCounters(stats)))
  }
  const first = steps.map((s) => firstContact(world, s, { tolerance: 1e-4 }))
  row('first contact: verdicts', ...first.map(verdictValues))
  row('first contact: counters', ...first.map(({ stats }) => motionCounters(stats)))
  const sampled = steps.map((s) => sampleMotion(world, s, { resolution: 0.05 }))
  row('sampled: verdicts', ...sampled.map(verdictValues))
  row('sampled: counters', ...sampled.map(({ stats }) => motionCounters(stats)))

  const [home, away] = near.find((s) => checkMotion(world, s).outcome === 'free')!
  const halfway = home!.map((x, k) => (x + away![k]!) / 2)
  const kept = [
    [home, halfway],
    [halfway, away],
    [away, home],
  ].map(([from, to]) => new SegmentCheck(world, [from!, to!]))
  row(
    'segments kept: bit by bit',
    ...kept.map((check): Value => {
      const verdict = verdictValues(check.run({ maxSteps: 20 }))
      return [verdict, check.outcome, check.left().map(({ from, to, a, b }): Value => [from, to, a, b])]
    }),
  )
  askMotion(row, 'segments kept', [checkSegments(kept)])

  const wide = Array.from({ length: 12 }, () => randomConfiguration(world, random).map((x) => 1.3 * x))
  row(
    'outside limits',
    ...motionOutsideLimits(world, wide).map((b): Value => [b.segment, b.at, b.joint, b.value, b.limit]),
  )
  curves(row, world, near)
  several(row)
  verified(row, world, steps)
}

function within(world: World, k: number, x: number): number {
  return Math.min(world.upper[k]!, Math.max(world.lower[k]!, x))
}

function curves(row: Row, world: World, near: readonly (readonly Float64Array[])[]): void {
  const inputs: Readonly<Record<string, (q: readonly Float64Array[]) => MotionInput>> = {
    'cubic splines': ([a, b]) => splineMotion(world, [a!, b!, a!]),
    'cubic splines, clamped, timed': ([a, b]) =>
      splineMotion(world, [a!, b!, a!], { times: [0, 1, 3], boundary: 'clamped' }),
    'quintic splines': ([a, b]) => splineMotion(world, [a!, b!, a!], { degree: 5 }),
    trajectories: ([a, b]) =>
      trajectoryMotion(world, {
        points: [
          { time: 0, positions: a!, velocities: a!.map(() => 0) },
          { time: 2, positions: b!, velocities: b!.map((_, k) => 0.01 * k) },
        ],
      }),
    lines: ([a, b]) => lineMotion(world, [a!, b!, a!], { continuous: 'shortest' }),
    curves: ([a, b]) =>
      curveMotion(world, {
        at: (t) => a!.map((x, k) => x + t * t * (b![k]! - x)),
        speeds: (_, to) => a!.map((x, k) => 2 * to * Math.abs(b![k]! - x)),
      }),
  }
  for (const [name, make] of Object.entries(inputs)) {
    const made = near.slice(0, 10).map(make)
    row(
      `${name}: places and bounds`,
      ...made
        .flatMap((motion) => ('pieces' in motion ? motion.pieces : []))
        .map((piece): Value => {
          const places = [0, 0.3, 1].map((t) => {
            const q = new Float64Array(piece.dof)
            piece.at(q, t)
            return q
          })
          const some = () => new Float64Array(piece.dof)
          const bounds = { spread: some(), velocity: some(), speed: some(), bend: some() }
          piece.bounds(bounds, 0.4, 0.2)
          return [
            places,
            bounds.spread,
            bounds.velocity,
            bounds.speed,
            bounds.bend,
            piece.least,
            piece.most,
            piece.roundings,
          ]
        }),
    )
    askMotion(
      row,
      name,
      made.map((motion) => checkMotion(world, motion, { ignoreLimits: true })),
    )
  }
}

function several(row: Row): void {
  const world = new World({
    robots: [
      { robot: mixedArm(), name: 'left', base: { at: [0, 0.5, 0] } },
      { robot: mixedArm(), name: 'right', base: { at: [0, -0.5, 0] } },
      freeBody({ name: 'crate', shape: box({ size: [0.2, 0.2, 0.2] }) }),
    ],
  })
  const random = new Random(42)
  const verdicts = Array.from({ length: 8 }, () => {
    const q = () => randomConfiguration(world, random).slice(0, 6)
    const poses = [randomPose(random, 0.8, 1.2), randomPose(random, 0.8, 1.2)]
    return checkMotion(
      world,
      together(world, {
        left: { waypoints: [q().map((x) => 0.2 * x), q().map((x) => 0.2 * x)], times: [0, 2] },
        right: { waypoints: [q().map((x) => 0.2 * x), q().map((x) => 0.2 * x)], times: [0.5, 1.5], degree: 3 },
        crate: { poses, times: [0, 1.7] },
      }),
      { ignoreLimits: true },
    )
  })
  askMotion(row, 'several at once', verdicts)
}

function verified(row: Row, world: World, steps: readonly (readonly Float64Array[])[]): void {
  const document = worldDocument(world)
  const free = steps.map((s) => checkMotion(world, s)).filter((v) => v.outcome === 'free')
  const values = [
    ...free.map((v) => verifyCertificate(document, v.certificate())),
    ...free.slice(0, 1).map((v) => verifyCertificateExactly(document, v.certificate())),
  ]
  row(
    'certificates verified',
    ...values.map((v): Value => (v.valid ? [v.segments, v.pairs, v.leaves, v.clearance, v.premises] : [v.outcome])),
  )
}
