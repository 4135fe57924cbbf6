// For twins of the reference traversal: a visitor that writes down what it is shown, shrinks its margin and ends as told.
import type { PairVisitor } from '../../../src/base/work/traverse-pair.js'

export class Recorder implements PairVisitor {
  readonly visited: number[] = []

  /** The margin shrinks to `shrinks` of itself at each visit; the search ends at the visit after `most`. */
  constructor(
    public margin: number,
    private readonly shrinks = 1,
    private readonly most = Infinity,
  ) {}

  visit(a: number, b: number): boolean {
    this.visited.push(a, b)
    this.margin *= this.shrinks
    return this.visited.length > 2 * this.most
  }
}

/** Margin, how it shrinks, and when the search ends: what recorders are made of. */
export const VISITS: readonly (readonly [number, number, number])[] = [
  [0, 1, Infinity],
  [0, 1, 0],
  [0.3, 1, Infinity],
  [1, 0.8, Infinity],
  [0.5, 0.9, 2],
]
