// The cell: an arm, or six, among obstacles. What touches is red at once, and the nearest two are measured.
import './cell.css'
import { effect, signal } from '@preact/signals'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { PointedChip } from './chip.js'
import { startDragging } from './dragging.js'
import { CellDrawing } from './drawing.js'
import { TAKES } from './drops.js'
import { editsOf } from './edits.js'
import { CellModel } from './model.js'
import { CellPanel } from './panel.js'
import { type CellState, FIRST, readCellState } from './state.js'
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
  const { obstacles } = model
  const endTheme = effect(() => {
    stage.theme.value
    drawing.paint()
  })
  const pointed = signal<string | undefined>(undefined)
  let taken: { readonly link: string; readonly point: readonly number[] } | undefined
  const kindOf = (name: string): 'link' | 'obstacle' | undefined => {
    const thing = model.view.peek()?.things.find((one) => one.name === name)
    return thing === undefined || thing.isFixed === true ? undefined : thing.kind === 'obstacle' ? 'obstacle' : 'link'
  }
  const endDragging = startDragging(stage, {
    kindOf,
    point(name) {
      drawing.point(name)
      pointed.value = name
    },
    begin({ name, point }) {
      if (kindOf(name) === 'obstacle') obstacles.begin(name)
      else taken = { link: name, point: drawing.things.inside(name, point) }
    },
    move({ name, point }, to, shift) {
      if (kindOf(name) === 'obstacle') obstacles.move(name, to.clone().sub(point).toArray())
      else void follow(to.toArray(), shift)
    },
    end() {
      taken = undefined
      history.settle()
    },
  })
  /** A link to where the pointer is. */
  async function follow(to: readonly number[], alone: boolean): Promise<void> {
    const now = taken
    if (now === undefined) return
    const request = { edits: editsOf(history.value), q: model.q, ...now, to, alone }
    const q = await model.engine.latest('drag', request).catch(() => undefined)
    if (q !== undefined && taken === now) history.set({ q }, 'drag')
  }
  return {
    Panel: () => <CellPanel model={model} history={history} cells={CELL_TITLES} />,
    Overlay: () => <PointedChip name={pointed} />,
    close() {
      endDragging()
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
