// The residues of a chain in a strip: letters, numbers, colours of helices and strands. One that is pointed at is shown in the picture; click
// selects, Shift with a click selects all up to it, Ctrl with a click adds or takes away. Arrow keys move, with Shift they select.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { History } from '../../app/history.js'
import { Button } from '../../ui/controls.js'
import { secondaryColour } from './colours.js'
import type { ProteinModel } from './model.js'
import type { ProteinView } from './molecule-view.js'
import { countPicked, isPicked } from './selection.js'
import type { ProteinState } from './state.js'

const LETTERS: Readonly<Record<string, string>> = {
  ...{ ALA: 'A', ARG: 'R', ASN: 'N', ASP: 'D', CYS: 'C', GLN: 'Q', GLU: 'E', GLY: 'G', HIS: 'H', ILE: 'I' },
  ...{ LEU: 'L', LYS: 'K', MET: 'M', PHE: 'F', PRO: 'P', SER: 'S', THR: 'T', TRP: 'W', TYR: 'Y', VAL: 'V' },
  ...{ MSE: 'M', SEC: 'U', PYL: 'O', DA: 'A', DC: 'C', DG: 'G', DT: 'T', A: 'A', C: 'C', G: 'G', U: 'U' },
  // As force fields name protonation states.
  ...{ HID: 'H', HIE: 'H', HIP: 'H', HSD: 'H', HSE: 'H', HSP: 'H', CYX: 'C', LYN: 'K', ASH: 'D', GLH: 'E' },
}

export interface SequenceProps {
  readonly model: ProteinModel
  readonly history: History<ProteinState>
}

export function Sequence({ model, history }: SequenceProps) {
  const view = model.view.value
  const { residue, picked, only } = history.state.value
  const chosen = useSignal(-1)
  const strip = useRef<HTMLDivElement>(null)
  const own = view?.chainOf[residue] ?? 0
  const at = chosen.value >= 0 ? chosen.value : Math.max(0, view?.sequence.findIndex(({ chain }) => chain === own) ?? 0)
  // What is chosen in the picture comes into view.
  useEffect(() => {
    chosen.value = -1
    const letter = strip.current?.querySelector<HTMLElement>('[data-current]')
    const box = strip.current
    if (letter !== null && letter !== undefined && box !== null) {
      box.scrollLeft = letter.offsetLeft - box.clientWidth / 2
    }
  }, [residue, view?.name])
  const row = view?.sequence[at] ?? view?.sequence[0]
  if (view === undefined) return <div class="sequence-place" />
  if (row === undefined) return null
  const list = [...row.polymer, ...row.others]
  const current = list.includes(residue) ? residue : list[0]
  const secondary = model.frame.value?.secondary
  const pick = (r: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void =>
    model.pick(r, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone')
  const onKey = (event: KeyboardEvent): void => {
    const from = list.indexOf(current!)
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: list.length - 1 }[event.key]
    if (to === undefined || list[to] === undefined) return
    event.preventDefault()
    event.stopPropagation()
    model.pick(list[to]!, event.shiftKey ? 'extend' : 'alone')
    requestAnimationFrame(() => strip.current?.querySelector<HTMLElement>('[data-current]')?.focus())
  }
  return (
    <div class="sequence">
      <div class="row">
        {view.sequence.length > 1 && (
          <select
            aria-label="Chain"
            value={String(at)}
            onChange={(event) => {
              chosen.value = Number(event.currentTarget.value)
            }}
          >
            {view.sequence.map(({ chain }, k) => (
              <option key={chain} value={String(k)}>
                Chain {view.chains[chain] || '(no name)'}
              </option>
            ))}
          </select>
        )}
        <output data-stat="selected">{selectedWords(view, picked, residue)}</output>
        <Button disabled={residue < 0 && picked.length === 0} onClick={() => model.centre()}>
          Centre
        </Button>
        <Button pressed={only} disabled={picked.length === 0} onClick={() => history.set({ only: !only })}>
          Only this
        </Button>
      </div>
      <div
        ref={strip}
        class="sequence-strip"
        role="listbox"
        aria-label={`Residues of chain ${view.chains[row.chain] || 'without a name'}`}
        aria-multiselectable="true"
        aria-orientation="horizontal"
        onKeyDown={onKey}
        onPointerLeave={() => model.hover(-1)}
      >
        {list.map((r, k) => (
          <button
            key={r}
            type="button"
            role="option"
            class={k >= row.polymer.length ? 'other' : ''}
            aria-label={view.labels[r]}
            title={view.labels[r]}
            aria-selected={isPicked(picked, r) || (picked.length === 0 && r === residue)}
            data-current={r === current ? '' : undefined}
            data-number={k % 5 === 0 || k >= row.polymer.length ? view.numbers[r] : undefined}
            tabIndex={r === current ? 0 : -1}
            style={{ '--tint': k < row.polymer.length ? secondaryColour(secondary?.[r]) : 'transparent' }}
            onClick={(event) => pick(r, event)}
            onPointerEnter={() => model.hover(r)}
            onFocus={() => model.hover(r)}
            onBlur={() => model.hover(-1)}
          >
            {k < row.polymer.length ? (LETTERS[view.kinds[r]!] ?? 'X') : view.kinds[r]}
          </button>
        ))}
      </div>
    </div>
  )
}

function selectedWords(view: ProteinView, picked: readonly number[], residue: number): string {
  if (picked.length === 0) return view.labels[residue] ?? 'Nothing selected'
  if (picked.length === 2) {
    const [from, to] = picked.map((r) => view.labels[r] ?? '?')
    return picked[0] === picked[1] ? from! : `${from} to ${to}`
  }
  return `${countPicked(picked)} residues`
}
