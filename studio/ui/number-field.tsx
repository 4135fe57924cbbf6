// A number that is typed, with its unit behind it. What is not a number, or is refused, is said and put back.
import { useId } from 'preact/hooks'

export interface NumberFieldProps {
  readonly label: string
  readonly value: number
  readonly unit?: string
  readonly step?: number
  readonly min?: number
  readonly max?: number
  readonly disabled?: boolean
  /** When the user is done. May throw with the words to be said. */
  readonly onChange: (value: number) => void
  readonly onError: (words: string) => void
}

export function NumberField({ label, value, unit, step, min, max, disabled, onChange, onError }: NumberFieldProps) {
  const id = useId()
  const change = (input: HTMLInputElement): void => {
    try {
      if (input.value.trim() === '' || !Number.isFinite(input.valueAsNumber)) throw new Error(`${label} is a number.`)
      onChange(input.valueAsNumber)
    } catch (error) {
      input.value = String(value)
      onError((error as Error).message)
    }
  }
  return (
    <div class="number-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        value={value}
        step={step ?? 'any'}
        min={min}
        max={max}
        disabled={disabled}
        onChange={(event) => change(event.currentTarget)}
      />
      <span aria-hidden="true">{unit ?? ''}</span>
    </div>
  )
}
