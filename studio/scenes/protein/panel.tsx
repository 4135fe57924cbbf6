// What is beside a protein: the structure, a run of Monte Carlo, the torsions of a residue, clashes, melting.
import type { History } from '../../app/history.js'
import { Button, grouped, ProgressBar, Section, Select, Slider, Stats, TextField, Toggle } from '../../ui/controls.js'
import { ClashSection } from './clash-panel.js'
import { FAMILY_NAMES } from './colours.js'
import { MeltSection } from './melt-panel.js'
import type { ProteinModel } from './model.js'
import { HYDROGEN, LIGAND, WATER } from './molecule-view.js'
import { COLOURS, ENERGIES, type ProteinState, SHAPES, SIDES, STRUCTURES } from './state.js'
import { MOST_POINTS } from './surface-limit.js'
import { TorsionSection } from './torsions.js'

export interface ProteinPanelProps {
  readonly model: ProteinModel
  readonly history: History<ProteinState>
}

export function ProteinPanel(props: ProteinPanelProps) {
  return (
    <>
      <StructureSection {...props} />
      <SelectionSection {...props} />
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
      <Waiting model={model} />
      <Select label="Shown as" value={state.as} options={SHAPES} onChange={(as) => history.set({ as }, 'as')} />
      <SurfaceNews model={model} history={history} />
      <Select
        label="Colour"
        value={state.colour}
        options={COLOURS}
        onChange={(colour) => history.set({ colour }, 'colour')}
      />
      {state.as === 'cartoon' && (
        <Select
          label="Side-chains"
          value={state.sides}
          options={SIDES}
          onChange={(sides) => history.set({ sides }, 'sides')}
        />
      )}
      {view?.kindOf.includes(LIGAND) === true && (
        <Toggle label="Ligands" value={state.ligands} onChange={(ligands) => history.set({ ligands })} />
      )}
      {view?.kindOf.includes(WATER) === true && (
        <Toggle label="Water" value={state.water} onChange={(water) => history.set({ water })} />
      )}
      {/* The structure that is shown first has some: nothing moves when it comes. */}
      {view?.kindOf.includes(HYDROGEN) !== false && (
        <Toggle
          label={state.done.length > 0 ? 'Hydrogens (not of what was turned)' : 'Hydrogens'}
          value={state.hydrogens}
          onChange={(hydrogens) => history.set({ hydrogens })}
        />
      )}
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

function SelectionSection({ model, history }: ProteinPanelProps) {
  const { picked, residue } = history.state.value
  const isNone = picked.length === 0
  return (
    <Section title="Selection">
      <TextField
        key={`${residue} ${picked}`}
        label="Residues"
        value=""
        placeholder="45-60, B:7, HEM"
        onChange={(text) => text !== '' && model.pickNamed(text)}
      />
      <div class="row">
        <Button disabled={isNone} onClick={() => model.pickNear()}>
          And within 5 Å
        </Button>
        <Button disabled={isNone && residue < 0} onClick={() => model.pickNone()}>
          Nothing
        </Button>
      </div>
    </Section>
  )
}

/** Frames that came without names. */
function Waiting({ model }: Pick<ProteinPanelProps, 'model'>) {
  const waiting = model.waiting.value
  if (waiting === undefined) return null
  return (
    <div class="protein-waiting" role="status">
      <p data-stat="waiting">{waiting}</p>
      <div class="row">
        <span class="note">The frames are kept meanwhile.</span>
        <Button onClick={() => model.forgetWaiting()}>Forget them</Button>
      </div>
    </div>
  )
}

function SurfaceNews({ model, history }: ProteinPanelProps) {
  const share = model.skin.share.value
  const { as } = history.state.value
  if (as !== 'surface') return null
  if (share !== undefined) return <ProgressBar share={share} label="Finding the surface" />
  const spacing = model.skin.spacing.value
  return (
    <p class="note" data-stat="surface">
      {spacing === undefined
        ? ''
        : `Sum of Gaussians around the atoms, on a grid of ${spacing.toFixed(2)} Å: coarser for large molecules, at most ${grouped(MOST_POINTS)} points. A picture of the shape: no query uses it.`}
    </p>
  )
}

function RunSection({ model, history }: ProteinPanelProps) {
  const { temperature, energy, seed } = history.state.value
  const still = model.view.value?.still
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
        <Button
          kind={isRunning ? 'danger' : 'main'}
          disabled={still !== undefined}
          onClick={() => (isRunning ? model.stop() : void model.run())}
        >
          {isRunning ? 'Stop' : 'Run'}
        </Button>
        <Button onClick={() => model.startAgain()}>Start again</Button>
      </div>
      {still !== undefined && (
        <p class="note" data-stat="still">
          {still}
        </p>
      )}
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
          ['pivots', 'Pivots accepted', share('pivot')],
          ['crankshafts', 'Crankshafts accepted', share('crankshaft')],
          ['sideMoves', 'Side-chains accepted', share('side-chain')],
        ]}
      />
    </Section>
  )
}

function NotesSection({ model }: ProteinPanelProps) {
  const view = model.view.value
  if (view === undefined) return null
  const left = view.atoms - view.moving.length
  return (
    <Section title="What was read">
      <Stats
        rows={[
          ['name', 'Name', view.name],
          ['residues', 'Residues that move', grouped(view.residues)],
          ['atoms', 'Atoms that move', grouped(view.moving.length)],
          ['left', 'That stay: hydrogens, water, ligands', grouped(left)],
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
