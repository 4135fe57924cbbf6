// What the colours of a rope mean, on the stage and on the bars below it.
import type { LegendEntry } from '../../app/scene.js'
import type { StageColours } from '../../view/stage.js'
import type { RopeState } from './state.js'
import { MEETS, openOf, type RopeSteps } from './steps.js'

/** Of cages: those that keep their basis, those whose basis has just changed, layered ones. */
export function cageColours(isDark: boolean): readonly [wrapped: string, changed: string, layered: string] {
  return isDark ? ['#4f9df7', '#ffe08a', '#c07bf0'] : ['#1f6fd1', '#d9480f', '#8a3ffc']
}

/** `isHit`: beads touch in what is shown. */
export function legendOf(
  state: RopeState,
  steps: RopeSteps | undefined,
  isHit: boolean,
  { isDark, hit, ink, free }: StageColours,
): LegendEntry[] {
  const [wrapped, changed, layered] = cageColours(isDark)
  const hasCages = state.level >= 0
  const touches = steps?.touches.includes(MEETS) === true
  const passes = steps !== undefined && steps.passages.length > 0
  const isOpen = steps !== undefined && openOf(steps) > 0
  return [
    { colour: '#4474c9', label: 'beads at the start of the rope' },
    { colour: '#c9525c', label: 'beads at its end' },
    ...(isHit || touches || passes
      ? ([{ colour: hit, label: 'beads that touch, strands or beads that meet in this step' }] as const)
      : []),
    ...(state.closest ? ([{ colour: ink, label: 'the closest pair and its gap', kind: 'line' }] as const) : []),
    ...(hasCages && state.cages !== 'layered'
      ? ([
          { colour: wrapped, label: 'wrapped cages', kind: 'seen-through' },
          { colour: changed, label: 'cages whose basis has just changed', kind: 'seen-through' },
        ] as const)
      : []),
    ...(hasCages && state.cages !== 'wrapped'
      ? ([{ colour: layered, label: 'layered cages', kind: 'seen-through' }] as const)
      : []),
    ...(state.edges ? ([{ colour: ink, label: 'edges of the power diagram', kind: 'line' }] as const) : []),
    ...(touches ? ([{ colour: 'var(--touch-mark)', label: 'bar Frames: beads touch in this frame' }] as const) : []),
    ...(passes
      ? ([{ colour: 'var(--pass-mark)', label: 'bar Steps: something passes through between two frames' }] as const)
      : []),
    ...(isOpen ? ([{ colour: 'var(--soft)', label: 'bars: undecided' }] as const) : []),
    { colour: free, label: 'bars: free, and for steps proved' },
  ]
}
