// The protein: a structure from disk or a built-in one; its torsions, its clashes, Monte Carlo and melting, the engine in a worker.
import './protein.css'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { clicks } from '../../view/clicks.js'
import { ProteinDrawing } from './drawing.js'
import { legendOf } from './legend.js'
import { ProteinModel } from './model.js'
import { ProteinOverlay } from './overlay.js'
import { ProteinPanel } from './panel.js'
import { recipeOf, STRUCTURE_FILE } from './recipe.js'
import { FIRST, type ProteinState, readProteinState } from './state.js'

export const scene: Scene<ProteinState> = {
  id: 'protein',
  title: 'Protein',
  sentence:
    'A protein as its file has it, with its clashes. Select residues, turn torsions, run Monte Carlo, melt it; or drop a structure or a trajectory.',
  first: FIRST,
  read: readProteinState,
  open,
}

function open(host: SceneHost<ProteinState>): OpenScene {
  const { history, stage } = host
  const drawing = new ProteinDrawing(stage)
  const model = new ProteinModel(host, drawing)
  const endClicks = clicks(stage, (event) => {
    const residue = drawing.residueAt(event)
    if (residue === undefined) model.pickNone()
    else model.pick(residue, event.shiftKey ? 'extend' : 'alone')
  })
  return {
    Panel: () => <ProteinPanel model={model} history={history} />,
    Overlay: () => <ProteinOverlay model={model} history={history} />,
    close() {
      endClicks()
      model.close()
      drawing.close()
    },
    open: (files) => model.take(files),
    length: (length) => `${length.toFixed(3)} Å`,
    takes:
      'a structure (PDB, mmCIF, BinaryCIF, GRO), or a trajectory (XTC, TRR, DCD, XYZ) with its structure or PSF file',
    legend() {
      const isTrace = history.state.value.show === 'melt' && model.melt.value !== undefined
      return legendOf(history.state.value, model.view.value, model.frame.value, stage.theme.value, isTrace)
    },
    get play() {
      return history.value.show === 'fold' ? model.frames.film : undefined
    },
    recipe: () => recipeOf(history.value),
    exports: [
      {
        label: 'Conformation (PDB)',
        file: STRUCTURE_FILE,
        make: () => model.engine.call('pdb', undefined as never),
      },
      {
        label: 'Observables of the run (CSV)',
        file: 'protein-run.csv',
        make: () => model.engine.call('runCsv', undefined as never),
      },
      {
        label: 'Melting curve (CSV)',
        file: 'protein-melting.csv',
        make: () => model.engine.call('meltCsv', undefined as never),
      },
    ],
    keys: [
      { key: ' ', does: 'play the frames; of one frame, run or stop', run: () => model.toggle() },
      { key: 't', does: 'melt', run: () => void model.startMelting() },
      { key: 'r', does: 'start again', run: () => model.startAgain() },
      { key: 'c', does: 'centre on the selection', run: () => model.centre() },
      { key: '.', does: 'one frame ahead', run: () => model.frames.stepBy(1) },
      { key: ',', does: 'one frame back', run: () => model.frames.stepBy(-1) },
      { key: 'n', does: 'next residue', run: () => model.step(1) },
      { key: 'p', does: 'previous residue', run: () => model.step(-1) },
    ],
  }
}
