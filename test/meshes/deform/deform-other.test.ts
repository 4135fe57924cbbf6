// A deforming mesh against another one that stands, deforms, or moves rigidly: against brute force, and sampled.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { icosphere, sheet, sphereMesh } from '../../../scenes/index.js'
import { POSE, setQuaternion, transformPoint } from '../../../src/base/math/pose.js'
import { type DeformOther, type DeformResult, MeshTree, Random } from '../../../src/entries/meshes.js'
import { MovingPair } from '../../../src/geometry/moving/moving-pair.js'
import { verifyStepExactly } from '../../../src/verify/exact/index.js'
import { verifyStep } from '../../../src/verify/index.js'
import { exactTriangles } from '../../oracle/geometry/triangles.js'

const KINDS = ['stands', 'placed', 'deforms', 'slides', 'turns'] as const

interface Case {
  readonly mesh: MeshTree
  readonly next: Float64Array
  readonly other: DeformOther
}

function otherCase(kind: (typeof KINDS)[number], seed: number): Case {
  const random = new Random(seed)
  const any = (size: number): number => random.range(-size, size)
  const { positions, triangles } = sheet(18, seed)
  const mesh = new MeshTree({ positions, triangles }, { open: 'surface' })
  const drop = random.range(0.1, 1.2)
  const next = positions.map((x, i) => x + any(0.1) - (i % 3 === 2 ? drop : 0))
  const ball = icosphere(0)
  const small = ball.positions.map((x) => 0.3 * x)
  const at = [any(0.5), any(0.5), -random.range(0.6, 1.4)]
  const placed = small.map((x, i) => x + at[i % 3]!)
  const quaternion = (): number[] => {
    const q = [any(1), any(1), any(1), any(1)]
    const norm = Math.hypot(...q)
    return q.map((x) => x / norm)
  }
  const open = { open: 'surface' } as const
  const here = new MeshTree({ positions: placed, triangles: ball.triangles }, open)
  const own = new MeshTree({ positions: small, triangles: ball.triangles }, open)
  switch (kind) {
    case 'stands':
      return { mesh, next, other: { mesh: here } }
    case 'placed':
      return { mesh, next, other: { mesh: own, from: { at, rotation: quaternion() } } }
    case 'deforms':
      return { mesh, next, other: { mesh: here, next: placed.map((x) => x + any(0.3)) } }
    case 'slides': {
      const rotation = quaternion()
      const to = { at: at.map((x) => x + any(0.8)), rotation }
      return { mesh, next, other: { mesh: own, from: { at, rotation }, to } }
    }
    case 'turns':
      return {
        mesh,
        next,
        other: {
          mesh: own,
          from: { at, rotation: quaternion() },
          to: { at: at.map((x) => x + any(0.8)), rotation: quaternion() },
        },
      }
  }
}

const fourNumbers = (pose: unknown): Float64Array => Float64Array.from((pose as { rotation: number[] }).rotation)

/** Where the other mesh is at time t, worked out on its own. */
function otherAt({ mesh, from, next, to }: DeformOther, t: number): Float64Array {
  const start = from as { at: number[]; rotation: number[] } | undefined
  const out = new Float64Array(mesh.positions.length)
  if (next !== undefined) return out.map((_, i) => (1 - t) * mesh.positions[i]! + t * next[i]!)
  if (start === undefined) return mesh.positions.slice()
  const end = (to ?? from) as { at: number[]; rotation: number[] }
  // Spherical interpolation, the short way.
  const [p, q] = [fourNumbers(start), fourNumbers(end)]
  let dot = p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]! + p[3]! * q[3]!
  if (dot < 0) {
    dot = -dot
    for (let k = 0; k < 4; k++) q[k] = -q[k]!
  }
  const angle = Math.acos(Math.min(1, dot))
  const pose = new Float64Array(POSE)
  const between = angle < 1e-9 ? p : p.map((x, k) => Math.sin((1 - t) * angle) * x + Math.sin(t * angle) * q[k]!)
  setQuaternion(pose, 0, between)
  for (let k = 0; k < 3; k++) pose[4 * k + 3] = (1 - t) * start.at[k]! + t * end.at[k]!
  for (let i = 0; i < out.length; i += 3) transformPoint(out, i, pose, 0, mesh.positions, i)
  return out
}

function corners(points: Float64Array, triangles: Uint32Array, t: number): number[] {
  return [0, 1, 2].flatMap((k) => Array.from(points.subarray(3 * triangles[3 * t + k]!, 3 * triangles[3 * t + k]! + 3)))
}

/** The least distance of triangles a and b, and whether anything touches at all, at time t. */
function distanceAt({ mesh, next, other }: Case, a: number, b: number, t: number): number {
  const mine = mesh.positions.map((x, i) => (1 - t) * x + t * next[i]!)
  const theirs = otherAt(other, t)
  return exactTriangles(corners(mine, mesh.triangles, a), 0, corners(theirs, other.mesh.triangles, b), 0).distance
}

function checkSamples(input: Case, result: DeformResult, instants: number): void {
  const { mesh, next, other } = input
  for (const { a, b, upper } of result.pairs) expect(distanceAt(input, a, b, upper)).toBeLessThan(1e-9)
  const first = result.outcome === 'collision' ? result.at! : Infinity
  for (let k = 0; k <= instants; k++) {
    const t = k / instants
    if (t >= first) break
    const mine = mesh.positions.map((x, i) => (1 - t) * x + t * next[i]!)
    const theirs = otherAt(other, t)
    for (let s = 0; s < mesh.size; s++) {
      for (let u = 0; u < other.mesh.size; u++) {
        const [p, q] = [corners(mine, mesh.triangles, s), corners(theirs, other.mesh.triangles, u)]
        if (p.some((_, i) => i < 3 && boxesApart(p, q, i))) continue
        expect(exactTriangles(p, 0, q, 0).touch && result.unproved.length === 0, `${s} and ${u} at ${t}`).toBe(false)
      }
    }
  }
}

function boxesApart(p: number[], q: number[], k: number): boolean {
  const [a, b] = [p, q].map((c) => [c[k]!, c[k + 3]!, c[k + 6]!]) as [number[], number[]]
  return Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a)
}

// A failure prints [seed]: paste it into otherCase with the kind of the title.
test.each(KINDS)('[deform] against another mesh that %s, as brute force and samples have it', (kind) => {
  const seen = { free: 0, collision: 0, undecided: 0, 'nothing-to-check': 0 }
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const input = otherCase(kind, seed)
      const { mesh, next, other } = input
      const result = mesh.checkDeform(next, { other, self: false })
      seen[result.outcome]++
      checkSamples(input, result, 8)
      if (kind === 'turns') return
      // Every pair by the exact primitive, on the places that the poses round to.
      const [from, to] = [otherAt(other, 0), otherAt(other, 1)]
      if (kind !== 'stands' && kind !== 'deforms') return
      const pair = new MovingPair()
      const found: string[] = []
      for (let s = 0; s < mesh.size; s++) {
        for (let u = 0; u < other.mesh.size; u++) {
          const [i, j, k] = [0, 1, 2].map((c) => 3 * mesh.triangles[3 * s + c]!) as [number, number, number]
          const [l, m, n] = [0, 1, 2].map((c) => 3 * other.mesh.triangles[3 * u + c]!) as [number, number, number]
          pair.setA(mesh.positions, next, i, j, k)
          pair.setB(from, to, l, m, n)
          if (pair.meets(0)) found.push(`${s} ${u}`)
        }
      }
      expect(result.pairs.map(({ a, b }) => `${a} ${b}`).sort()).toEqual(found.sort())
    }),
    { seed: 42, numRuns: 8 },
  )
  expect(seen.free).toBeGreaterThan(0)
  expect(seen.collision).toBeGreaterThan(0)
  expect(seen.undecided).toBe(0)
})

test('[deform] only the first contact is listed where that is asked for', () => {
  for (const kind of KINDS) {
    for (let seed = 1; seed < 4; seed++) {
      const { mesh, next, other } = otherCase(kind, seed)
      for (const slabs of [1, 8]) {
        const all = mesh.checkDeform(next, { other, slabs })
        const one = mesh.checkDeform(next, { other, slabs, first: true })
        expect(one.outcome).toBe(all.outcome)
        expect(one.pairs).toEqual(all.pairs.slice(0, 1))
      }
    }
  }
})

test('[deform] a mesh inside a solid one collides from the start', () => {
  const inner = new MeshTree(sphereMesh(12, 0.5))
  const outer = new MeshTree(sphereMesh(24, 2))
  const next = inner.positions.map((x) => 1.2 * x)
  const { outcome, at, inside, pairs } = inner.checkDeform(next, { other: outer })
  expect({ outcome, at, inside, pairs }).toEqual({ outcome: 'collision', at: 0, inside: true, pairs: [] })
  const open = new MeshTree({ positions: outer.positions, triangles: outer.triangles.slice(3) }, { open: 'surface' })
  expect(inner.checkDeform(next, { other: open }).outcome).toBe('free')
  expect(
    inner.checkDeform(
      inner.positions.map((x) => 4 * x),
      { other: open },
    ).inside,
  ).toBe(false)
})

test('[deform] free steps have certificates that both verifiers accept', () => {
  let certified = 0
  for (const kind of KINDS) {
    for (let seed = 1; seed < 10; seed++) {
      const { mesh, next, other } = otherCase(kind, seed)
      const result = mesh.checkDeform(next, { other })
      if (result.outcome !== 'free' || kind === 'turns') {
        expect(() => result.certificate()).toThrow(/free|turns/)
        continue
      }
      const [document, certificate] = [result.document(), result.certificate()]
      expect(verifyStep(document, certificate)).toMatchObject({ valid: true })
      expect(verifyStepExactly(document, certificate)).toMatchObject({ valid: true })
      certified++
    }
  }
  expect(certified).toBeGreaterThan(5)
})
