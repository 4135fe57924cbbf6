// The measures: how they are made, by pointer or by name, and what there is.
import { useSignal } from '@preact/signals'
import { Button, Section, Select, Toggle } from '../ui/controls.js'
import type { MeasureTool } from './measure.js'

const MODES = [
  ['points', 'two points'],
  ['bodies', 'two bodies'],
] as const

export function MeasurePanel({ tool }: { tool: MeasureTool }) {
  if (!tool.isOn.value && tool.list.value.length === 0) return null
  const { bodies } = tool
  const mode = bodies.length === 0 ? 'points' : tool.mode.value
  return (
    <Section title="Measure">
      {tool.isOn.value && (
        <>
          {bodies.length > 0 && (
            <Select label="Between" value={mode} options={MODES} onChange={(value) => (tool.mode.value = value)} />
          )}
          <p class="note" aria-live="polite">
            {tool.pending.value !== undefined
              ? `From ${tool.pending.value}: press the second one in the picture. Escape cancels.`
              : mode === 'points'
                ? 'Press two points in the picture; with Shift, the nearest vertex. Beads and atoms are measured between their centres.'
                : 'Press two bodies in the picture, or choose them here. The engine measures their exact distance, and shows where.'}
          </p>
          {mode === 'points' ? (
            <Toggle label="Nearest vertex" value={tool.snaps.value} onChange={(value) => (tool.snaps.value = value)} />
          ) : (
            <ByName tool={tool} />
          )}
        </>
      )}
      <ul class="measures">
        {tool.list.value.map(({ id, title, text }) => (
          <li key={id}>
            <b data-stat={`measure-${id}`}>{text.value}</b>
            <span>{title}</span>
            <Button label={`Remove ${title}`} onClick={() => tool.remove(id)}>
              ×
            </Button>
          </li>
        ))}
      </ul>
      <div class="row">
        <Button onClick={() => tool.clear()}>Remove all (Esc)</Button>
      </div>
    </Section>
  )
}

function ByName({ tool }: { tool: MeasureTool }) {
  const { bodies } = tool
  const a = useSignal('')
  const b = useSignal('')
  const isKnown = (name: string): boolean => bodies.some(([one]) => one === name)
  const [first, second] = [
    isKnown(a.value) ? a.value : bodies[0]![0],
    isKnown(b.value) ? b.value : (bodies[1] ?? bodies[0]!)[0],
  ]
  return (
    <>
      <Select label="First body" value={first} options={bodies} onChange={(name) => (a.value = name)} />
      <Select label="Second body" value={second} options={bodies} onChange={(name) => (b.value = name)} />
      <div class="row">
        <Button kind="main" disabled={first === second} onClick={() => tool.addBodies(first, second)}>
          Measure them
        </Button>
      </div>
    </>
  )
}
