// The cell: an arm, or six, among obstacles. What touches is red at once, and the nearest two are measured.
import '../../workcell/cell.css'
import { effect } from '@preact/signals'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { PointedChip } from '../../workcell/chip.js'
import { dragCell } from '../../workcell/drag-cell.js'
import { TAKES } from '../../workcell/drops.js'
import { type CellState, FIRST, readCellState } from '../../workcell/state.js'
import { CellDrawing } from './drawing.js'
import { CellModel } from './model.js'
import { CellPanel } from './panel.js'
import { CELL_TITLES } from './titles.js'

export const scene: Scene<CellState> = {
  id: 'cell',
  title: 'Cell',
  sentence: 'Drag a link or an obstacle: what touches turns red at once, and the closest two are measured.',
  first: FIRST,
  read: (fields) =>
    readCellState(
      fields,
      CELL_TITLES.map(([name]) => name),
    ),
  open,
}

function open(host: SceneHost<CellState>): OpenScene {
  const { history, stage } = host
  const drawing = new CellDrawing(stage)
  const model = new CellModel(host, drawing)
  const endTheme = effect(() => {
    stage.theme.value
    drawing.paint()
  })
  const dragging = dragCell(model, drawing, () => ({ q: () => model.q, set: (q) => history.set({ q }, 'drag') }))
  return {
    Panel: () => <CellPanel model={model} history={history} cells={CELL_TITLES} />,
    Overlay: () => <PointedChip name={dragging.pointed} />,
    close() {
      dragging.end()
      endTheme()
      model.close()
      drawing.close()
    },
    open: (files) => model.take(files),
    takes: TAKES,
    exports: [
      { label: 'Scene file (JSON)', file: 'scene.json', make: async () => (await model.sceneFile()).scene },
      { label: 'Scene with its files (zip)', file: 'scene.zip', make: async () => (await model.sceneFile()).zip },
      { label: 'Pose (JSON)', file: 'pose.json', make: () => model.poseFile() },
    ],
    keys: [{ key: 'h', does: 'all joints as at first', run: () => history.set({ q: [] }) }],
  }
}
