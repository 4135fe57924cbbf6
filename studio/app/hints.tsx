// A few hints for the first visit to a scene: beside the picture, dismissed for good, and called back from the list of keys.
import { signal } from '@preact/signals'
import { Button } from '../ui/controls.js'
import { recall, remember } from './storage.js'

const HINTS: Readonly<Record<string, readonly string[]>> = {
  cell: [
    'Drag a link or an obstacle in the picture; drag beside them to turn the view.',
    'What touches is red. The ruler shows the closest two bodies.',
    'Drop a robot (URDF with its meshes, MuJoCo) or a scene file anywhere on the page.',
  ],
  motion: [
    'Drag along the timeline: green is proved free, red is a collision.',
    'Plan finds a path around what is in the way; Smooth shortens it.',
    'Save keeps scene, path and certificate, which limber verify takes.',
  ],
  robots: [
    'Drag the dot in the diagram: both robots follow it along their paths.',
    'Amber cells are not proved free. Start a robot late and see who waits.',
  ],
  chain: [
    'It folds by itself: pause it with the space bar.',
    'Level shows the boxes that prove that no two beads touch.',
  ],
  rope: [
    'Drag the slider. A red step in the bar is not free: press it to see which strands meet.',
    'Drop a trajectory with its structure, such as XTC and GRO, anywhere on the page.',
  ],
  protein: [
    'Click an atom or a letter to select its residue; its torsions then have sliders.',
    'Drop a structure, or a trajectory with its structure, anywhere on the page.',
  ],
  hand: ['Both hands are in the same pose: compare the boxes, level by level.', 'The table says what each kind costs.'],
  meshes: ['Drag the second mesh; with Shift, turn it.', 'Drop one or two meshes anywhere on the page.'],
  lab: ['Choose a paper: its figures are shown beside ours.', 'Run here runs a short version in this page.'],
}

const KEY = 'limber-hints-seen'
const seen = signal<ReadonlySet<string>>(new Set((recall(KEY) ?? '').split(' ').filter((id) => id !== '')))
/** The scene whose hints may be shown: none that was opened by a link with a state, whose reader wants to see that. */
export const hintsFor = signal<string | undefined>(undefined)

function store(ids: ReadonlySet<string>): void {
  seen.value = ids
  remember(KEY, [...ids].join(' '))
}

/** All of them again. */
export function callHintsBack(scene: string): void {
  store(new Set())
  hintsFor.value = scene
}

export function Hints({ scene }: { scene: string }) {
  const hints = HINTS[scene] ?? []
  if (hintsFor.value !== scene || seen.value.has('all') || seen.value.has(scene) || hints.length === 0) return null
  return (
    <section class="hints" aria-label="Hints">
      <ul>
        {hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <div class="row">
        <Button kind="main" onClick={() => store(new Set([...seen.value, scene]))}>
          Got it
        </Button>
        <Button onClick={() => store(new Set(['all']))}>No more hints</Button>
      </div>
    </section>
  )
}
