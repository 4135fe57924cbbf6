// The cells of a proof over two joints, or over three in slices: how finely the joints' ranges were cut, and where.
import { useSignal } from '@preact/signals'
import { Slider } from '../../ui/controls.js'
import type { CellsPicture } from './allow-engine.js'

const SIZE = 300
/** More outlines than this are grey all over. */
const MOST = 4000

export function CellsFigure({ picture }: { picture: CellsPicture }) {
  const slice = useSignal(0.5)
  const { variables, lower, upper, cells } = picture
  const stride = 2 * variables.length
  const path: string[] = []
  let shown = 0
  for (let o = 0; o < cells.length; o += stride) {
    if (stride === 6 && !(cells[o + 4]! <= slice.value && slice.value <= cells[o + 5]!)) continue
    shown++
    if (shown > MOST) continue
    const x = SIZE * cells[o]!
    const y = SIZE * (1 - cells[o + 3]!)
    const width = SIZE * (cells[o + 1]! - cells[o]!)
    const height = SIZE * (cells[o + 3]! - cells[o + 2]!)
    path.push(`M${x.toFixed(2)} ${y.toFixed(2)}h${width.toFixed(2)}v${height.toFixed(2)}h${(-width).toFixed(2)}z`)
  }
  const words = `${shown} cells over ${variables[0]} (across) and ${variables[1]} (upwards)`
  return (
    <figure class="cells-figure">
      <svg viewBox={`-1 -1 ${SIZE + 2} ${SIZE + 2}`} role="img" aria-label={words}>
        <rect class="box" width={SIZE} height={SIZE} />
        <path d={path.join('')} />
      </svg>
      {stride === 6 && (
        <Slider
          label={`Slice at ${variables[2]}`}
          value={slice.value}
          min={0}
          max={1}
          step={0.001}
          show={(share) => (lower[2]! + share * (upper[2]! - lower[2]!)).toFixed(3)}
          onInput={(value) => (slice.value = value)}
        />
      )}
      <figcaption class="note" data-stat="cells-shown">
        {words}; in each of them planes keep the surfaces of the two apart.
        {shown > MOST ? ` ${MOST} of them are drawn.` : ''}
      </figcaption>
    </figure>
  )
}
