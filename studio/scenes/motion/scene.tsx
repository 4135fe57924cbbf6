// A motion: proved free as a whole, or shown to collide; beside it the samples that most checkers are content with.
import '../cell/cell.css'
import './motion.css'
import { effect, signal } from '@preact/signals'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { PointedChip } from '../cell/chip.js'
import { startDragging } from '../cell/dragging.js'
import { TAKES } from '../cell/drops.js'
import { editsOf } from '../cell/edits.js'
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
  const kindOf = (name: string): 'link' | 'obstacle' | undefined => {
    const thing = model.view.peek()?.things.find((one) => one.name === name)
    return thing === undefined || thing.isFixed === true ? undefined : thing.kind === 'obstacle' ? 'obstacle' : 'link'
  }
  const { obstacles } = model
  const pointed = signal<string | undefined>(undefined)
  let taken: { readonly link: string; readonly point: readonly number[]; readonly waypoint: number } | undefined
  const endDragging = startDragging(stage, {
    kindOf,
    point(name) {
      drawing.point(name)
      pointed.value = name
    },
    begin({ name, point }) {
      if (kindOf(name) === 'obstacle') {
        obstacles.begin(name)
        return
      }
      const waypoint = waypointAt(model.breaks, model.t.peek())
      if (waypoint === undefined) notify('Go to the start, the goal or a waypoint to change how it stands there.')
      else taken = { link: name, point: drawing.things.inside(name, point), waypoint }
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
  /** The waypoint at which it stands, with a link where the pointer is. */
  async function follow(to: readonly number[], alone: boolean): Promise<void> {
    const now = taken
    if (now === undefined) return
    const { link, point, waypoint } = now
    const { waypoints } = model
    const request = { edits: editsOf(history.value), q: waypoints[waypoint]!, link, point, to, alone }
    const q = await model.engine.latest('drag', request).catch(() => undefined)
    if (q === undefined || taken !== now) return
    const changed = model.waypoints.map((old, i) => (i === waypoint ? q : old))
    history.set({ waypoints: changed }, 'drag')
  }
  return {
    Panel: () => <MotionPanel model={model} history={history} cells={MOTION_TITLES} />,
    Overlay: () => (
      <>
        <PointedChip name={pointed} />
        <Timeline model={model} stage={stage} />
      </>
    ),
    close() {
      endDragging()
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
