// The rope: everything moves at every step, and cages that are kept, not built again, still prove that it does not touch itself.
import './rope.css'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { RopeDrawing } from './drawing.js'
import { RopeModel } from './model.js'
import { RopePanel } from './panel.js'
import { FIRST, type RopeState, readRopeState } from './state.js'
import { RopeTimeline } from './timeline.js'

export const scene: Scene<RopeState> = {
  id: 'rope',
  title: 'Rope',
  sentence:
    'Every bead moves at every step; cages that are kept prove that no two touch. A step from frame to frame is green if it is free all the way.',
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
    Overlay: () => <RopeTimeline model={model} history={history} stage={stage} />,
    close() {
      model.close()
      drawing.close()
    },
    exports: [
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
      { key: 'n', does: 'next step that is not free', run: () => model.seekNext(1) },
      { key: 'p', does: 'previous one', run: () => model.seekNext(-1) },
    ],
  }
}
