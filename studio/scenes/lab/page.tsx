// An experiment on a page: what it is about, what the paper says, what came out, figures, tables, checks.
import { useSignal } from '@preact/signals'
import type { Finding, Unmatched } from '../../../lab/findings.js'
import type { LabDocument } from '../../../lab/run.js'
import type { History } from '../../app/history.js'
import { Bars, Plot } from '../../ui/plot.js'
import { experimentOf } from './experiments.js'
import type { LabModel, ShownReport } from './model.js'
import type { LabCheck, LabFigure, LabTable } from './report.js'
import type { LabState } from './state.js'

export function LabPage({ model, history }: { model: LabModel; history: History<LabState> }) {
  const { name, title, sentence, paper, says, sayer = 'The paper' } = experimentOf(history.state.value.experiment)
  const found = model.shown.value
  const shown = found?.name === name ? found : undefined
  return (
    // Scrolled by keys as well.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
    <article class="lab-page" key={name} tabIndex={0} aria-label={title}>
      <h2>{title}</h2>
      <p class="lab-sentence">{sentence}</p>
      <p class="lab-note">{paper}</p>
      <div class="lab-columns">
        <section>
          <h3>{sayer} says</h3>
          <ul>
            {says.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3>We measured</h3>
          <ul data-stat="measured">
            {(shown?.report.measured ?? []).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      </div>
      {shown === undefined ? (
        <p class="lab-note">Loading …</p>
      ) : (
        <>
          <div class="lab-figures">
            {shown.report.figures.map((figure) => (
              <Figure key={`${figure.kind} ${figure.title}`} figure={figure} />
            ))}
          </div>
          <Checks checks={shown.report.checks} />
          <Found document={shown.document} />
          <Text key={`${name} ${shown.source}`} model={model} shown={shown} />
        </>
      )}
    </article>
  )
}

function Figure({ figure }: { figure: LabFigure }) {
  if (figure.kind === 'table') return <Table table={figure} />
  return (
    <div class="lab-figure">{figure.kind === 'plot' ? <Plot {...figure} height={260} /> : <Bars {...figure} />}</div>
  )
}

/** Rows of a table that are shown at once. */
const FEW = 40

function Table({ table: { title, head, rows } }: { table: LabTable }) {
  const isWhole = useSignal(rows.length <= FEW)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
    <section class="lab-figure wide" tabIndex={0} aria-label={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            {head.map((cell, k) => (
              <th key={k} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole.value ? rows : rows.slice(0, FEW)).map((row, r) => (
            <tr key={r}>
              {row.map((cell, k) => (
                <td key={k}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole.value && (
        <button type="button" class="button plain" onClick={() => (isWhole.value = true)}>
          All {rows.length} rows
        </button>
      )}
    </section>
  )
}

function Checks({ checks }: { checks: readonly LabCheck[] }) {
  if (checks.length === 0) return null
  return (
    <section class="lab-checks">
      <h3>What must hold</h3>
      <ul>
        {checks.map(({ claim, seen, passed, decides }) => (
          <li key={claim} class={passed ? 'free' : decides ? 'hit' : ''}>
            <b role="img" aria-label={passed ? 'holds' : 'does not hold'}>
              {passed ? '✓' : '✗'}
            </b>
            <span>
              {claim} <small>{decides ? seen : `${seen}; decides nothing here`}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What of the paper is reproduced, what differs and why, what cannot be compared. Older documents have none of it. */
function Found({ document }: { document: Partial<LabDocument> }) {
  const { findings } = document
  if (findings === undefined) return null
  const lists: readonly [string, readonly (Finding & Partial<Unmatched>)[]][] = [
    ['Reproduced', findings.reproduced],
    ['Differs', findings.differs],
    ['Not comparable', findings.notComparable],
  ]
  return (
    <section class="lab-found">
      {lists.map(([title, list]) => (
        <details key={title} open={title === 'Differs'}>
          <summary>
            {title}: {list.length}
          </summary>
          <ul>
            {list.map(({ of, what, why }) => (
              <li key={`${of} ${what}`}>
                <span>
                  {of}: {what} {why !== undefined && <small>Why: {why}</small>}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

/** Everything, as the command line prints it; made when it is opened. */
function Text({ model, shown }: { model: LabModel; shown: ShownReport }) {
  const text = useSignal('')
  const load = async (isOpen: boolean): Promise<void> => {
    if (isOpen && text.value === '') text.value = await model.text(shown)
  }
  return (
    <details class="lab-text" onToggle={(event) => void load((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>All tables, as limber lab {shown.name} prints them</summary>
      <pre>{text.value}</pre>
    </details>
  )
}
