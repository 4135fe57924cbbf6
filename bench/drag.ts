// A frame that is dragged, as the studio does it: the Panda among 20 boxes, its last frame along smooth random ways, by seed. Every step
// asks, in the words of studio/workcell/tool.ts, for the configuration (inverse kinematics), what touches and what is nearest there, and a proof of the straight motion from where
// the drag began. Clock time, in one process: what the studio's worker does between two frames.
import { formatTable } from '../lab/table.js'
import { composePose, identityPose, POSE, setQuaternion } from '../src/base/math/pose.js'
import { checkMotion, inverseKinematics, Random, World } from '../src/entries/robots.js'
import { type Bench, roundFigure } from './bench.js'
import { median } from './interleave.js'
import { benchRobots } from './worlds/robots.js'
import { BOXES, buildCase } from './worlds.js'

/** Drags, each from another free configuration, and steps of each: as many as a hand makes in a second or two. */
const FULL = { drags: 12, steps: 60 }
const QUICK = { drags: 4, steps: 60 }
const SEED = 11
/** Metres and radians that a way leads from where it begins, about. */
const FAR = 0.25
const TURN = 0.5
/** Milliseconds from one frame to the next, and those that a proof may take, as in the studio. */
const FRAME = 16
const BUDGET = 10
/** What counts as there: metres and radians. */
const CLOSE = { position: 1e-4, angle: 1e-3 }
/** The frame that is dragged, where a robot has it; else its last one. */
const HAND = 'panda_hand'

/** What is timed of a step. */
const PARTS = ['inverse kinematics', 'touching and nearest', 'proof of the straight motion', 'all of it'] as const

export const drag: Bench = {
  name: 'drag',
  async run(quick, progress) {
    const { drags, steps } = quick ? QUICK : FULL
    progress(0, 'reading the robot')
    const { robots, notes } = await benchRobots(1)
    const one = robots[0]!
    const { world } = buildCase(one, BOXES, 'random', 1)
    const { name, links } = one.robot
    // Contacts do not stop a drag: without obstacles there is less to check.
    const bare = new World({ robots: [one.robot] })
    const link = `${name}/${(links.find((own) => own.name === HAND) ?? links.at(-1)!).name}`
    const random = new Random(SEED)
    const times: number[][] = PARTS.map(() => [])
    const outcomes = new Map<string, number>()
    let reached = 0
    // The first drag warms up and is not counted.
    for (let d = -1; d < drags; d++) {
      let from = world.neutral()
      do from = from.map((_, i) => middle(world.lower[i]!, world.upper[i]!, random))
      while (world.collides(from))
      const begun = from
      const way = smoothWay(world.linkPose(begun, link), random)
      let q = begun
      for (let k = 1; k <= steps; k++) {
        const began = performance.now()
        const goal = { link, pose: way(k / steps), ...CLOSE }
        let found = inverseKinematics(bare, goal, { start: q, seeds: 1, maxSolutions: 1 })
        if (found.outcome === 'unreachable' && !found.proved) {
          const again = inverseKinematics(bare, goal, { start: begun, seeds: 1, maxSolutions: 1 })
          if (again.outcome !== 'unreachable') found = again
        }
        q = found.outcome === 'solved' ? found.solutions[0]! : found.outcome === 'colliding' ? found.q : found.nearest
        const solved = performance.now()
        world.collisions(q)
        world.distance(q)
        const asked = performance.now()
        const { outcome } = checkMotion(world, [begun, q], { maxMillis: BUDGET })
        const proved = performance.now()
        if (d === -1) continue
        const spans = [solved - began, asked - solved, proved - asked, proved - began]
        spans.forEach((span, p) => {
          times[p]!.push(span)
        })
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (found.outcome !== 'unreachable') reached++
      }
      progress((d + 1) / drags, `drag ${d + 1} of ${drags}`)
    }
    const rows = PARTS.map((part, p) => ({
      part,
      steps: times[p]!.length,
      medianMillis: roundFigure(median(times[p]!)),
      upperMillis: roundFigure(upperOf(times[p]!)),
    }))
    const counts = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([outcome, n]) => `${outcome} ${n}`)
    const proof = rows[2]!
    const facts = [
      `${one.name} among ${BOXES} boxes, frame of ${link}: ${drags} drags of ${steps} steps; the pose was reached in ${reached}`,
      `straight motions: ${counts.join(', ')}; a proof may take ${BUDGET} ms, then it is undecided`,
      `proof within one frame (${FRAME} ms) in the median: ${proof.medianMillis <= FRAME ? 'yes' : 'no'}, ${proof.medianMillis} ms`,
    ]
    const table = formatTable(
      ['a step of a drag', 'steps', 'median, ms', '95 %, ms'],
      rows.map(({ part, steps: count, medianMillis, upperMillis }) => [
        part,
        String(count),
        String(medianMillis),
        String(upperMillis),
      ]),
    )
    return {
      rows,
      about: {
        robot: one.name,
        boxes: BOXES,
        budgetMillis: BUDGET,
        outcomes: Object.fromEntries(outcomes),
        reached,
        notes,
      },
      text: [table, facts.join('\n'), notes.join('\n')].filter((part) => part !== '').join('\n\n'),
    }
  },
}

/** Poses around the first one, by a slow wave along and about each axis; at 0 it is the first. */
function smoothWay(first: Float64Array, random: Random): (t: number) => Float64Array {
  const waves = Array.from({ length: 6 }, (_, k) => ({
    size: (k < 3 ? FAR : TURN) * (2 * random.unit() - 1),
    turns: 0.5 + random.unit(),
  }))
  return (t) => {
    const by = waves.map(({ size, turns }) => size * Math.sin(2 * Math.PI * turns * t))
    const turned = identityPose(new Float64Array(POSE), 0)
    setQuaternion(turned, 0, [by[3]! / 2, by[4]! / 2, by[5]! / 2, 1])
    const pose = new Float64Array(POSE)
    composePose(pose, 0, first, 0, turned, 0)
    for (let k = 0; k < 3; k++) pose[4 * k + 3] = first[4 * k + 3]! + by[k]!
    return pose
  }
}

/** In the middle half of a joint's range: a hand seldom drags an arm that is folded up. */
function middle(lower: number, upper: number, random: Random): number {
  return random.range(0.75 * lower + 0.25 * upper, 0.25 * lower + 0.75 * upper)
}

function upperOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(0.95 * values.length))]!
}
