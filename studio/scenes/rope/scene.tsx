// The rope: everything moves at every step, and cages that are kept, not built again, still prove that it does not touch itself.
import './rope.css'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { RopeDrawing } from './drawing.js'
import { legendOf } from './legend.js'
import { RopeModel } from './model.js'
import { RopePanel } from './panel.js'
import { FRAMES_FILE, recipeOf } from './recipe.js'
import { FIRST, type RopeState, readRopeState } from './state.js'
import { RopeTimeline } from './timeline.js'
import { unitOf } from './unit.js'

const NO_NAMES = { names: undefined }

export const scene: Scene<RopeState> = {
  id: 'rope',
  title: 'Rope',
  sentence:
    'Every bead moves at every step. A step is proved free, or its first contact is shown. Drop a trajectory, such as XTC with GRO.',
  first: FIRST,
  read: readRopeState,
  open,
}

function open(host: SceneHost<RopeState>): OpenScene {
  const { history, stage } = host
  const drawing = new RopeDrawing(stage)
  const model = new RopeModel(host, drawing)
  return {
    Panel: () => <RopePanel model={model} history={history} stage={stage} />,
    Overlay: () => <RopeTimeline model={model} history={history} />,
    close() {
      model.close()
      drawing.close()
    },
    open: (files) => model.take(files),
    length: (length) => `${length.toPrecision(4)}${unitOf(model.news.peek() ?? NO_NAMES)}`,
    takes: 'a trajectory (XTC, TRR or DCD with its PDB or GRO; PDB, GRO or XYZ with several frames)',
    legend: () =>
      model.isEmpty.value
        ? []
        : legendOf(history.state.value, model.steps.value, (model.news.value?.hitPairs ?? 0) > 0, stage.theme.value),
    get play() {
      return (model.news.peek()?.frames ?? 1) > 1 ? model.film : undefined
    },
    empty: () =>
      model.isEmpty.value ? 'Nothing to show: choose other atoms, another chain or another rope.' : undefined,
    recipe: () => recipeOf(history.value, model.news.peek(), model.files.viewOf(history.value.rope)),
    exports: [
      {
        label: 'All frames (XYZ)',
        file: FRAMES_FILE,
        make: () => model.engine.call('allFrames', undefined as never),
      },
      { label: 'Beads (XYZ)', file: 'rope.xyz', make: () => model.engine.call('xyz', undefined as never) },
      {
        label: 'Separating set (JSON)',
        file: 'separating-set.json',
        make: () => model.engine.call('separatingSet', undefined as never),
      },
      { label: 'Proof of this step (JSON)', file: 'step.json', make: () => model.stepFile() },
    ],
    keys: [
      { key: ' ', does: 'play or pause', run: () => model.toggle() },
      { key: '.', does: 'one frame ahead', run: () => model.stepBy(1) },
      { key: ',', does: 'one frame back', run: () => model.stepBy(-1) },
      { key: 'n', does: 'next contact', run: () => model.nextContact() },
      { key: 'p', does: 'previous contact', run: () => model.previousContact() },
    ],
  }
}
