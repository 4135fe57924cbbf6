// A number that can be typed, with its unit: Enter or leaving the field takes it, Escape restores what was there, the arrow keys go up
// and down. What is not a number is refused in words; what is beyond the limits becomes the limit, and that is said.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { type Quantity, readQuantity, worth, written } from './quantity.js'

export interface TypedFieldProps {
  /** What it is the value of, for users who do not see it. */
  readonly label: string
  readonly value: number
  readonly quantity: Quantity
  readonly min?: number
  readonly max?: number
  readonly disabled?: boolean
  readonly onCommit: (value: number) => void
}

export function TypedField({
  label,
  value,
  quantity,
  min = -Infinity,
  max = Infinity,
  disabled = false,
  onCommit,
}: TypedFieldProps) {
  const id = useId()
  /** What is being typed; undefined while the value is shown. */
  const text = useSignal<string | undefined>(undefined)
  const said = useSignal('')
  const isWrong = useSignal(false)
  const rest = (words = ''): void => {
    text.value = undefined
    said.value = words
    isWrong.value = false
  }
  const take = (to: number): void => {
    const inside = Math.min(max, Math.max(min, to))
    rest(inside === to ? '' : `${written(to, quantity)} is beyond the limit, ${written(inside, quantity)}.`)
    if (inside !== value) onCommit(inside)
  }
  /** True if it was taken. */
  const commit = (isLeaving: boolean): void => {
    const typed = text.peek()
    if (typed === undefined) return
    const to = readQuantity(typed, quantity)
    if (Number.isFinite(to)) take(to)
    else {
      const words = `“${typed.trim()}” is not a number with ${Object.keys(quantity.units)[0]} or no unit.`
      if (isLeaving) rest(words)
      else {
        said.value = words
        isWrong.value = true
      }
    }
  }
  const onKey = (event: KeyboardEvent): void => {
    const up = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (event.key === 'Enter') commit(false)
    else if (event.key === 'Escape') rest()
    else if (up !== 0) {
      const now = text.peek() === undefined ? value : readQuantity(text.peek()!, quantity)
      if (Number.isFinite(now)) take(now + up * worth(quantity) * quantity.step * (event.shiftKey ? 10 : 1))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        class="typed"
        type="text"
        inputMode="text"
        autocomplete="off"
        spellcheck={false}
        value={text.value ?? written(value, quantity)}
        disabled={disabled}
        aria-label={`Value of ${label}`}
        aria-invalid={isWrong.value}
        aria-describedby={said.value === '' ? undefined : id}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={onKey}
        onBlur={() => commit(true)}
      />
      <span class="typed-said" role="status" id={id} hidden={said.value === ''}>
        {said.value}
      </span>
    </>
  )
}
