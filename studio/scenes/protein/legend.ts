// What the colours of a protein mean, for what is shown of it now.
import type { LegendEntry } from '../../app/scene.js'
import type { StageColours } from '../../view/stage.js'
import { ELEMENTS, FAMILY_NAMES, LIGAND_CARBON, SECONDARY, WATER_COLOUR } from './colours.js'
import type { ProteinFrame } from './engine.js'
import { CHAIN, HYDROGEN, LIGAND, type ProteinView, WATER } from './molecule-view.js'
import { HELIX, STRAND } from './secondary.js'
import type { ProteinState } from './state.js'

/** Under the letters of the sequence. */
const STRIP = [
  [HELIX, { colour: SECONDARY.helix, label: 'under a letter: helix', kind: 'line' }],
  [STRAND, { colour: SECONDARY.strand, label: 'under a letter: strand', kind: 'line' }],
] as const

const NAMES: Readonly<Record<string, string>> = {
  ...{ H: 'hydrogen', N: 'nitrogen', O: 'oxygen', S: 'sulfur', P: 'phosphorus' },
  ...{ Se: 'selenium', F: 'fluorine', Cl: 'chlorine', Br: 'bromine', I: 'iodine', Na: 'sodium', K: 'potassium' },
  ...{ Mg: 'magnesium', Ca: 'calcium', Fe: 'iron', Zn: 'zinc', Cu: 'copper', Mn: 'manganese' },
}

/** `isTrace`: nothing is drawn but the chain that melts. */
export function legendOf(
  state: ProteinState,
  view: ProteinView | undefined,
  frame: ProteinFrame | undefined,
  theme: StageColours,
  isTrace: boolean,
): LegendEntry[] {
  // All at once: nothing moves when the molecule comes.
  if (view === undefined) return []
  const { colour, as, sides, ligands, water, hydrogens, show } = state
  if (isTrace) return coloursOf(colour, theme)
  const has = (kind: number): boolean => view.kindOf.includes(kind)
  const hasAtoms = as === 'sticks' || as === 'spheres' || (as === 'cartoon' && sides !== 'none')
  const kinds = [CHAIN, LIGAND, ...(hydrogens ? [HYDROGEN] : [])]
  const elements = new Set(view.elements.filter((_, i) => kinds.includes(view.kindOf[i]!)))
  return [
    ...coloursOf(colour, theme),
    ...(hasAtoms && colour !== 'clash'
      ? Object.entries(ELEMENTS).flatMap(([element, css]): LegendEntry[] =>
          elements.has(element) ? [{ colour: css, label: NAMES[element]!, kind: 'dot' }] : [],
        )
      : []),
    ...(ligands && has(LIGAND) ? [{ colour: LIGAND_CARBON, label: 'carbon of ligands', kind: 'dot' } as const] : []),
    ...(water && has(WATER) ? [{ colour: WATER_COLOUR, label: 'water', kind: 'dot' } as const] : []),
    // Frames of a trajectory, and of a run, may clash soon.
    ...(view.models > 1 || frame?.clashes?.count !== 0
      ? [{ colour: theme.hit, label: 'atoms that clash', kind: 'line' } as const]
      : []),
    ...(view.models > 1
      ? [
          { colour: 'var(--touch-mark)', label: 'bar Clashes: frames with clashes' },
          { colour: 'var(--free-mark)', label: 'bar Clashes: frames without' },
        ]
      : []),
    ...(show === 'fold' && colour !== 'secondary'
      ? STRIP.flatMap(([kind, entry]) => (frame?.secondary?.includes(kind) === true ? [entry] : []))
      : []),
    { colour: theme.ink, label: 'lighter or darker: selected, or pointed at' },
  ]
}

function coloursOf(colour: ProteinState['colour'], { body, hit }: StageColours): LegendEntry[] {
  switch (colour) {
    case 'along':
      return [
        { colour: '#6a8fd8', label: 'start of the chain' },
        { colour: '#d8707a', label: 'end of the chain' },
      ]
    case 'chain':
      return [{ colour: '#6fa3c9', label: 'each chain its own colour' }]
    case 'residue':
      return FAMILY_NAMES.map(([label, css]) => ({ colour: css, label }))
    case 'secondary':
      return [
        { colour: SECONDARY.helix, label: 'helix' },
        { colour: SECONDARY.strand, label: 'strand' },
        { colour: SECONDARY.coil, label: 'neither' },
      ]
    case 'clash':
      return [
        { colour: body, label: 'no clash' },
        { colour: hit, label: 'overlaps by 1.2 Å or more' },
      ]
  }
}
