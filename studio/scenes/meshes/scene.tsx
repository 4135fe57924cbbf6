// Two meshes in close proximity: the same question by every kind of volumes.
import './meshes.css'
import { Vector3 } from 'three'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { startDragging } from '../../workcell/dragging.js'
import { MeshesDrawing } from './drawing.js'
import type { WayRow } from './engine.js'
import { MeshesModel, type Place } from './model.js'
import { MeshesPanel } from './panel.js'
import { FIRST, type MeshesState, readMeshesState } from './state.js'
import { bothTurns, turnAbout } from './turns.js'

export const scene: Scene<MeshesState> = {
  id: 'meshes',
  title: 'Meshes',
  sentence:
    'Drag one mesh against the other: what touches is red, and the volumes that had to be tested to know it are drawn.',
  first: FIRST,
  read: readMeshesState,
  open,
}

/** How far the pointer goes for a turn of one radian. */
const RADIAN = 0.45

function open(host: SceneHost<MeshesState>): OpenScene {
  const { history, stage } = host
  const drawing = new MeshesDrawing(stage)
  const model = new MeshesModel(host, drawing)
  let taken: Place | undefined
  const endDragging = startDragging(stage, {
    kindOf: (name) => (name === 'b' ? 'link' : undefined),
    point: (name) => drawing.point(name),
    begin() {
      model.stop()
      taken = model.place
    },
    move({ point }, to, shift) {
      if (taken === undefined) return
      const by = to.clone().sub(point)
      const { at, turn } = taken
      if (!shift) model.move({ at: at.map((x, k) => x + by.getComponent(k)), turn }, 'drag')
      else if (by.length() > 0) {
        const axis = by.clone().cross(stage.camera.getWorldDirection(new Vector3()))
        model.move({ at, turn: bothTurns(turnAbout(axis.toArray(), by.length() / RADIAN), turn) }, 'drag')
      }
    },
    end() {
      taken = undefined
      history.settle()
    },
  })
  const deeper = (by: number): void => {
    const most = model.answer.peek()?.volumes.most ?? 0
    history.set({ depth: Math.min(most, Math.max(-1, Math.min(history.value.depth, most) + by)) })
  }
  return {
    Panel: () => <MeshesPanel model={model} history={history} />,
    close() {
      endDragging()
      model.close()
      drawing.close()
    },
    open: (files) => model.takeFiles(files),
    takes: 'one or two meshes: STL, OBJ, PLY, GLB, glTF, Collada or OFF',
    exports: [{ label: 'Counts (CSV)', file: 'meshes.csv', make: () => rowsText(model.rows.peek()) }],
    keys: [
      { key: ' ', does: 'turn or stop', run: () => model.toggle() },
      { key: 'b', does: 'volumes a step deeper', run: () => deeper(1) },
      { key: 'v', does: 'volumes a step higher', run: () => deeper(-1) },
      { key: 'r', does: 'as at first', run: () => model.reset() },
    ],
  }
}

function rowsText(rows: readonly WayRow[]): string | undefined {
  if (rows.length === 0) return undefined
  const lines = rows.map((row) => [row.way, row.volumeTests, row.leafTests, row.contacts, row.micros.toFixed(1)].join())
  return `volumes,volume tests,triangle tests,contacts,microseconds\n${lines.join('\n')}\n`
}
