// The options of `limber lab cab`: read, checked, and turned into a plan of what to run.
import { ARTICULATED_CHAINS } from '../../scenes/index.js'
import type { BodyMergeRule } from '../../src/robots/cab/cab-arrays.js'
import type { RawOptions } from '../experiment.js'
import { readChoice, readList, readWholeNumber } from '../raw-options.js'

export const CAB_SCENES = [...ARTICULATED_CHAINS, 'hand'] as const
export type CabScene = (typeof CAB_SCENES)[number]

export const CAB_METHODS = ['brute', 'aabb+', 'aabb*', 'obb', 'cab', 'cab-sum', 'cab-gs', 'better-child'] as const
export type CabMethod = (typeof CAB_METHODS)[number]

/** What the engine calls them; the paper's OBB is by covariance. */
export const MERGE_RULE_OF: Readonly<Record<Exclude<CabMethod, 'brute'>, BodyMergeRule>> = {
  'aabb+': 'aabb+',
  'aabb*': 'aabb*',
  obb: 'covariance',
  cab: 'cab',
  'cab-sum': 'cab-sum',
  'cab-gs': 'cab-gs',
  'better-child': 'better-child',
}

export interface CabOptions {
  readonly seed: number
  readonly scenes: readonly CabScene[]
  /** Of each scene; undefined for as many as the paper has. */
  readonly frames: number | undefined
  /** How often each block of frames is timed; the quickest counts. */
  readonly rounds: number
}

const QUICK_FRAMES = 300

export function readCabOptions(raw: RawOptions): CabOptions {
  const quick = raw.quick === true
  const frames = raw.frames ?? (quick ? String(QUICK_FRAMES) : undefined)
  return {
    seed: readWholeNumber('--seed', raw.seed ?? '1', 0, Number.MAX_SAFE_INTEGER),
    scenes: readList('--scene', raw.scene ?? CAB_SCENES.join(',')).map((s) => readChoice('--scene', s, CAB_SCENES)),
    frames: frames === undefined ? undefined : readWholeNumber('--frames', frames, 1, 100_000),
    rounds: readWholeNumber('--rounds', raw.rounds ?? (quick ? '2' : '3'), 1, 1000),
  }
}
