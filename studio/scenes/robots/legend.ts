// The colours of a picture of several robots, and what they mean.
import type { LegendEntry } from '../../app/scene.js'
import type { Stage } from '../../view/stage.js'
import { robotColour } from '../../view/things.js'
import { cellLegend } from '../../workcell/legend.js'
import type { RobotsModel } from './model.js'

export function robotsLegend(model: RobotsModel, stage: Stage): LegendEntry[] {
  const { accent, hit, ink, isDark } = stage.theme.value
  const moving = model.laid.value.flatMap(({ name, duration }, r) => (duration > 0 ? [[name, r] as const] : []))
  const { touching = [] } = model.here.value?.answer ?? {}
  const isHit = touching.length > 0 || (model.here.value?.blocked.length ?? 0) > 0
  const ghosts = model.answer.value?.ghosts.length ?? 0
  return [
    ...cellLegend(model.view.value, isDark),
    ...moving.map(
      ([name, r]) =>
        ({
          colour: `#${robotColour(r).getHexString()}`,
          label: `the path of the tool of ${name}`,
          kind: 'line',
        }) as const,
    ),
    ...(ghosts === 1 ? [{ colour: accent, label: 'where a path is not free', kind: 'seen-through' } as const] : []),
    ...(ghosts > 1
      ? [
          { colour: accent, label: 'where the deadlock begins', kind: 'seen-through' } as const,
          { colour: hit, label: 'where the deadlock ends', kind: 'seen-through' } as const,
        ]
      : []),
    ...(isHit ? [{ colour: hit, label: 'links that touch, or are not proved apart' }] : []),
    ...(touching.length === 0 && model.here.value?.nearest !== undefined
      ? [{ colour: ink, label: 'the two nearest points', kind: 'line' } as const]
      : []),
  ]
}
