// The slice of joint space as a picture: free or colliding, with a cross where the cell is now. A click goes there.
import { useEffect, useRef } from 'preact/hooks'
import { Button, Section, Select } from '../../ui/controls.js'
import { withJoint } from '../../workcell/joint-sliders.js'
import { shortName } from '../../workcell/names.js'
import type { CellVariable } from '../../workcell/workcell.js'
import type { CellModel } from './model.js'
import type { SlicePicture } from './slice-engine.js'

/** Red, green, blue of what is free and what collides. */
const FREE = [214, 228, 214]
const HIT = [196, 78, 70]
const SHOWN = 300

export function SlicePanel({ model }: { model: CellModel }) {
  const { slice } = model
  const view = model.view.value
  const joints = (view?.variables ?? []).flatMap((variable, i) => (variable === undefined ? [] : [{ variable, i }]))
  if (view === undefined || joints.length < 2) return null
  if (!slice.isShown.value) {
    return (
      <Section title="Joint-space slice">
        <p class="note">Two joints over their whole range, all others as they are: where the cell collides.</p>
        <Button onClick={() => (slice.isShown.value = true)}>Show the slice</Button>
      </Section>
    )
  }
  const nameOf = ({ name }: CellVariable): string => shortName(name, view)
  const options = joints.map(({ variable, i }) => [String(i), nameOf(variable)] as const)
  const [x, y] = [view.variables[slice.across.value], view.variables[slice.upwards.value]]
  const picture = slice.picture.value
  const share = (value: number, lower: number, upper: number): number => (value - lower) / (upper - lower)
  return (
    <Section title="Joint-space slice">
      <Select
        label="Across"
        value={String(slice.across.value)}
        options={options}
        onChange={(value) => slice.choose(Number(value), slice.upwards.value)}
      />
      <Select
        label="Upwards"
        value={String(slice.upwards.value)}
        options={options}
        onChange={(value) => slice.choose(slice.across.value, Number(value))}
      />
      {x !== undefined && y !== undefined && (
        <SliceFigure
          picture={picture}
          names={[nameOf(x), nameOf(y)]}
          at={[
            share(model.q[slice.across.value]!, x.lower, x.upper),
            share(model.q[slice.upwards.value]!, y.lower, y.upper),
          ]}
          go={(across, upwards) => {
            const first = withJoint(view, model.q, slice.across.value, x.lower + across * (x.upper - x.lower))
            const q = withJoint(view, first, slice.upwards.value, y.lower + upwards * (y.upper - y.lower))
            // One step for undo.
            model.host.history.set({ q, from: [] })
          }}
        />
      )}
      <Button onClick={() => (slice.isShown.value = false)}>Hide</Button>
    </Section>
  )
}

interface FigureProps {
  readonly picture: SlicePicture | undefined
  readonly names: readonly [string, string]
  /** Shares of the ranges. */
  readonly at: readonly [number, number]
  readonly go: (across: number, upwards: number) => void
}

function SliceFigure({ picture, names, at, go }: FigureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null && picture !== undefined) draw(canvas.current, picture)
  }, [picture])
  const clicked = (event: MouseEvent): void => {
    const { left, top, width, height } = (event.currentTarget as SVGElement).getBoundingClientRect()
    go((event.clientX - left) / width, 1 - (event.clientY - top) / height)
  }
  const [across, up] = [SHOWN * at[0], SHOWN * (1 - at[1])]
  return (
    <figure class="slice-figure">
      <div class="slice-place">
        <canvas ref={canvas} data-slice={picture === undefined ? '' : String(picture.size)} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders of the joints do the same */}
        <svg
          viewBox={`0 0 ${SHOWN} ${SHOWN}`}
          role="img"
          aria-label={`${names[0]} (across) and ${names[1]} (upwards)`}
          onClick={clicked}
        >
          <path d={`M${across - 8} ${up}h16M${across} ${up - 8}v16`} />
        </svg>
      </div>
      <figcaption class="note" data-stat="slice">
        {wordsOf(picture, names)}
      </figcaption>
    </figure>
  )
}

function wordsOf(picture: SlicePicture | undefined, [x, y]: readonly [string, string]): string {
  const axes = `${x} across, ${y} upwards; red collides.`
  if (picture === undefined) return axes
  const { size, ran, words } = picture
  return `${axes} ${size} × ${size}, ${ran === 'gpu' ? `on ${words}` : `by the processor: ${words}`}.`
}

function draw(canvas: HTMLCanvasElement, { size, hits }: SlicePicture): void {
  canvas.width = size
  canvas.height = size
  const pixels = new ImageData(size, size)
  for (let row = 0; row < size; row++) {
    for (let i = 0; i < size; i++) {
      pixels.data.set([...(hits[size * (size - 1 - row) + i] === 1 ? HIT : FREE), 255], 4 * (size * row + i))
    }
  }
  canvas.getContext('2d')!.putImageData(pixels, 0, 0)
}
