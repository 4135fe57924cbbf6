// The controls that panels are made of: labelled, reachable by keyboard, in the theme's colours.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { type Quantity, written } from './quantity.js'
import { TypedField } from './typed-field.js'

export function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="section">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export interface ButtonProps {
  readonly onClick: () => void
  readonly children: ComponentChildren
  readonly kind?: 'main' | 'plain' | 'danger'
  readonly disabled?: boolean
  /** For buttons whose face is a sign: what it does. */
  readonly label?: string
  readonly pressed?: boolean
}

export function Button({ onClick, children, kind = 'plain', disabled = false, label, pressed }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${kind}`}
      onClick={onClick}
      disabled={disabled}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
    >
      {children}
    </button>
  )
}

/** Plays or pauses: its face is the sign of what it would do. */
export function PlayButton({ isPlaying, onClick }: { isPlaying: boolean; onClick: () => void }) {
  return (
    <Button label={isPlaying ? 'Pause' : 'Play'} onClick={onClick}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={isPlaying ? 'M2 1h3v10H2zM7 1h3v10H7z' : 'M2 1l9 5l-9 5z'} fill="currentColor" />
      </svg>
    </Button>
  )
}

export interface SliderProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  /** How the value is written; default: three decimals at most. */
  readonly show?: (value: number) => string
  /** With its limits beside it, and a field to type values into, in this unit. */
  readonly quantity?: Quantity
  /** `min` and `max` are how far the slider goes, and no limits: values beyond them can be typed. */
  readonly isUnlimited?: boolean
  /** A value that was typed; as `onInput` and `onChange` if left out. */
  readonly onTyped?: (value: number) => void
  readonly onInput: (value: number) => void
  /** When the user lets go. */
  readonly onChange?: () => void
  readonly disabled?: boolean
}

export function Slider({
  label,
  value,
  min,
  max,
  step = (max - min) / 1000,
  quantity,
  show = quantity === undefined ? short : (shown) => written(shown, quantity),
  isUnlimited = false,
  onInput,
  onChange,
  onTyped = (typed) => {
    onInput(typed)
    onChange?.()
  },
  disabled = false,
}: SliderProps) {
  const id = useId()
  const limits = isUnlimited ? {} : { min, max }
  // There is little room beside a slider.
  const limit = (shown: number): string => show(shown).replace(/\.0(?!\d)/, '')
  const beside = isUnlimited ? 'how far the slider goes: there is no limit' : undefined
  return (
    <div class={quantity === undefined ? 'slider' : 'slider with-limits'}>
      <label for={id} title={label}>
        {label}
      </label>
      {quantity !== undefined && (
        <span class="limit" title={beside}>
          {limit(min)}
        </span>
      )}
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={show(value)}
        onInput={(event) => onInput(Number(event.currentTarget.value))}
        onChange={() => onChange?.()}
      />
      {quantity === undefined ? (
        <output for={id}>{show(value)}</output>
      ) : (
        <>
          <span class="limit most" title={beside}>
            {limit(max)}
          </span>
          <TypedField {...{ label, value, quantity, disabled, onCommit: onTyped, ...limits }} />
        </>
      )}
    </div>
  )
}

export interface SelectProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [T, string])[]
  readonly onChange: (value: T) => void
}

export function Select<T extends string>({ label, value, options, onChange }: SelectProps<T>) {
  const id = useId()
  return (
    <div class="select">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  /** When the user is done. */
  readonly onChange: (value: string) => void
}

export function TextField({ label, value, placeholder, onChange }: TextFieldProps) {
  const id = useId()
  return (
    <div class="select">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
    </div>
  )
}

export interface ToggleProps {
  readonly label: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

export function Toggle({ label, value, onChange }: ToggleProps) {
  return (
    <label class="toggle">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}

/** `how`: how it was measured, shown on pointing at it. */
export type StatRow = readonly [id: string, name: string, value: string, how?: string]

/** Numbers with their names. Widths do not depend on the digits, so nothing jumps. `id` is how tests find the value. */
export function Stats({ rows }: { rows: readonly StatRow[] }) {
  return (
    <dl class="stats">
      {rows.map(([id, name, value, how]) => (
        <div key={id} title={how}>
          <dt>{name}</dt>
          <dd data-stat={id}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function ProgressBar({ share, label }: { share: number | undefined; label: string }) {
  return (
    <div class="progress">
      <progress aria-label={label} {...(share === undefined ? {} : { value: share, max: 1 })} />
      <span>{label}</span>
    </div>
  )
}

export function short(value: number): string {
  return String(Number(value.toFixed(3)))
}

export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en')
}
