// Proved motions of the default method: segments of robots, free ones and colliding ones apart; and sweeps of rigid meshes.
import { checkMotion, sweep } from '../../src/index.js'
import { makeRigidCase } from '../motions/rigid.js'
import { RIGID_PAIRS } from '../motions/rigid-motions.js'
import { boxesCase, LENGTHS, loadArm, SCENE_CASES, type SegmentCase, sceneCase } from '../motions/segment-cases.js'
import type { Segment } from '../motions/segment-race.js'
import { type OwnCase, once, ownCase } from './own-case.js'

const FULL = { scenes: Infinity, lengths: Infinity, pairs: Infinity, each: 40, tries: 1500, motions: 4 }
const QUICK = { scenes: 1, lengths: 1, pairs: 1, each: 10, tries: 100, motions: 2 }
type Size = typeof FULL

/** Tests after which a check gives up. */
const MOST = 2e6

export function motionCases(quick: boolean): OwnCase[] {
  const size = quick ? QUICK : FULL
  const arm = once(loadArm)
  return [
    ...Object.keys(SCENE_CASES)
      .slice(0, size.scenes)
      .flatMap((name) => segmentCases(name, () => sceneCase(name), size)),
    ...LENGTHS.slice(0, size.lengths).flatMap((length) =>
      segmentCases(`arm among boxes, ${length.name}`, async () => boxesCase((await arm()).arm, length), size),
    ),
    ...RIGID_PAIRS.slice(0, size.pairs).map((pair) => {
      const made = once(() => makeRigidCase(pair, size.motions))
      return ownCase({
        name: `sweep, ${pair.name}`,
        unit: 'motion',
        inputs: () => made().one.motions.map(({ from, to }) => ({ from, to })),
        make: (motions) => {
          const { a, b } = made().trees
          return {
            units: motions.length,
            run: () => motions.reduce((sum, { from, to }) => sum + (sweep(a, b, from, to).at ?? 2), 0),
          }
        },
      })
    }),
  ]
}

function segmentCases(name: string, make: () => SegmentCase | Promise<SegmentCase>, size: Size): OwnCase[] {
  const made = once(make)
  const sorted = once(async () => sort(await made(), size))
  return (['free', 'collision'] as const).map((outcome) =>
    ownCase({
      name: `${name}, ${outcome}`,
      unit: 'segment',
      inputs: async () => (await sorted())[outcome],
      make: async (segments) => {
        const { world } = await made()
        const agrees = (segment: Segment): boolean => check(world, segment) === outcome
        return { units: segments.length, run: () => segments.filter(agrees).length }
      },
    }),
  )
}

function check(world: SegmentCase['world'], segment: Segment): string {
  return checkMotion(world, segment, { maxSteps: MOST }).outcome
}

function sort({ world, segments }: SegmentCase, { each, tries }: Size): { free: Segment[]; collision: Segment[] } {
  const found = { free: [] as Segment[], collision: [] as Segment[] }
  for (let k = 0; k < tries && (found.free.length < each || found.collision.length < each); k++) {
    const segment = segments.next().value as Segment
    const outcome = check(world, segment)
    if ((outcome === 'free' || outcome === 'collision') && found[outcome].length < each) found[outcome].push(segment)
  }
  return found
}
