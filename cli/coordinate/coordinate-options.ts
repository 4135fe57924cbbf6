// The options of `limber coordinate`, and of `limber plan --robots`: read, and refused where they are wrong, before any file is opened.
import { extname } from 'node:path'
import { type Command, Option } from 'commander'
import {
  type ContinuousJoints,
  type CoordinateOptions,
  InvalidInputError,
  type World,
} from '../../src/entries/robots.js'
import { CONTINUOUS_WAYS, choice, length, number } from '../check/check-path-options.js'
import { type RateLimits, readRates, readSeed } from '../plan/plan-options.js'
import { ratesOf } from '../plan/plan-output.js'
import type { CoverageOptions } from '../print/blind-spots.js'
import { collectOption, type SceneOptions } from '../read/scene-options.js'

/** What both commands have, as the command line has it. */
export interface TimingFlags {
  readonly atom?: string
  readonly lag?: string
  readonly rates?: readonly string[]
  readonly objective?: string
  readonly signals?: string
  readonly plot?: string
  readonly replan?: true
  readonly acceleration?: readonly string[]
}

export interface CoordinateCommandOptions extends TimingFlags, SceneOptions, Pick<CoverageOptions, 'acceptUnseen'> {
  readonly clearance?: string
  readonly from?: string
  readonly continuous?: string
  readonly time?: string
  readonly seed?: string
  readonly out?: string
  readonly certificate?: string
  readonly json?: true
}

/** What is asked. Left out: as the engine has it. */
export interface TimingQuestion {
  readonly atom: number | undefined
  readonly lag: number | undefined
  readonly rates: RateLimits
  readonly objective: 'makespan' | 'sum' | undefined
  readonly replan: boolean
  readonly acceleration: RateLimits
}

export interface CoordinateQuestion extends TimingQuestion {
  readonly clearance: number | undefined
  readonly continuous: ContinuousJoints | undefined
  readonly maxMillis: number | undefined
  /** Of the random numbers of --replan. */
  readonly seed: number | undefined
}

const OBJECTIVES = ['makespan', 'sum'] as const

export function addTimingOptions(command: Command): Command {
  return command
    .option('--atom <seconds>', 'about how long the parts of paths are at whose ends robots may wait; default 0.02')
    .option('--lag <seconds>', 'robots may be this late against the clock without signals; default 0')
    .option('--rates <limit>', 'velocity limit: a number, or joint=number; repeatable', collectOption)
    .addOption(
      new Option('--objective <name>', 'what is to be small: makespan (default), or the sum of arrivals').choices(
        OBJECTIVES,
      ),
    )
    .option('--acceleration <limit>', 'acceleration limit, in the same form; repeatable', collectOption)
    .option('--replan', 'where robots cannot pass each other, look for other paths')
}

export function addSignalFiles(command: Command): Command {
  return command
    .option('--signals <file>', 'write the signals as a table: .csv, or .json')
    .option('--plot <file>', 'draw the coordination diagrams (SVG)')
}

export function readTimingFlags(options: TimingFlags): TimingQuestion {
  const seconds = (value: number): boolean => value >= 1e-6 && value <= 1e6
  if (options.signals !== undefined && !/^\.(csv|json)$/i.test(extname(options.signals))) {
    throw new InvalidInputError('--signals', options.signals, 'a name that ends in .csv or .json')
  }
  return {
    atom: number('--atom', options.atom, 'a number of seconds from 1e-6 to 1e6', seconds),
    lag: number('--lag', options.lag, 'a number of seconds, zero or more', () => true),
    rates: readRates('--rates', options.rates),
    objective: choice('--objective', options.objective, OBJECTIVES),
    replan: options.replan === true,
    acceleration: readRates('--acceleration', options.acceleration),
  }
}

export function readCoordinateOptions(options: CoordinateCommandOptions): CoordinateQuestion {
  const seconds = number('--time', options.time, 'a number of seconds above zero', (value) => value > 0)
  return {
    ...readTimingFlags(options),
    clearance: length('--clearance', options.clearance),
    continuous: choice('--continuous', options.continuous, CONTINUOUS_WAYS),
    maxMillis: seconds === undefined ? undefined : 1000 * seconds,
    seed: readSeed(options.seed),
  }
}

/** As the engine takes it. */
export function engineOptions(world: World, question: CoordinateQuestion, from: Float64Array): CoordinateOptions {
  const { atom, lag, objective, clearance, continuous, maxMillis, replan, seed } = question
  const acceleration = ratesOf(world, '--acceleration', question.acceleration)
  return {
    ...{ atom, lag, objective, clearance, continuous, maxMillis, from },
    ...{ rates: ratesOf(world, '--rates', question.rates), acceleration, replan, seed },
  }
}
