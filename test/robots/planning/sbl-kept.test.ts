// What was found out along a segment stays where it was found, though parents and children swap and the segment is travelled the
// other way: the trap by which a prototype's "proved" paths collided.
import { describe, expect, test } from 'vitest'
import { box, checkMotion, freeBody, Random, sampleMotion, World } from '../../../src/entries/robots.js'
import { sharedMotion } from '../../../src/robots/motion/pair-motion.js'
import { SegmentProver } from '../../../src/robots/motion/segment-prover.js'
import { PlanCounts, type PlannerInput } from '../../../src/robots/planning/plan-problem.js'
import { validityTest } from '../../../src/robots/planning/plan-validity.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'
import { NONE, type PathChecker, ProvingChecker, SamplingChecker } from '../../../src/robots/planning/sbl-check.js'
import { SblSearch } from '../../../src/robots/planning/sbl-search.js'
import { flatArm } from './plan-worlds.js'

function thinWorld(random: Random): World {
  const obstacles = Array.from({ length: 4 }, (_, k) => {
    const angle = random.range(-2, 2)
    const away = random.range(0.3, 0.8)
    return {
      name: `o${k}`,
      shape: box({ size: [0.2, 0.02, 0.3] }),
      pose: { at: [away * Math.cos(angle), away * Math.sin(angle), 0] },
    }
  })
  return new World({ robots: [flatArm(2, 0.4)], obstacles })
}

function freeIn(world: World, random: Random): Float64Array {
  for (;;) {
    const q = Float64Array.from(world.lower, (low, i) => random.range(low, world.upper[i]!))
    if (!world.collides(q)) return q
  }
}

function inputFor(world: World, start: Float64Array, goal: Float64Array): PlannerInput {
  const counts = new PlanCounts()
  const options = {
    range: 0.5,
    resolution: undefined,
    delta: 0,
    clearance: 0,
    continuous: 'as-given' as const,
    ignoreLimits: false,
    limitTolerance: 1e-5,
  }
  const space = new PlanningSpace(world, start, [goal])
  const isFree = validityTest(world, 0, counts)
  return { world, space, start, goals: [goal], random: new Random(1), options, counts, isFree }
}

/** Until nothing is left: did it pass? */
function finish<Work>(checker: PathChecker<Work>, work: Work): boolean {
  for (;;) {
    if (checker.advance([work]) !== NONE) return false
    if (checker.isSafe(work)) return true
  }
}

/**
 * A tree start – a – b with c beside b, all segments looked at for a while; then start – a is cut and all of it goes over to the
 * goal. a – b is still travelled from a to b, though a now hangs from b; a – c is travelled from c to a.
 */
function swapped<Work>(
  seed: number,
  checkerOf: (input: PlannerInput) => PathChecker<Work>,
  look: (found: {
    world: World
    checker: PathChecker<Work>
    input: PlannerInput
    ends: readonly [Float64Array, Float64Array]
    work: Work
  }) => void,
): void {
  const random = new Random(seed)
  const world = thinWorld(random)
  const [start, goal, a, b, c] = Array.from({ length: 5 }, () => freeIn(world, random))
  const input = inputFor(world, start!, goal!)
  const checker = checkerOf(input)
  const search = new SblSearch(input, checker)
  const { forest, grid } = search
  const put = (parent: number, q: Float64Array): number => {
    const added = forest.addChild(parent, q)
    grid.add(0)
    return added
  }
  const atA = put(0, a!)
  const atB = put(atA, b!)
  const atC = put(atA, c!)
  const kept = [
    [atA, atB],
    [atA, atC],
  ].map(([from, to]) => {
    const segment = forest.segmentOf(to!)!
    const work = search.workOn(segment, from!, to!)
    checker.advance([work])
    return { segment, work }
  })
  forest.cut(atA, atB, { from: atB, to: 1, work: undefined }, (m) => grid.move(m, 1))
  forest.validate()
  expect(forest.parentOf(atA)).toBe(atB)
  expect(forest.segmentOf(atA)).toBe(kept[0]!.segment)
  expect(forest.segmentOf(atC)).toBe(kept[1]!.segment)
  const [along, back] = kept
  expect(search.workOn(along!.segment, atA, atB)).toBe(along!.work)
  expect(search.workOn(back!.segment, atC, atA)).toBe(back!.work)
  look({ world, checker, input, ends: [a!, b!], work: along!.work })
  look({ world, checker, input, ends: [a!, c!], work: back!.work })
}

const WORLDS = 60

describe('work that is kept', () => {
  test('[never-misses] a proof that was begun before a swap ends as one that was not interrupted', () => {
    const [seen, begun] = [{ free: 0, not: 0 }, { count: 0 }]
    for (let seed = 1; seed <= WORLDS; seed++) {
      swapped(
        seed,
        (input) => new ProvingChecker(input, 8),
        ({ world, checker, ends, work }) => {
          const piece = (work as SegmentProver).piece
          const q = new Float64Array(world.dof)
          piece.at(q, 0)
          expect(q).toEqual(ends[0])
          piece.at(q, 1)
          expect(q).toEqual(ends[1])
          if (work.isOpen && work.proved > 0) begun.count++
          const passes = finish(checker, work)
          for (const way of [ends, [ends[1], ends[0]] as const]) {
            expect(checkMotion(world, way).outcome === 'free', `seed ${seed}`).toBe(passes)
          }
          seen[passes ? 'free' : 'not']++
        },
      )
    }
    expect(begun.count).toBeGreaterThan(10)
    expect(seen.free).toBeGreaterThan(5)
    expect(seen.not).toBeGreaterThan(15)
  })

  test('samples that were taken before a swap are not taken for others', () => {
    let [same, begun] = [0, 0]
    for (let seed = 1; seed <= WORLDS; seed++) {
      swapped(
        seed,
        (input) => new SamplingChecker(input, 0.01, 5),
        ({ world, checker, ends, work }) => {
          if (!work.isRefuted && work.next > 0) begun++
          const passes = finish(checker, work)
          // Both halve as long as they are longer than ε, so they look at the same configurations, either way.
          for (const way of [ends, [ends[1], ends[0]] as const]) {
            const { outcome } = sampleMotion(world, way, { resolution: 0.01 })
            expect(outcome, `seed ${seed}`).toBe(passes ? 'sampled' : 'collision')
          }
          same++
        },
      )
    }
    expect(same).toBe(2 * WORLDS)
    expect(begun).toBeGreaterThan(10)
  })

  test('were intervals mirrored, these cases would show it', () => {
    let [missed, sampledOver] = [0, 0]
    for (let seed = 1; seed <= WORLDS; seed++) {
      swapped(
        seed,
        (input) => new ProvingChecker(input, 8),
        ({ world, checker, input, ends, work }) => {
          if (!work.isOpen) return
          const back = input.space.edge(ends[1], ends[0])
          const mirrored = Object.assign(work, { piece: back })
          if (finish(checker, mirrored) && checkMotion(world, ends).outcome !== 'free') missed++
        },
      )
      swapped(
        seed,
        (input) => new SamplingChecker(input, 0.01, 5),
        ({ world, checker, input, ends, work }) => {
          if (work.isRefuted) return
          const mirrored = { ...work, piece: input.space.edge(ends[1], ends[0]) }
          const { outcome } = sampleMotion(world, ends, { resolution: 0.01 })
          if (finish(checker, mirrored) && outcome === 'collision') sampledOver++
        },
      )
    }
    expect(missed + sampledOver).toBeGreaterThan(0)
    expect(missed).toBeGreaterThan(0)
  })

  test('a turning body is checked the way that it travels: half a turn has two ways back', () => {
    const counts = { made: 0 }
    const checker: PathChecker<SegmentProver> = {
      begin: (piece) => {
        counts.made++
        return new SegmentProver(world, piece, {}, sharedMotion)
      },
      isSafe: () => true,
      done: () => 1,
      advance: () => NONE,
    }
    const world = flyer()
    const [start, goal] = [Float64Array.of(0, 0, 0, 0, 0, 0, 1), Float64Array.of(1, 0, 0, 0, 0, 1, 0)]
    const search = new SblSearch(inputFor(world, start, goal), checker)
    const segment = { from: 0, to: 1, work: undefined }
    const there = search.workOn(segment, 0, 1)
    expect(search.workOn(segment, 0, 1)).toBe(there)
    const back = search.workOn(segment, 1, 0)
    expect(back).not.toBe(there)
    expect(counts.made).toBe(2)
    const q = new Float64Array(world.dof)
    back.piece.at(q, 0)
    expect(q).toEqual(goal)
    expect([segment.from, segment.to]).toEqual([1, 0])
  })
})

function flyer(): World {
  const shape = box({ size: [0.2, 0.1, 0.1] })
  return new World({
    robots: [freeBody({ name: 'flyer', shape })],
    obstacles: [{ name: 'wall', shape: box({ size: [0.1, 1, 1] }), pose: { at: [0.5, 0, 0] } }],
  })
}
