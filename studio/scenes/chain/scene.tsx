// The chain: thousands of beads that fold by Monte Carlo, the engine in a worker.
import './chain.css'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { ChainDrawing } from './drawing.js'
import { legendOf } from './legend.js'
import { ChainModel } from './model.js'
import { ChainPanel } from './panel.js'
import { BEADS_FILE, recipeOf } from './recipe.js'
import { type ChainState, FIRST, readChainState } from './state.js'

export const scene: Scene<ChainState> = {
  id: 'chain',
  title: 'Chain',
  sentence:
    'A chain of beads folds at random; after every turn the whole chain is checked against itself, in O(log n) updates.',
  first: FIRST,
  read: readChainState,
  open,
}

function open(host: SceneHost<ChainState>): OpenScene {
  const { history, stage } = host
  const drawing = new ChainDrawing(stage)
  const model = new ChainModel(host, drawing)
  return {
    Panel: () => <ChainPanel model={model} history={history} stage={stage} />,
    close() {
      model.close()
      drawing.close()
    },
    legend: () => legendOf(history.state.value, model.isRunning, model.way.value, stage.theme.value),
    recipe: () => recipeOf(history.value),
    exports: [{ label: 'Beads (XYZ)', file: BEADS_FILE, make: () => model.engine.call('xyz', undefined as never) }],
    keys: [
      { key: ' ', does: 'fold or stop', run: () => model.toggle() },
      { key: 's', does: 'one step', run: () => void model.stepOne() },
      { key: 'r', does: 'start again', run: () => model.startAgain() },
      { key: 't', does: 'find a turn that touches on its way', run: () => void model.findPassage() },
      { key: 'b', does: 'boxes of the next level', run: () => nextLevel(model, host) },
    ],
  }
}

function nextLevel(model: ChainModel, { history }: SceneHost<ChainState>): void {
  const next = history.value.level + 1
  history.set({ level: next >= model.levels.peek() ? -1 : next }, 'level')
  history.settle()
}
