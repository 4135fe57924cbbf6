// What is beside a protein: the structure, a run of Monte Carlo, the torsions of a residue, clashes, melting.
import type { History } from '../../app/history.js'
import { Button, grouped, ProgressBar, Section, Select, Slider, Stats } from '../../ui/controls.js'
import { FAMILY_NAMES } from './colours.js'
import { MeltSection } from './melt-panel.js'
import type { ProteinModel } from './model.js'
import { COLOURS, ENERGIES, type ProteinState, SIDES, STRUCTURES } from './state.js'
import { TorsionSection } from './torsions.js'

export interface ProteinPanelProps {
  readonly model: ProteinModel
  readonly history: History<ProteinState>
}

export function ProteinPanel(props: ProteinPanelProps) {
  return (
    <>
      <StructureSection {...props} />
      <ClashSection {...props} />
      <RunSection {...props} />
      <TorsionSection {...props} />
      <MeltSection {...props} />
      <NotesSection {...props} />
    </>
  )
}

function StructureSection({ model, history }: ProteinPanelProps) {
  const state = history.state.value
  const view = model.view.value
  return (
    <Section title="Structure">
      <Select
        label="Structure"
        value={state.structure}
        options={[...STRUCTURES, ...model.files.value]}
        onChange={(structure) => model.choose(structure)}
      />
      {view !== undefined && view.models > 1 && (
        <Slider
          label="Model"
          value={state.model}
          min={0}
          max={view.models - 1}
          step={1}
          show={(value) => `${value + 1} of ${view.models}`}
          onInput={(value) => history.set({ model: value, done: [], rounds: 0 }, 'model')}
          onChange={() => history.settle()}
        />
      )}
      <Select
        label="Colour"
        value={state.colour}
        options={COLOURS}
        onChange={(colour) => history.set({ colour }, 'colour')}
      />
      <Select
        label="Side-chains"
        value={state.sides}
        options={SIDES}
        onChange={(sides) => history.set({ sides }, 'sides')}
      />
      {state.colour === 'residue' && (
        <p class="protein-families">
          {FAMILY_NAMES.map(([name, colour]) => (
            <span key={name}>
              <i style={{ background: colour }} />
              {name}
            </span>
          ))}
        </p>
      )}
    </Section>
  )
}

function RunSection({ model, history }: ProteinPanelProps) {
  const { temperature, energy, seed } = history.state.value
  const run = model.frame.value?.run
  const work = model.work.value
  const isRunning = work === 'run' || work === 'again'
  const share = (move: string): string => {
    const counts = run?.moves.find((one) => one.move === move)
    if (counts === undefined || counts.proposed === 0) return '–'
    return `${((100 * counts.accepted) / counts.proposed).toFixed(1)} % (${((100 * counts.clashed) / counts.proposed).toFixed(1)} % clash)`
  }
  const shown = (value: number | undefined, digits: number, unit: string): string =>
    value === undefined || !Number.isFinite(value) ? '–' : `${value.toFixed(digits)}${unit}`
  return (
    <Section title="Monte Carlo">
      <div class="row">
        <Button kind={isRunning ? 'danger' : 'main'} onClick={() => (isRunning ? model.stop() : void model.run())}>
          {isRunning ? 'Stop' : 'Run'}
        </Button>
        <Button onClick={() => model.startAgain()}>Start again</Button>
      </div>
      <ProgressBar
        share={isRunning ? undefined : 0}
        label={work === 'again' ? 'Running again to the saved state' : isRunning ? 'Running' : 'Still'}
      />
      <Slider
        label="Temperature, contact depths"
        value={temperature}
        min={0.05}
        max={1.5}
        step={0.01}
        show={(value) => value.toFixed(2)}
        onInput={(value) => history.set({ temperature: value }, 'temperature')}
        onChange={() => {
          history.settle()
          model.runAgain()
        }}
      />
      <Select
        label="Energy"
        value={energy}
        options={ENERGIES}
        onChange={(value) => {
          history.set({ energy: value })
          model.runAgain()
        }}
      />
      <Slider
        label="Seed"
        value={Math.min(seed, 50)}
        min={1}
        max={50}
        step={1}
        show={() => String(seed)}
        onInput={(value) => history.set({ seed: value }, 'seed')}
        onChange={() => {
          history.settle()
          model.runAgain()
        }}
      />
      <Stats
        rows={[
          ['steps', 'Moves', run === undefined ? '–' : grouped(run.steps)],
          ['rate', 'Moves a second', isRunning && run !== undefined ? grouped(run.stepsPerSecond) : '–'],
          ['energy', 'Energy', shown(run?.energy, 3, '')],
          ['radius', 'Radius of gyration', shown(run?.radius, 3, ' Å')],
          ['rmsd', 'RMSD from the file', shown(run?.rmsd, 3, ' Å')],
          ['contacts', 'Native contacts, Q', shown(run?.contacts, 3, '')],
          ['pivots', 'Pivots taken', share('pivot')],
          ['crankshafts', 'Crankshafts taken', share('crankshaft')],
          ['sideMoves', 'Side-chains taken', share('side-chain')],
        ]}
      />
    </Section>
  )
}

function ClashSection({ model }: ProteinPanelProps) {
  const frame = model.frame.value
  const clashes = frame?.clashes
  return (
    <Section title="Clashes">
      <Stats
        rows={[
          ['clashes', 'Pairs that overlap by 0.4 Å', clashes === undefined ? '–' : grouped(clashes.count)],
          [
            'worst',
            'Worst overlap',
            clashes === undefined ? '–' : clashes.count === 0 ? 'none' : `${clashes.worst.toFixed(3)} Å`,
          ],
          ['worstPair', 'Between', clashes === undefined || clashes.count === 0 ? '–' : clashes.worstNames],
          ['perThousand', 'A thousand atoms', clashes === undefined ? '–' : clashes.perThousand.toFixed(1)],
          [
            'blocked',
            'Hard spheres',
            frame === undefined ? '–' : frame.isBlocked ? 'clash: a run cannot start here' : 'free',
          ],
        ]}
      />
      <p class="note">
        Red bars: atoms of full size that overlap, as structures are judged. Monte Carlo keeps smaller, hard spheres
        apart.
      </p>
    </Section>
  )
}

function NotesSection({ model }: ProteinPanelProps) {
  const view = model.view.value
  if (view === undefined) return null
  const left = view.atomsInFile - view.atoms
  return (
    <Section title="What was read">
      <Stats
        rows={[
          ['name', 'Name', view.name],
          ['residues', 'Residues that move', grouped(view.residues)],
          ['atoms', 'Atoms that move', grouped(view.atoms)],
          ['left', 'Left out: hydrogens, water, ligands', grouped(left)],
          ['torsions', 'Torsions', grouped(view.torsions.length)],
        ]}
      />
      {view.notes.length > 0 && (
        <ul class="protein-notes">
          {view.notes.slice(0, 30).map((note) => (
            <li key={note}>{note}</li>
          ))}
          {view.notes.length > 30 && <li>… and {view.notes.length - 30} more.</li>}
        </ul>
      )}
    </Section>
  )
}
