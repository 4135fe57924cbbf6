// Small motions that are easy to get wrong, with the answer derived by hand: thin plates, narrow gaps, contact at one instant or
// at the ends, full turns, no motion at all, sliding at constant clearance, solids inside solids.
//
// All numbers that matter are sums of powers of two where contact is meant to be exact, so that rounding cannot blur it. Each
// case comes with meshes and, where it makes sense, once more with boxes.
import type { AdversarialMotion } from './motion-adversarial-parts.js'
import { gaps, instants, plates, slides } from './motion-adversarial-passes.js'
import { ends, flights, linkages, solids, stills, together, turns } from './motion-adversarial-ways.js'

export function adversarial(): AdversarialMotion[] {
  const out: AdversarialMotion[] = []
  for (const kind of ['mesh', 'box'] as const) {
    out.push(...plates(kind), ...gaps(kind), ...instants(kind), ...ends(kind), ...turns(kind), ...stills(kind))
    out.push(...slides(kind), ...together(kind), ...flights(kind))
  }
  return [...out, ...linkages(), ...solids()]
}
