// The colours of a motion's picture, and what they mean.
import type { LegendEntry } from '../../app/scene.js'
import type { Stage } from '../../view/stage.js'
import { cellLegend } from '../../workcell/legend.js'
import { OTHER_COLOUR } from './drawing.js'
import type { MotionModel } from './model.js'

export function motionLegend(model: MotionModel, stage: Stage): LegendEntry[] {
  const { accent, free, hit, ink } = stage.theme.value
  const t = model.playback.t.value
  // All at once: nothing moves when the cell comes.
  if (model.view.value === undefined) return []
  const { touching = [], nearest } = model.now.value ?? {}
  const verdict = model.verdict.value
  const isHit = touching.length > 0 || (verdict !== undefined && verdict.points.length > 0)
  return [
    ...cellLegend(model.view.value, stage.theme.value.isDark),
    { colour: accent, label: 'the path of the tool', kind: 'line' },
    { colour: free, label: 'bar Proof: proved; paler where pairs are open' },
    { colour: accent, label: 'bar Samples: one sample', kind: 'line' },
    // What comes and goes is last.
    ...(t > 0.01 ? [{ colour: accent, label: 'the robot at the start', kind: 'seen-through' } as const] : []),
    ...(t < 0.99 ? [{ colour: free, label: 'the robot at the goal', kind: 'seen-through' } as const] : []),
    ...(model.host.history.value.other === null
      ? []
      : [
          { colour: OTHER_COLOUR, label: 'the robot on path B', kind: 'seen-through' } as const,
          { colour: OTHER_COLOUR, label: 'the path of the tool on path B', kind: 'line' } as const,
        ]),
    ...(isHit ? [{ colour: hit, label: 'what touches, and where' }] : []),
    ...(!isHit && nearest !== undefined
      ? [{ colour: ink, label: 'the two nearest points', kind: 'line' } as const]
      : []),
  ]
}
