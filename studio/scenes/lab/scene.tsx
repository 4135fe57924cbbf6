// The lab: the papers' tables and figures, ours beside theirs, from results kept in the repository; and a button to run one here.
import './lab.css'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { EXPERIMENTS } from './experiments.js'
import { LabModel } from './model.js'
import { LabPage } from './page.js'
import { LabPanel } from './panel.js'
import { FIRST, type LabState, readLabState } from './state.js'

export const scene: Scene<LabState> = {
  id: 'lab',
  title: 'Lab',
  sentence: 'The papers’ tables and figures, ours beside theirs: from results kept in the repository, or run here.',
  first: FIRST,
  read: readLabState,
  open,
}

function open(host: SceneHost<LabState>): OpenScene {
  const { history } = host
  const model = new LabModel(host)
  return {
    Panel: () => <LabPanel model={model} history={history} />,
    Overlay: () => <LabPage model={model} history={history} />,
    close: () => model.close(),
    isPage: true,
    recipe: () => ({ command: `npx limber lab ${history.value.experiment}`, reads: [] }),
    exports: [
      {
        label: 'Document (JSON)',
        file: 'lab.json',
        make: () => {
          const document = model.shown.peek()?.document
          return document === undefined ? undefined : JSON.stringify(document)
        },
      },
    ],
    keys: [
      { key: 'n', does: 'next experiment', run: () => step(host, 1) },
      { key: 'p', does: 'previous experiment', run: () => step(host, -1) },
    ],
  }
}

function step({ history }: SceneHost<LabState>, by: 1 | -1): void {
  const at = EXPERIMENTS.findIndex(({ name }) => name === history.value.experiment)
  const next = EXPERIMENTS[(at + by + EXPERIMENTS.length) % EXPERIMENTS.length]!
  history.set({ experiment: next.name }, 'experiment')
}
