// Separating sets that were tampered with: the checker refuses exactly those that prove nothing any more.
import { expect, test } from 'vitest'
import { necklaceDocument, Random } from '../../../src/entries/chains.js'
import { verifySeparatingSet } from '../../../src/verify/index.js'
import { ballsOf, flawOf } from '../../oracle/chains/necklaces.js'
import { necklaceCase, ruleOf } from '../../oracle/chains/necklaces-cases.js'
import { necklaceOf } from '../../oracle/chains/necklaces-ways.js'

interface Plain {
  beads: number
  cages: number[]
  balls: number[]
  pairs: number[]
}

/** One thing changed: a pair dropped, an element named wrongly, a ball smaller or elsewhere, a range longer, something added. */
function tamper(random: Random, { beads, cages, balls, pairs }: Plain): void {
  const pair = 2 * random.integer(pairs.length / 2)
  const place = (list: number[]): number => random.integer(list.length)
  const elements = beads + cages.length / 2
  switch (random.integer(9)) {
    case 0:
      pairs.splice(pair, 2)
      break
    case 1:
      if (pairs.length > 0) pairs[place(pairs)] = random.integer(elements)
      break
    case 2:
      if (balls.length > 0) balls[place(balls)]! *= 1 + random.range(-1, 1) / 2 ** random.integer(56)
      break
    case 3:
      if (balls.length > 0) balls[4 * random.integer(balls.length / 4) + 3]! *= 1 - 2 ** -52 * random.integer(3)
      break
    case 4:
      if (cages.length > 0) cages[place(cages)]! += random.integer(3) - 1
      break
    case 5:
      if (pairs.length > 0) pairs.splice(pair, 2, pairs[pair + 1]!, pairs[pair]!)
      break
    case 6:
      if (pairs.length > 0) pairs.push(pairs[place(pairs)]!, pairs[place(pairs)]!)
      break
    case 7:
      cages.push(random.integer(beads), 1 + random.integer(3))
      balls.push(...Array.from({ length: 4 }, () => random.range(-5, 5)))
      break
    default:
      pairs.push(random.integer(beads), random.integer(beads))
  }
}

test('[separating-set] what is tampered with is refused if it proves nothing any more, and only then', () => {
  let [refused, accepted] = [0, 0]
  for (let seed = 1; seed <= 400; seed++) {
    const c = necklaceCase(seed, { beads: 40, actions: 0 })
    const found = necklaceOf(c, { method: 'cages' }).separatingSet()
    if (!found.free) continue
    const random = new Random(seed)
    const rule = ruleOf(c)
    const balls = ballsOf(c.dimension, c.centres, c.radii)
    for (let k = 0; k < 20; k++) {
      const set: Plain = JSON.parse(JSON.stringify(found.set))
      for (let times = 1 + random.integer(2); times > 0; times--) tamper(random, set)
      // The oracle takes ranges of beads that there are.
      const inRange = set.cages.every(
        (first, at) =>
          at % 2 === 1 || (first >= 0 && set.cages[at + 1]! >= 1 && first + set.cages[at + 1]! <= set.beads),
      )
      const flaw = inRange
        ? flawOf(balls, rule, { ...set, balls: Float64Array.from(set.balls) })
        : 'a range out of range'
      const verdict = verifySeparatingSet(
        necklaceDocument(c.centres, c.radii, { dimension: c.dimension, ...rule }),
        set,
      )
      if (verdict.valid !== (flaw === undefined)) {
        throw new Error(`seed ${seed}: ${JSON.stringify(verdict)}, but ${flaw}: ${JSON.stringify(set)}`)
      }
      if (verdict.valid) accepted++
      else refused++
    }
  }
  expect(Math.min(refused, accepted)).toBeGreaterThan(1000)
})
