// The cell: an arm, or six, among obstacles. What touches is red at once, and the nearest two are measured.
import '../../workcell/cell.css'
import { effect } from '@preact/signals'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { cellTools } from '../../workcell/cell-tools.js'
import { PointedChip } from '../../workcell/chip.js'
import { dragCell } from '../../workcell/drag-cell.js'
import { TAKES } from '../../workcell/drops.js'
import { UnitQuestion } from '../../workcell/unit-question.js'
import { CellDrawing } from './drawing.js'
import { legendOf } from './legend.js'
import { CellModel } from './model.js'
import { CellPanel } from './panel.js'
import { recipeOf } from './recipe.js'
import { FIRST, type RobotCellState, readRobotCellState } from './state.js'
import { CELL_TITLES } from './titles.js'
import { StraightChip } from './tool-panel.js'

export const scene: Scene<RobotCellState> = {
  id: 'cell',
  title: 'Cell',
  sentence: 'Drag a link, a frame or an obstacle: what touches turns red at once, and the closest two are measured.',
  first: FIRST,
  read: (fields) =>
    readRobotCellState(
      fields,
      CELL_TITLES.map(([name]) => name),
    ),
  open,
}

function open(host: SceneHost<RobotCellState>): OpenScene {
  const { history, stage } = host
  const drawing = new CellDrawing(stage, {
    begin: () => model.toolModel.begin(),
    move: (pose) => model.toolModel.move(pose),
    end: () => void model.toolModel.end(),
    cancel: () => model.toolModel.cancel(),
  })
  const model: CellModel = new CellModel(host, drawing)
  const endTheme = effect(() => {
    stage.theme.value
    drawing.paint()
  })
  const dragging = dragCell(model, drawing, () => ({
    q: () => model.q,
    set: (q) => history.set({ q, from: [] }, 'drag'),
  }))
  return {
    Panel: () => <CellPanel model={model} history={history} cells={CELL_TITLES} />,
    Overlay: () => (
      <>
        <PointedChip name={dragging.pointed} />
        <StraightChip model={model} />
        <UnitQuestion obstacles={model.obstacles} history={history} />
      </>
    ),
    close() {
      dragging.end()
      endTheme()
      model.close()
      drawing.close()
    },
    ...cellTools(model, (edits, a, b) => {
      const { q } = model
      return () => model.engine.call('measure', { edits, q, a, b })
    }),
    open: (files) => model.take(files),
    takes: TAKES,
    exports: [
      { label: 'Scene file (JSON)', file: 'scene.json', make: async () => (await model.sceneFile()).scene },
      { label: 'Scene with its files (zip)', file: 'scene.zip', make: async () => (await model.sceneFile()).zip },
      { label: 'Pose (JSON)', file: 'pose.json', make: () => model.poseFile() },
      { label: 'Straight motion (JSON)', file: 'path.json', make: () => model.straightFile() },
    ],
    legend: () => legendOf(model, stage.theme.value),
    recipe: () => recipeOf({ file: model.view.value?.sceneFile ?? '', q: model.q, from: history.value.from }),
    keys: [{ key: 'h', does: 'move all joints to their start', run: () => history.set({ q: [], from: [] }) }],
  }
}
