// The section: along which axis, or as the camera faces it, and how far along everything is cut away.
import type { Signal } from '@preact/signals'
import { Button, Section as Part, Select, Slider } from '../ui/controls.js'
import type { Section } from '../view/section.js'
import type { Stage } from '../view/stage.js'

const AXES = [
  ['x', 'x'],
  ['y', 'y'],
  ['z', 'z'],
  ['view', 'along the line of sight'],
] as const
type Axis = (typeof AXES)[number][0]

/** Cuts the half that faces the camera away, at the middle of what is shown. */
export function sectionAlong(stage: Stage, axis: Axis): Section {
  const { centre } = stage.around
  const toCamera = stage.camera.position.clone().sub(stage.controls.target).normalize().toArray()
  const k = ['x', 'y', 'z'].indexOf(axis)
  const normal = k < 0 ? toCamera : [0, 1, 2].map((i) => (i === k ? (toCamera[k]! < 0 ? -1 : 1) : 0))
  const offset = normal.reduce((sum, n, i) => sum + n * centre[i]!, 0)
  return [normal[0]!, normal[1]!, normal[2]!, offset]
}

function axisOf([x, y, z]: Section): Axis {
  const along = [x, y, z].map((n) => Math.abs(n) > 0.9999)
  return along[0] ? 'x' : along[1] ? 'y' : along[2] ? 'z' : 'view'
}

export function SectionPanel({ section, stage }: { section: Signal<Section | undefined>; stage: Stage }) {
  const { value } = section
  if (value === undefined) return null
  const { centre, radius } = stage.around
  const [x, y, z, offset] = value
  const middle = x * centre[0]! + y * centre[1]! + z * centre[2]!
  return (
    <Part title="Section">
      <Select
        label="Across"
        value={axisOf(value)}
        options={AXES}
        onChange={(axis) => (section.value = sectionAlong(stage, axis))}
      />
      <Slider
        label="Cut at"
        value={Math.max(-1.2, Math.min(1.2, (offset - middle) / radius))}
        min={-1.2}
        max={1.2}
        step={0.005}
        show={(share) => `${(100 * share).toFixed(1)} %`}
        onInput={(share) => (section.value = [x, y, z, middle + share * radius])}
      />
      <p class="note">In percent of the radius of what is shown, from its middle. Boxes and cages are not cut.</p>
      <div class="row">
        <Button onClick={() => (section.value = [-x, -y, -z, -offset])}>Cut the other side</Button>
        <Button onClick={() => (section.value = undefined)}>Whole again</Button>
      </div>
    </Part>
  )
}
