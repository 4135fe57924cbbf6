// Torsions of the residue that was chosen, as sliders; and those that must not be turned, with the reason.
import { Button, Section, Slider } from '../../ui/controls.js'
import type { ProteinPanelProps } from './panel.js'

const SIGNS: Readonly<Record<string, string>> = {
  phi: 'φ',
  psi: 'ψ',
  omega: 'ω',
  chi1: 'χ₁',
  chi2: 'χ₂',
  chi3: 'χ₃',
  chi4: 'χ₄',
}

export function TorsionSection({ model, history }: ProteinPanelProps) {
  const view = model.view.value
  const angles = model.frame.value?.angles
  const { residue } = history.state.value
  const name = view?.labels[residue] ?? 'no residue selected'
  const own = view?.torsions.flatMap((torsion, k) => (torsion.residue === residue ? [{ ...torsion, k }] : [])) ?? []
  const fixed = view?.fixed.filter((torsion) => torsion.residue === residue) ?? []
  return (
    <Section title="Torsions">
      <div class="row">
        <Button label="Previous residue (p)" onClick={() => model.step(-1)}>
          ‹
        </Button>
        <span class="protein-residue" data-stat="residue">
          {name}
        </span>
        <Button label="Next residue (n)" onClick={() => model.step(1)}>
          ›
        </Button>
      </div>
      {residue < 0 && <p class="note">Select a residue: its torsions have sliders here.</p>}
      {own.map(({ kind, k }) => (
        <Slider
          key={k}
          label={SIGNS[kind] ?? kind}
          value={Math.round(angles?.[k] ?? 0)}
          min={-180}
          max={180}
          step={1}
          show={(value) => `${value}°`}
          onInput={(value) => void model.turn(k, value)}
          onChange={() => history.settle()}
        />
      ))}
      {fixed.map(({ kind, reason }) => (
        <p key={kind} class="protein-fixed">
          {SIGNS[kind] ?? kind} stays as it is: {reason}
        </p>
      ))}
    </Section>
  )
}
