// A motion: proved free as a whole, or shown to collide; beside it the samples that most checkers are content with.
import '../../workcell/cell.css'
import './motion.css'
import { effect } from '@preact/signals'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { cellTools } from '../../workcell/cell-tools.js'
import { PointedChip } from '../../workcell/chip.js'
import { dragCell } from '../../workcell/drag-cell.js'
import { TAKES } from '../../workcell/drops.js'
import { UnitQuestion } from '../../workcell/unit-question.js'
import { MotionDrawing } from './drawing.js'
import { motionLegend } from './legend.js'
import { MotionModel } from './model.js'
import { MotionPanel } from './panel.js'
import { motionRecipe } from './recipe.js'
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
    const waypoint = model.waypoints.chosen
    if (waypoint === undefined) {
      notify('Go to the start, the goal or a waypoint to change that configuration, or add one here (A).')
      return undefined
    }
    return {
      q: () => model.path.waypoints[waypoint]!,
      set: (q) => model.waypoints.put(waypoint, q, 'drag'),
    }
  })
  return {
    Panel: () => <MotionPanel model={model} history={history} cells={MOTION_TITLES} />,
    Overlay: () => (
      <>
        <PointedChip name={dragging.pointed} />
        <UnitQuestion obstacles={model.obstacles} history={history} />
        <Timeline model={model} history={history} stage={stage} />
      </>
    ),
    close() {
      dragging.end()
      endTheme()
      model.close()
      drawing.close()
    },
    ...cellTools(model, (edits, a, b) => {
      const t = model.playback.t.value
      return () => model.engine.call('measure', { edits, t, a, b })
    }),
    play: model.once,
    open: (files) => model.take(files),
    takes: TAKES,
    exports: [
      { label: 'Scene, path, certificate (zip)', file: 'motion.zip', make: () => model.proofFile() },
      { label: 'Path (JSON)', file: 'path.json', make: () => model.pathFile('path') },
      { label: 'Trajectory for ROS (YAML)', file: 'trajectory.yaml', make: () => model.pathFile('rosPath') },
      { label: 'Certificate (JSON)', file: 'certificate.json', make: () => model.certificateFile() },
    ],
    legend: () => motionLegend(model, stage),
    recipe: () => motionRecipe(model.view.peek()?.sceneFile ?? 'scene.json', history.state.peek()),
    keys: [
      { key: ' ', does: 'play or pause', run: () => model.playback.toggle() },
      { key: 'c', does: 'check', run: () => void model.check() },
      { key: 'p', does: 'plan', run: () => void model.findPath('plan') },
      { key: 's', does: 'smooth', run: () => void model.findPath('smooth') },
      { key: 'x', does: 'stop', run: () => model.stop() },
      { key: 'a', does: 'add a waypoint here', run: () => void model.waypoints.add() },
      { key: 'delete', does: 'delete this waypoint', run: () => model.waypoints.remove() },
      { key: ',', does: 'to the waypoint before', run: () => model.waypoints.go(-1) },
      { key: '.', does: 'to the next waypoint', run: () => model.waypoints.go(1) },
    ],
  }
}
