// The clashes of a structure beside brute force, with all that is said of them: order, severities, residues.
import { clashBonds, clashes } from '../../../src/molecules/clash/clash.js'
import type { ClashOptions } from '../../../src/molecules/clash/clash-options.js'
import { hydrogenBondAllowance, polarKinds } from '../../../src/molecules/clash/clash-polar.js'
import { atomRadii } from '../../../src/molecules/structure/radii.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { WATER } from '../../../src/molecules/structure/virtual-sites.js'
import { bruteClashes } from '../../oracle/molecules/clash.js'

/** What is asked of every real file: defaults, contacts, fewer atoms, other radii and exclusions, the last model. */
export function clashQuestions({ chains, models }: Structure): ClashOptions[] {
  return [
    {},
    { overlap: -0.1, strict: true },
    { hydrogens: false, water: false, overlap: 0.2 },
    { chains: [chains.at(-1)!.id], radii: 'alvarez', excludeBonds: 2, severity: [0.5, 0.7] },
    { radii: 'bondi', excludeBonds: 4, hydrogenBonds: false, model: models.length - 1 },
  ]
}

/** What differs from brute force; undefined if nothing does. Otherwise the pairs that both found are counted. */
export function compareClashes(structure: Structure, options: ClashOptions): { wrong?: string; pairs: number } {
  const { atoms, residues, chains, models } = structure
  const { overlap = 0.4, model = 0, hydrogens = true, water = true, hydrogenBonds = true, excludeBonds = 3 } = options
  const unknownRadius = 1.5
  const found = clashes(structure, { unknownRadius, ...options })
  const bonds = clashBonds(structure, model)
  const kinds = polarKinds(structure, bonds)
  const { radii, bare } = atomRadii(structure, options.radii, { hydrogens, unknownRadius })
  const wanted = bruteClashes({
    positions: models[model]!,
    ...{ radii, bonds, overlap, excludeBonds },
    mild: options.strict === true || excludeBonds >= 4 ? undefined : { elements: atoms.elements, bare },
    counts: (atom) => {
      const { chain, name } = residues[atoms.residue[atom]!]!
      if (!hydrogens && atoms.elements[atom] === 'H') return false
      return (water || !WATER.has(name)) && (options.chains?.includes(chains[chain]!.id) ?? true)
    },
    allowance: (a, b) => (hydrogenBonds ? hydrogenBondAllowance(kinds[a]!, kinds[b]!) : 0),
  })
  const say = (what: string): { wrong: string; pairs: number } => ({
    wrong: `clashes(…, ${JSON.stringify(options)}): ${what}`,
    pairs: 0,
  })
  // The order: by overlap, the largest first; of equal ones by atoms.
  for (let k = 1; k < found.pairs.length; k++) {
    const [p, q] = [found.pairs[k - 1]!, found.pairs[k]!]
    if (p.overlap < q.overlap || (p.overlap === q.overlap && (p.a > q.a || (p.a === q.a && p.b >= q.b)))) {
      return say(`pairs ${k - 1} and ${k} in the wrong order`)
    }
  }
  const ours = [...found.pairs].sort((p, q) => p.a - q.a || p.b - q.b)
  if (ours.length !== wanted.length) return say(`${ours.length} pairs and not ${wanted.length}`)
  const [serious, severe] = options.severity ?? [0.6, 0.9]
  const severities = { slight: 0, serious: 0, severe: 0 }
  const table = new Map<number, { clashes: number; worst: number }>()
  for (const [k, pair] of ours.entries()) {
    const { a, b, overlap, distance } = wanted[k]!
    if (pair.a !== a || pair.b !== b) return say(`${pair.a}, ${pair.b} and not ${a}, ${b}`)
    if (Math.abs(pair.overlap - overlap) > 1e-9 || Math.abs(pair.distance - distance) > 1e-9) {
      return say(`${a}, ${b}: an overlap of ${pair.overlap} and not ${overlap}`)
    }
    const is = overlap >= severe - 1e-9 ? 'severe' : overlap >= serious - 1e-9 ? 'serious' : 'slight'
    if (pair.severity !== is) return say(`${a}, ${b}: ${pair.severity} and not ${is}`)
    severities[is]++
    for (const residue of new Set([atoms.residue[a]!, atoms.residue[b]!])) {
      const { clashes: before, worst } = table.get(residue) ?? { clashes: 0, worst: -Infinity }
      table.set(residue, { clashes: before + 1, worst: Math.max(worst, pair.overlap) })
    }
  }
  if (JSON.stringify(found.severities) !== JSON.stringify(severities)) return say('counts of severities')
  if (found.residues.length !== table.size) return say('residues')
  for (const { residue, clashes: count, worst } of found.residues) {
    const own = table.get(residue)
    if (own?.clashes !== count || own.worst !== worst) return say(`residue ${residue}`)
  }
  return { pairs: ours.length }
}
