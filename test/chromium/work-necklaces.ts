// Necklaces, moved and asked in every way: answers, counts and cages, to the last bit. Cases are made of seeded numbers and of our own
// sines only (no powers: engines differ in them), so that they are the same to the bit as well.
import type { Necklace } from '../../src/index.js'
import { type CaseAction, necklaceCase } from '../oracle/chains/necklaces-cases.js'
import { necklaceOf, WAYS } from '../oracle/chains/necklaces-ways.js'
import { digestOf, type Work } from './work.js'

const FAMILIES = ['walk', 'rope', 'helix', 'ring', 'snake', 'packed', 'piles', 'line', 'sphere', 'dolls', 'ulps']

/** One piece of work a family and way: answers must be the same, and so must the way to them. */
export function workNecklaces(): Work[] {
  return FAMILIES.flatMap((family, f) => {
    const cases = [1, 2, 3].map((k) => necklaceCase(100 * f + k, { beads: 200, actions: 14, families: [family] }))
    return WAYS.map(({ name, options }) => {
      const numbers: number[][] = []
      const texts: string[] = []
      for (const c of cases) {
        const necklace = necklaceOf(c, options)
        for (const action of c.actions) {
          const { list, text } = act(necklace, action)
          numbers.push(list)
          texts.push(text)
        }
        const { balls, basis } = necklace.cages()
        numbers.push([...balls], [...basis], [...necklace.centres()])
      }
      return digestOf(`${family}, ${name}`, `${numbers.length} lists`, numbers, texts.join('\n'))
    })
  })
}

function act(necklace: Necklace, action: CaseAction): { list: number[]; text: string } {
  if (action.do === 'undo') {
    necklace.undo()
    return { list: [], text: 'undo' }
  }
  if (action.do === 'step') return { list: [], text: JSON.stringify(necklace.step(action.centres, action.radii)) }
  const text = (): string => JSON.stringify(necklace.stats)
  switch (action.what) {
    case 'collides':
      return { list: [Number(necklace.selfCollides())], text: text() }
    case 'closest': {
      const { a, b, signedDistance } = necklace.closestPair() ?? { a: -1, b: -1, signedDistance: Infinity }
      return { list: [a, b, signedDistance], text: text() }
    }
    case 'set': {
      const found = necklace.separatingSet()
      return { list: found.free ? [] : [found.a ?? -1, found.b ?? -1], text: found.free ? found.set.tests : text() }
    }
    default: {
      const { pairs, signedDistances } =
        action.what === 'pairs' ? necklace.selfCollisions() : necklace.pairsWithin(action.distance ?? 0)
      return { list: [...pairs, ...signedDistances], text: text() }
    }
  }
}
