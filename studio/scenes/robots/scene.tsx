// Several robots, each on its own path: signals with which nothing touches, whatever the timing, and the diagram that shows why.
import '../../workcell/cell.css'
import './robots.css'
import { effect } from '@preact/signals'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { cellTools } from '../../workcell/cell-tools.js'
import { PointedChip } from '../../workcell/chip.js'
import { dragCell } from '../../workcell/drag-cell.js'
import { UnitQuestion } from '../../workcell/unit-question.js'
import { RobotsDrawing } from './drawing.js'
import { robotsLegend } from './legend.js'
import { RobotsModel } from './model.js'
import { RobotsPanel } from './panel.js'
import { robotsRecipe } from './recipe.js'
import { FIRST, type RobotsState, readRobotsState } from './state.js'
import { RobotsTimeline } from './timeline.js'
import { ROBOT_CELL_TITLES } from './titles.js'

export const scene: Scene<RobotsState> = {
  id: 'robots',
  title: 'Robots',
  sentence: 'Several robots, each on its own path: with a few signals nothing touches, however late any of them is.',
  first: FIRST,
  read: (fields) =>
    readRobotsState(
      fields,
      ROBOT_CELL_TITLES.map(([name]) => name),
    ),
  open,
}

function open(host: SceneHost<RobotsState>): OpenScene {
  const { history, stage, notify } = host
  const drawing = new RobotsDrawing(stage)
  const model = new RobotsModel(host, drawing)
  const endTheme = effect(() => {
    stage.theme.value
    drawing.paint()
  })
  const dragging = dragCell(model, drawing, () => {
    notify('Robots stay on their paths: drag the dot in the diagram.')
    return undefined
  })
  return {
    Panel: () => <RobotsPanel model={model} history={history} stage={stage} cells={ROBOT_CELL_TITLES} />,
    Overlay: () => (
      <>
        <PointedChip name={dragging.pointed} />
        <UnitQuestion obstacles={model.obstacles} history={history} />
        <RobotsTimeline model={model} />
      </>
    ),
    close() {
      dragging.end()
      endTheme()
      model.close()
      drawing.close()
    },
    ...cellTools(model, (edits, a, b) => {
      const at = model.places.value
      return () => model.engine.call('measure', { edits, at, a, b })
    }),
    play: model.once,
    open: (files) => model.take(files),
    takes: 'a scene with several robots and their files, path files of its robots, or meshes as obstacles',
    exports: [{ label: 'Scene and paths (zip)', file: 'robots.zip', make: () => model.files() }],
    legend: () => robotsLegend(model, stage),
    recipe: () => robotsRecipe(model.view.peek()?.sceneFile ?? 'scene.json', model.laid.peek(), history.state.peek()),
    keys: [
      { key: ' ', does: 'play or pause', run: () => model.play() },
      { key: 'x', does: 'stop', run: () => model.stop() },
    ],
  }
}
