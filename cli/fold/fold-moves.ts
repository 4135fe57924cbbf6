// The options of `limber fold` that say how far moves go.
import { InvalidInputError, type ProteinSystemOptions } from '../../src/entries/molecules.js'
import { number } from '../check/check-path-options.js'
import { readLength } from '../read/read-length.js'
import type { FoldCommandOptions } from './fold-flags.js'

export interface MoveQuestion {
  /** Shares by kind of move. */
  readonly moves: Readonly<Record<string, number>> | undefined
  /** Radians. */
  readonly pivotWidth: number | undefined
  readonly sideChainWidth: number | undefined
  readonly crankshaftWidth: number | undefined
  /** Of moves that are uniform over the circle: 0 to 1. */
  readonly pivotUniform: number | undefined
  readonly sideChainUniform: number | undefined
  /** Residues from one alpha carbon to the other, fewest and most. */
  readonly crankshaftSpan: readonly [number, number] | undefined
  /** Units of energy a square radian. */
  readonly stiffness: number | undefined
  /** Moves whose way is not proved free are rejected. */
  readonly topologyPreserving: true | undefined
}

export function readMoveOptions(options: FoldCommandOptions): MoveQuestion {
  if (options.topologyPreserving === true && options.ignoreClashes === true) {
    throw new InvalidInputError('--topology-preserving', true, 'left out, or given without --ignore-clashes')
  }
  const share = (flag: string, text: string | undefined): number | undefined =>
    number(flag, text, 'a share from 0 to 1', (value) => value <= 1)
  return {
    moves: options.moves === undefined ? undefined : readMoves(options.moves),
    pivotWidth: readAngle('--pivot-width', options.pivotWidth),
    sideChainWidth: readAngle('--side-chain-width', options.sideChainWidth),
    crankshaftWidth: readAngle('--crankshaft-width', options.crankshaftWidth),
    pivotUniform: share('--pivot-uniform', options.pivotUniform),
    sideChainUniform: share('--side-chain-uniform', options.sideChainUniform),
    crankshaftSpan: options.crankshaftSpan === undefined ? undefined : readSpan(options.crankshaftSpan),
    stiffness: number('--stiffness', options.stiffness, 'a number of zero or more', () => true),
    topologyPreserving: options.topologyPreserving,
  }
}

/** What of these goes to the engine. */
export function moveOptions(question: MoveQuestion): ProteinSystemOptions {
  const { pivotWidth, pivotUniform, sideChainWidth, sideChainUniform } = question
  const { crankshaftWidth, crankshaftSpan, stiffness } = question
  return {
    pivot: { width: pivotWidth, uniform: pivotUniform },
    sideChain: { width: sideChainWidth, uniform: sideChainUniform },
    crankshaft: { width: crankshaftWidth, shortest: crankshaftSpan?.[0], longest: crankshaftSpan?.[1], stiffness },
    topologyPreserving: question.topologyPreserving,
  }
}

/** `pivot,crankshaft:2`: names and shares, 1 where none is given. */
function readMoves(text: string): Record<string, number> {
  const moves: Record<string, number> = {}
  for (const part of text.split(',')) {
    const match = /^\s*([a-z][a-z-]*)\s*(?::\s*(\d+(?:\.\d+)?)\s*)?$/.exec(part)
    const [name, share] = [match?.[1], Number(match?.[2] ?? 1)]
    if (name === undefined || Object.hasOwn(moves, name) || !(share > 0 && share < 1e9)) {
      throw new InvalidInputError('--moves', text, 'kinds of move, once each, with shares: pivot:2,crankshaft:1')
    }
    moves[name] = share
  }
  return moves
}

/** `0.15` radians, or `10deg`. */
function readAngle(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const degrees = /^(.*?)\s*(?:deg|°)$/.exec(text)?.[1]
  const value = degrees === undefined ? readLength(text) : (readLength(degrees) * Math.PI) / 180
  if (value > 0 && value <= Math.PI) return value
  throw new InvalidInputError(flag, text, 'an angle above zero and at most π, in radians or like 10deg')
}

/** `2:12`, or `3` for that alone. */
function readSpan(text: string): [number, number] {
  const [shortest, longest = shortest, ...more] = text.split(':').map((part) => (/^\d+$/.test(part) ? Number(part) : 0))
  if (more.length > 0 || !(shortest! >= 1 && longest! >= shortest! && longest! < 1e6)) {
    throw new InvalidInputError('--crankshaft-span', text, 'residues from one end to the other, fewest and most: 2:12')
  }
  return [shortest!, longest!]
}
