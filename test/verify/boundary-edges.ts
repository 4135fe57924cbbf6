// The fast verifier at the edge of what it accepts: of true certificates the largest clearance that it takes for proved is found by halving, to the
// last place; there the exact verifier must accept too. What rounding the fast one left out of its slack would show here first. Worlds are moved far
// from their origin as well, where doubles are coarse.
import { expect } from 'vitest'
import { verifyAllowedPairsExactly, verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { verifyAllowedPairs, verifyCertificate } from '../../src/verify/index.js'
import type { Documents } from '../oracle/verify/adversary.js'
import { decode, encode, type Json, sealed } from '../oracle/verify/documents.js'

type Verify = (about: unknown, proof: unknown) => { readonly valid: boolean; readonly reason?: string }

/** The largest clearance accepted, between one that is and one that is not; undefined if none is. */
function largest(accepts: (clearance: number) => boolean): number | undefined {
  let [low, high] = [0, 16]
  if (!accepts(low)) return undefined
  for (let step = 0; step < 64; step++) {
    const middle = low + (high - low) / 2
    if (middle === low || middle === high) break
    if (accepts(middle)) low = middle
    else high = middle
  }
  return low
}

/** The certificate with another clearance, of as many pairs as one world has: each by itself, since the nearest pair would hide the others. */
function alone(proof: Json, segment: number, pair: number, about: Json, clearance: number): Documents {
  const { a, b } = proof.proofs[segment][pair]
  const [one, two] = [about.geometries[a].object, about.geometries[b].object]
  const pairs: number[][] = []
  about.objects.forEach((_: Json, i: number) => {
    for (let j = i + 1; j < about.objects.length; j++) {
      if (i !== Math.min(one, two) || j !== Math.max(one, two)) pairs.push([i, j])
    }
  })
  const world = sealed({ ...about, allowed: pairs }, 'hash')
  const { from, to } = proof.pieces[segment]
  const all = proof.proofs[segment].filter((own: Json) => {
    const [g, h] = [about.geometries[own.a].object, about.geometries[own.b].object]
    return Math.min(g, h) === Math.min(one, two) && Math.max(g, h) === Math.max(one, two)
  })
  const certificate = {
    ...proof,
    world: world.hash,
    clearance,
    pieces: [{ ...proof.pieces[segment], from, to }],
    proofs: [all],
  }
  return { about: world, proof: sealed(certificate, 'digest') }
}

/** Everything as far away, which changes nothing but rounding. */
function movedBy(about: Json, by: number): Json {
  const world = structuredClone(about)
  const shift = (pose: number[]): void => {
    for (const k of [3, 7, 11]) pose[k]! += by
  }
  for (const link of world.links) if (link.parent < 0) shift(link.origin)
  for (const geometry of world.geometries) if (world.objects[geometry.object].link < 0) shift(geometry.pose)
  return world
}

export function atTheEdge(all: readonly Documents[], most: number): { edges: number; differ: number } {
  const counts = { edges: 0, differ: 0 }
  for (const [i, { about, proof }] of all.entries()) {
    const segment = i % proof.pieces.length
    const { length } = proof.proofs[segment]
    for (let pair = 0; pair < length; pair += Math.ceil(length / most)) {
      for (const by of [0, 1e3, 1e7]) {
        const world = movedBy(about, by)
        const holds = (verify: Verify, clearance: number): boolean => {
          const documents = alone(proof, segment, pair, world, clearance)
          return verify(documents.about, documents.proof).valid
        }
        const edge = largest((clearance) => holds(verifyCertificate, clearance))
        if (edge === undefined) continue
        counts.edges++
        expect({ i, pair, by, edge, exact: holds(verifyCertificateExactly, edge) }).toEqual({
          i,
          pair,
          by,
          edge,
          exact: true,
        })
        // Above it the exact one goes on for a little: so far the slack reaches.
        if (holds(verifyCertificateExactly, edge * (1 + 1e-15) + 1e-15 * (1 + by))) counts.differ++
      }
    }
  }
  return counts
}

/** The same of reports about pairs of links, by the clearance of each proof. */
export function pairsAtTheEdge(all: readonly Documents[]): number {
  let edges = 0
  for (const { about, proof } of all) {
    for (const pair of proof.pairs) {
      const holds = (verify: Verify, clearance: number): boolean => {
        const bytes = decode(pair.proof)
        new DataView(bytes.buffer).setFloat64(2, clearance, true)
        const { clearance: _, ...rest } = pair
        return verify(about, { ...proof, pairs: [{ ...rest, proof: encode(bytes) }] }).valid
      }
      const edge = largest((clearance) => holds(verifyAllowedPairs, clearance))!
      edges++
      expect({ a: pair.a, b: pair.b, edge, exact: holds(verifyAllowedPairsExactly, edge) }).toMatchObject({
        exact: true,
      })
    }
  }
  return edges
}
