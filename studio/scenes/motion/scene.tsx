// A motion: proved free as a whole, or shown to collide; beside it the samples that most checkers are content with.
import '../../workcell/cell.css'
import './motion.css'
import { effect } from '@preact/signals'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { PointedChip } from '../../workcell/chip.js'
import { dragCell } from '../../workcell/drag-cell.js'
import { TAKES } from '../../workcell/drops.js'
import { MotionDrawing } from './drawing.js'
import { MotionModel } from './model.js'
import { MotionPanel } from './panel.js'
import { waypointAt } from './path.js'
import { FIRST, type MotionState, readMotionState } from './state.js'
import { Timeline } from './timeline.js'
import { MOTION_TITLES } from './titles.js'

export const scene: Scene<MotionState> = {
  id: 'motion',
  title: 'Motion',
  sentence:
    'Every instant of the motion is proved free, or a collision is shown; samples beside it step over the thin rod.',
  first: FIRST,
  read: (fields) =>
    readMotionState(
      fields,
      MOTION_TITLES.map(([name]) => name),
    ),
  open,
}

function open(host: SceneHost<MotionState>): OpenScene {
  const { history, stage, notify } = host
  const drawing = new MotionDrawing(stage)
  const model = new MotionModel(host, drawing)
  const endTheme = effect(() => {
    stage.theme.value
    drawing.paint()
  })
  // The waypoint at which it stands.
  const dragging = dragCell(model, drawing, () => {
    const waypoint = waypointAt(model.breaks, model.t.peek())
    if (waypoint === undefined) {
      notify('Go to the start, the goal or a waypoint to change that configuration.')
      return undefined
    }
    return {
      q: () => model.waypoints[waypoint]!,
      set: (q) => history.set({ waypoints: model.waypoints.map((old, i) => (i === waypoint ? q : old)) }, 'drag'),
    }
  })
  return {
    Panel: () => <MotionPanel model={model} history={history} cells={MOTION_TITLES} />,
    Overlay: () => (
      <>
        <PointedChip name={dragging.pointed} />
        <Timeline model={model} stage={stage} />
      </>
    ),
    close() {
      dragging.end()
      endTheme()
      model.close()
      drawing.close()
    },
    open: (files) => model.take(files),
    takes: TAKES,
    exports: [
      { label: 'Scene, path, certificate (zip)', file: 'motion.zip', make: () => model.proofFile() },
      { label: 'Path (JSON)', file: 'path.json', make: () => pathFile(model) },
      {
        label: 'Certificate (JSON)',
        file: 'certificate.json',
        make: () => model.engine.call('certificate', undefined as never),
      },
    ],
    keys: [
      { key: ' ', does: 'play or pause', run: () => model.play() },
      { key: 'c', does: 'check', run: () => void model.check() },
      { key: 'p', does: 'plan', run: () => void model.plan() },
      { key: 's', does: 'smooth', run: () => void model.smooth() },
      { key: 'x', does: 'stop', run: () => model.stop() },
    ],
  }
}

function pathFile(model: MotionModel): string {
  const joints = model.view.value?.variableNames ?? []
  return `${JSON.stringify({ joints, waypoints: model.waypoints }, null, 2)}\n`
}
