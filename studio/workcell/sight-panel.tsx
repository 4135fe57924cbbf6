// What the answers do not cover, in words: nothing to check, links without the geometry that counts, meshes that are surfaces.
import { Section } from '../ui/controls.js'
import { shortName } from './names.js'
import { type CellSight, surfaceWords } from './sight.js'
import type { CellView } from './workcell.js'

/** More lines than this are folded: the joints are below. */
const MOST_LINES = 4

export function SightPanel({ sight, view }: { sight: CellSight | undefined; view: CellView | undefined }) {
  if (sight === undefined) return null
  const { nothing, unseen, visualOnly, surfaces } = sight
  if (nothing === undefined && unseen.length + visualOnly.length + surfaces.length === 0) return null
  return (
    <Section title="Not covered">
      {nothing !== undefined && (
        <p class="note warn" data-stat="nothing">
          No pair is checked: {nothing}.
        </p>
      )}
      {unseen.length > 0 && (
        <>
          <p class="note warn">Links whose meshes are missing. Their collisions are unknown:</p>
          <Lines id="unseen" lines={unseen.map((name) => shortName(name, view))} />
        </>
      )}
      {visualOnly.length > 0 && (
        <>
          <p class="note warn">
            Links with visual geometry only. To check them, choose “collision and visual” as Geometry:
          </p>
          <Lines id="visual-only" lines={visualOnly.map((name) => shortName(name, view))} />
        </>
      )}
      {surfaces.length > 0 && (
        <>
          <p class="note warn">Meshes that are open, and so surfaces. Objects entirely inside them are not detected:</p>
          <Lines id="surfaces" lines={surfaces.map((surface) => surfaceWords(surface, view))} />
        </>
      )}
    </Section>
  )
}

function Lines({ id, lines }: { id: string; lines: readonly string[] }) {
  const list = (
    <ul class="note" data-stat={id}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
  if (lines.length <= MOST_LINES) return list
  return (
    <details class="note">
      <summary>{lines.length} of them</summary>
      {list}
    </details>
  )
}
