// What the colours of a chain mean, for what is drawn of it now.
import type { LegendEntry } from '../../app/scene.js'
import type { StageColours } from '../../view/stage.js'
import type { ChainState } from './state.js'
import type { ChainWay } from './way.js'

/** Of the boxes that the last move has changed. */
export function pathColour(isDark: boolean): string {
  return isDark ? '#ffffff' : '#1a1f26'
}

export function legendOf(
  { level, path }: ChainState,
  isRunning: boolean,
  way: ChainWay | undefined,
  { isDark, free, hit, body }: StageColours,
): LegendEntry[] {
  return [
    { colour: '#4474c9', label: 'first beads of the chain' },
    { colour: '#4fb873', label: 'beads in its middle' },
    { colour: '#c9525c', label: 'last beads' },
    ...(isRunning || way !== undefined
      ? []
      : [
          { colour: free, label: 'bond of the last move, if the move was taken', kind: 'dot' } as const,
          { colour: hit, label: 'bond of the last move, if it touched', kind: 'dot' } as const,
        ]),
    ...(level >= 0 ? [{ colour: '#4fb873', label: 'boxes, in the colour of their beads', kind: 'line' } as const] : []),
    ...(path ? [{ colour: pathColour(isDark), label: 'boxes that the last move changed', kind: 'line' } as const] : []),
    ...(way === undefined
      ? []
      : [
          way.outcome === 'free'
            ? ({ colour: free, label: 'the turn along its way: free', kind: 'seen-through' } as const)
            : ({ colour: body, label: 'the turn along its way: it touches', kind: 'seen-through' } as const),
          ...(way.pair === undefined
            ? []
            : [{ colour: hit, label: 'the two beads that touch first', kind: 'dot' } as const]),
        ]),
  ]
}
