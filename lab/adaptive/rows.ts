// What comes out of every table: one row a scene and method, means over its queries or segments.
import type { PublishedTests } from './published.js'

export interface Row {
  /** 'I', 'III', 'VI', 'VIII' to 'X', 'XI'; ours: 'random', 'epsilon', 'variants' and 'ablation'. */
  readonly table: string
  readonly scene: string
  readonly method: string
  readonly delta?: number
  readonly epsilon?: number
  readonly zeta?: number
  /** Of processor time. */
  readonly millis: number
  /** Pairs of volumes and of triangles tested. */
  readonly volumeTests: number
  readonly leafTests: number
  /** The one that all had; several, with how often, where they differ. */
  readonly outcome?: string
  /** Of the paper. */
  readonly figure: string
  /** Queries or segments that the means are of. */
  readonly count: number
  /** Tables VIII to X: which links are checked. */
  readonly links?: 'all' | 'end-effector'
  /**
   * Largest ε: what a run is, and what the segments are parts of; free: those of Table VI, at the ε of paths. Variants: the segments of
   * Table III or of Table VI.
   */
  readonly run?: 'path' | 'segment' | 'free' | 'colliding'
  /** Table I: the bound that comes out, in units of the exact distance, over pairs that are apart. */
  readonly mu?: number
  /** Configurations of the world that were tested, where the method counts them. */
  readonly configurations?: number
  /** The paper's checkers: tests of volumes at the two ends, which are known to be free and not among volumeTests. */
  readonly endTests?: number
  /** Ablation: which rules are at work. */
  readonly rules?: string
  /** Variants: which of them. */
  readonly variant?: string
  readonly published?: PublishedTests & { readonly mu?: number }
}

export { processorMs as processorMillis } from '../machine.js'

/** `free`, or `free 3, undecided 1`. */
export function summarise(outcomes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  if (counts.size === 1) return outcomes[0]!
  return [...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', ')
}
