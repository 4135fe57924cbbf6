// The colours of the picture, and what they mean. Only those that are on the stage.
import type { LegendEntry } from '../../app/scene.js'
import { AXES, AXIS_COLOURS } from '../../view/axes.js'
import type { StageColours } from '../../view/stage.js'
import { robotColour, thingColour } from '../../view/things.js'
import { straightBanner } from '../../workcell/tool-words.js'
import { ghostColour } from './drawing.js'
import type { CellModel } from './model.js'

const WAY = { free: 'proved free', warn: 'not decided', hit: 'not free', '': '' } as const

export function legendOf(model: CellModel, theme: StageColours): LegendEntry[] {
  const { shown, frames } = model.host.history.state.value
  const view = model.view.value
  const answer = model.answer.value
  const straight = model.toolModel.straight.value
  const isHit = (answer?.touching.length ?? 0) > 0
  const out: LegendEntry[] = []
  const looks = model.looks.value
  const kind = shown === 'both' ? 'seen-through' : 'surface'
  for (const [r, name] of (view?.robots ?? []).entries()) {
    // Where there is visual geometry, it is drawn instead.
    const isSeen = view!.things.some(
      (one) => one.robot === r && one.isFixed !== true && (shown !== 'visual' || !looks.has(one.name)),
    )
    if (isSeen) {
      out.push({ colour: `#${robotColour(r).getHexString()}`, label: `${name}: geometry that is checked`, kind })
    }
  }
  if (shown !== 'collision' && looks.size > 0) {
    out.push({ colour: '#c7ccd1', label: 'visual geometry, in its own colours: drawn, not checked' })
  }
  if (view?.things.some(({ kind }) => kind === 'obstacle') === true) {
    out.push({ colour: theme.obstacle, label: 'obstacles, each in a tone of its own' })
  }
  const ground = view?.things.findIndex(({ kind, isFixed }) => kind === 'link' && isFixed === true) ?? -1
  if (ground !== -1) {
    out.push({
      colour: `#${thingColour(view!.things[ground]!, ground, theme.isDark).getHexString()}`,
      label: 'the ground',
    })
  }
  if (isHit) out.push({ colour: theme.hit, label: 'touches something' })
  else if (answer?.nearest !== undefined) {
    out.push({ colour: theme.ink, label: 'the closest pair and its distance', kind: 'line' })
  }
  if (model.chosen.value !== undefined) out.push({ colour: theme.accent, label: 'the link that is chosen' })
  const axes = model.tool !== undefined || frames.length > 0 || model.chosen.value !== undefined
  if (axes) {
    for (const [k, axis] of AXES.entries()) {
      out.push({ colour: AXIS_COLOURS[k]!, label: `${axis} axis of a frame`, kind: 'line' })
    }
  }
  if (straight !== undefined) {
    const { mood } = straightBanner(straight)
    const what = straight.outcome === 'free' && mood === 'warn' ? 'proved free as far as is seen' : WAY[mood]
    const label = `where the robots stood: the straight motion from there is ${what}`
    out.push({ colour: ghostColour(mood, theme), label, kind: 'seen-through' })
    if (straight.point !== undefined) out.push({ colour: theme.hit, label: 'where the motion collides', kind: 'dot' })
  }
  return out
}
