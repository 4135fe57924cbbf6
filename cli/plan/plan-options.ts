// The options of `limber plan` and `limber smooth`: read, and refused where they contradict one another, before any file is
// opened.
import { InvalidInputError, LimberError, type LinkGoal } from '../../src/entries/robots.js'
import { CONTINUOUS_WAYS, choice, type LimitQuestion, length, number } from '../check/check-path-options.js'
import type { TimingFlags } from '../coordinate/coordinate-options.js'
import { type CoverageOptions, readLimitQuestion } from '../print/blind-spots.js'
import { readLength } from '../read/read-length.js'
import type { SceneOptions } from '../read/scene-options.js'
import { FILE_LAYOUTS, type FileLayout } from './plan-files.js'
import { type LinkGoalOptions, readLinkGoals, signed } from './plan-pose.js'

export const PLANNERS = ['rrt-connect', 'a-sbl'] as const

/** Options of both commands, as the command line has them. */
export interface OutputOptions extends SceneOptions, CoverageOptions {
  readonly out?: string
  readonly certificate?: string
  readonly trajectory?: string
  readonly format?: string
  readonly maxVelocity?: readonly string[]
  readonly maxAcceleration?: readonly string[]
  readonly blend?: string
  readonly rate?: string
  readonly seed?: string
  readonly time?: string
  readonly delta?: string
  readonly clearance?: string
  readonly json?: true
}

export interface PlanCommandOptions extends OutputOptions, LinkGoalOptions, TimingFlags {
  /** With commas between them. */
  readonly robots?: string
  readonly from?: string
  readonly to?: readonly string[]
  readonly planner?: string
  readonly range?: string
  readonly resolution?: string
  readonly maxIterations?: string
  readonly optimise?: string
  readonly optimiseRounds?: string
  readonly moving?: readonly string[]
  readonly bounds?: readonly string[]
  readonly continuous?: string
  readonly roadmap?: string
  readonly update?: true
  /** `true` where no number of rounds is given. */
  readonly smooth?: string | true
}

/** One limit for all joints, or by joint as it was typed. */
export interface RateLimits {
  readonly all: number | undefined
  readonly byJoint: ReadonlyMap<string, number>
}

export interface TrajectoryQuestion {
  readonly file: string
  readonly velocity: RateLimits
  readonly acceleration: RateLimits
  /** From how far corners are cut. */
  readonly blend: number | undefined
  /** Points a second. */
  readonly rate: number
}

/** What is asked of both. Left out: as the engine has it. */
export interface OutputQuestion extends LimitQuestion {
  readonly seed: number | undefined
  readonly maxMillis: number | undefined
  readonly delta: number | undefined
  readonly clearance: number | undefined
  /** Undefined where no trajectory is asked for. */
  readonly trajectory: TrajectoryQuestion | undefined
  /** Of the path and the trajectory. */
  readonly layout: FileLayout
}

export interface PlanQuestion extends OutputQuestion {
  readonly links: readonly LinkGoal[]
  readonly planner: (typeof PLANNERS)[number] | undefined
  readonly range: number | undefined
  readonly resolution: number | undefined
  readonly maxIterations: number | undefined
  readonly optimiseMillis: number | undefined
  readonly optimiseRounds: number | undefined
  /** As typed: joints with or without their robot's name. */
  readonly moving: readonly string[] | undefined
  readonly bounds: ReadonlyMap<string, readonly [number, number]>
  readonly continuous: 'as-given' | 'shortest' | undefined
  readonly smooth: { readonly rounds: number | undefined } | undefined
  readonly roadmap: { readonly file: string; readonly isUpdated: boolean } | undefined
}

/** Points a second of a trajectory file. */
const DEFAULT_RATE = 100

export function readPlanOptions(options: PlanCommandOptions): PlanQuestion {
  const links = readLinkGoals(options)
  const optimise = number('--optimise', options.optimise, 'a number of seconds above zero', (value) => value > 0)
  if ((options.to ?? []).length === 0 && links.length === 0) {
    throw new LimberError('no goal: give --to, or --to-link and --to-pose')
  }
  return {
    ...readOutputOptions(options),
    links,
    planner: choice('--planner', options.planner, PLANNERS),
    range: number('--range', options.range, 'a length of edges above zero', (value) => value > 0),
    resolution: number('--resolution', options.resolution, 'a step above zero', (value) => value > 0),
    maxIterations: number('--max-iterations', options.maxIterations, 'a whole number above zero', isCount),
    optimiseMillis: optimise === undefined ? undefined : 1000 * optimise,
    optimiseRounds: readRounds('--optimise-rounds', options.optimiseRounds),
    moving: readMoving(options.moving),
    bounds: readBounds(options.bounds ?? []),
    continuous: choice('--continuous', options.continuous, CONTINUOUS_WAYS),
    smooth: readSmooth(options.smooth),
    roadmap: readRoadmapOption(options),
  }
}

/** What moves is what moves in the roadmap. */
function readRoadmapOption({ roadmap, update, moving, bounds }: PlanCommandOptions): PlanQuestion['roadmap'] {
  if (roadmap === undefined) {
    if (update === true) throw new InvalidInputError('--update', update, 'left out, or given with --roadmap')
    return undefined
  }
  for (const [flag, value] of [
    ['--moving', moving],
    ['--bounds', bounds],
  ] as const) {
    if (value !== undefined) throw new InvalidInputError(flag, value, 'left out: the roadmap of --roadmap has it')
  }
  return { file: roadmap, isUpdated: update === true }
}

export function readOutputOptions(options: OutputOptions): OutputQuestion {
  const seconds = number('--time', options.time, 'a number of seconds above zero', (value) => value > 0)
  return {
    seed: readSeed(options.seed),
    maxMillis: seconds === undefined ? undefined : 1000 * seconds,
    delta: length('--delta', options.delta),
    clearance: length('--clearance', options.clearance),
    ...readLimitQuestion(options),
    trajectory: readTrajectory(options),
    layout: readLayout(options),
  }
}

function readLayout({ format, out, trajectory }: OutputOptions): FileLayout {
  if (format !== undefined && out === undefined && trajectory === undefined) {
    throw new InvalidInputError('--format', format, 'left out, or given with --out or --trajectory')
  }
  return choice('--format', format, FILE_LAYOUTS) ?? 'limber'
}

export function readSeed(text: string | undefined): number | undefined {
  return number('--seed', text, 'a whole number of zero or more, at most 4294967295', isSeed)
}

export function readRounds(flag: string, text: string | undefined): number | undefined {
  return number(flag, text, 'a whole number of rounds above zero', isCount)
}

function readSmooth(given: string | true | undefined): PlanQuestion['smooth'] {
  if (given === undefined) return undefined
  return { rounds: given === true ? undefined : readRounds('--smooth', given) }
}

function readTrajectory(options: OutputOptions): TrajectoryQuestion | undefined {
  const { trajectory: file, maxVelocity, maxAcceleration, blend, rate } = options
  if (file === undefined) {
    for (const [flag, value] of [
      ['--max-velocity', maxVelocity],
      ['--max-acceleration', maxAcceleration],
      ['--blend', blend],
      ['--rate', rate],
    ] as const) {
      if (value !== undefined) throw new InvalidInputError(flag, value, 'left out, or given with --trajectory')
    }
    return undefined
  }
  const good = (value: number): boolean => value > 0 && value <= 1e6
  return {
    file,
    velocity: readRates('--max-velocity', maxVelocity),
    acceleration: readRates('--max-acceleration', maxAcceleration),
    blend: length('--blend', blend),
    rate: number('--rate', rate, 'points a second, above zero, at most 1e6', good) ?? DEFAULT_RATE,
  }
}

/** Each is a number, for all joints, or joint=number. */
export function readRates(flag: string, texts: readonly string[] = []): RateLimits {
  const byJoint = new Map<string, number>()
  let all: number | undefined
  for (const text of texts) {
    const cut = text.lastIndexOf('=')
    const value = readLength(text.slice(cut + 1))
    if (!(value > 0) || cut === 0) {
      throw new InvalidInputError(flag, text, 'a number above zero, for all joints, or joint=number')
    }
    const name = text.slice(0, Math.max(cut, 0))
    if (cut === -1 ? byJoint.size > 0 : all !== undefined) {
      throw new InvalidInputError(flag, text, 'one number for all joints, or joint=number for each, not both')
    }
    if (cut === -1 ? all !== undefined : byJoint.has(name)) {
      throw new InvalidInputError(flag, text, cut === -1 ? 'one number for all joints' : `once for ${name}`)
    }
    if (cut === -1) all = value
    else byJoint.set(name, value)
  }
  return { all, byJoint }
}

/** Names with commas between them; a joint's own may have none. */
export function readMoving(texts: readonly string[] | undefined): readonly string[] | undefined {
  if (texts === undefined) return undefined
  const names = texts.flatMap((text) => text.split(',').map((name) => name.trim()))
  if (names.includes('')) throw new InvalidInputError('--moving', texts.join(','), 'names of joints, joined by commas')
  return names
}

const BOUNDS = /^(.+)=([^:]+):([^:]+)$/

export function readBounds(texts: readonly string[]): ReadonlyMap<string, readonly [number, number]> {
  return new Map(
    texts.map((text) => {
      const found = BOUNDS.exec(text)
      const [lower, upper] = [signed(found?.[2]), signed(found?.[3])]
      if (found === null || !(lower < upper)) {
        throw new InvalidInputError('--bounds', text, 'joint=least:most, two numbers, the first one the lesser')
      }
      return [found[1]!, [lower, upper]] as const
    }),
  )
}

export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

export function isSeed(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0 && value < 2 ** 32
}
