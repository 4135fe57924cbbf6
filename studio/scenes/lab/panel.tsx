// What is beside the lab's page: the list of experiments, and the button that runs one here.
import type { History } from '../../app/history.js'
import { Button, grouped, ProgressBar, Section, Stats } from '../../ui/controls.js'
import { EXPERIMENTS, experimentOf } from './experiments.js'
import type { LabModel } from './model.js'
import type { LabState } from './state.js'

export interface LabPanelProps {
  readonly model: LabModel
  readonly history: History<LabState>
}

export function LabPanel({ model, history }: LabPanelProps) {
  const { experiment } = history.state.value
  return (
    <>
      <Section title="Experiments">
        <div class="lab-list">
          {EXPERIMENTS.map(({ name, title }) => (
            <Button
              key={name}
              pressed={name === experiment}
              onClick={() => history.set({ experiment: name }, 'experiment')}
            >
              {title}
            </Button>
          ))}
        </div>
      </Section>
      <RunSection model={model} history={history} />
      <CheckSection model={model} />
    </>
  )
}

function RunSection({ model, history }: LabPanelProps) {
  const { name, here, notHere = '' } = experimentOf(history.state.value.experiment)
  const running = model.running.value
  const progress = model.progress.value
  const shown = model.shown.value
  const hasOwn = model.own.value.has(name)
  return (
    <Section title="Run it here">
      <div class="row">
        {running === undefined ? (
          <Button kind="main" disabled={here === undefined} onClick={() => void model.run(name)}>
            Run here
          </Button>
        ) : (
          <Button kind="danger" onClick={() => model.stop()}>
            Stop
          </Button>
        )}
        {hasOwn && (
          <Button onClick={() => void model.load(name, shown?.source === 'here' ? 'kept' : 'here')}>
            {shown?.source === 'here' ? 'Show what is kept' : 'Show this page’s run'}
          </Button>
        )}
      </div>
      <ProgressBar
        share={running === undefined ? 0 : (progress?.share ?? 0)}
        label={running === undefined ? 'Still' : `${experimentOf(running).title}: ${progress?.label ?? ''}`}
      />
      <p class="lab-note">
        {here === undefined
          ? `${notHere} Run it with npx limber lab ${name}`
          : `The short form, in the worker: ${here}. The whole of it: npx limber lab ${name}`}
      </p>
    </Section>
  )
}

function CheckSection({ model }: { model: LabModel }) {
  const shown = model.shown.value
  const checks = shown?.report.checks ?? []
  const passed = checks.filter((check) => check.passed).length
  const node = (shown?.document as { readonly node?: string } | undefined)?.node
  return (
    <Section title="Shown">
      <Stats
        rows={[
          [
            'source',
            'From',
            shown === undefined ? '–' : shown.source === 'kept' ? 'results in the repository' : 'a run in this page',
          ],
          ['machine', 'Made by', node === undefined ? '–' : node.startsWith('v') ? `Node ${node}` : node],
          ['checks', 'Checks that hold', shown === undefined ? '–' : `${grouped(passed)} of ${grouped(checks.length)}`],
          ['figures', 'Figures and tables', shown === undefined ? '–' : grouped(shown.report.figures.length)],
        ]}
      />
    </Section>
  )
}
