// `limber verify scene.json cell.roadmap`: are all edges free that a roadmap says are? A roadmap has no proofs in it: they would be a
// thousand times its size, and be about one set of obstacles. Every edge is proved again, and the verifier, which shares no code with
// the prover, checks that proof: what is believed of the file are the vertices and edges, and nothing else.
import { open } from 'node:fs/promises'
import { readRoadmap } from '../../node/index.js'
import {
  type Certificate,
  InvalidInputError,
  type RoadmapTrail,
  roadmapTrails,
  worldDocument,
} from '../../src/entries/robots.js'
import { verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { type Verified, verifyCertificate } from '../../src/verify/index.js'
import type { Printed } from '../check/check-path.js'
import { count, duration } from '../check/check-path-report.js'
import { complaints, oneLine } from '../check/check-report.js'
import { ExitCode } from '../exit-codes.js'
import { createProgress } from '../print/progress.js'
import { openScene } from '../read/scene-options.js'
import { describeSurfaces, type VerifyCommandOptions } from '../verify.js'

const START = 'limber-roadmap '

export async function isRoadmapFile(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => undefined)
  if (handle === undefined) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START.length), 0, START.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === START
  } catch {
    return false
  } finally {
    await handle.close()
  }
}

/** What was verified, or where it fails. */
interface RoadmapVerified {
  readonly valid: boolean
  readonly outcome: 'free' | 'rejected' | 'nothing-to-check'
  readonly reason?: string
  readonly where?: object
  readonly vertices: number
  /** Edges that are verified; those that are blocked by an obstacle, and those of which nothing is said in this scene. */
  readonly edges: number
  readonly blocked: number
  readonly open: number
  readonly segments: number
  readonly pairs: number
  readonly leaves: number
  readonly clearance: number
  readonly premises: number
  readonly surfaces: Verified['surfaces']
  readonly unseen: readonly string[]
}

export async function verifyRoadmap(
  scene: string | undefined,
  file: string,
  options: VerifyCommandOptions,
): Promise<Printed> {
  for (const flag of ['world', 'path', 'continuous'] as const) {
    if (options[flag] !== undefined)
      throw new InvalidInputError(`--${flag}`, options[flag], `left out: ${file} is a roadmap`)
  }
  if (scene === undefined) throw new InvalidInputError('files', [file], 'a scene and a roadmap')
  const { world, notes } = await openScene(scene, options)
  const map = await readRoadmap(file)
  const began = performance.now()
  const { vertices, free, blocked, open: waiting } = map.stateIn(world)
  const surfaces: RoadmapVerified['surfaces'] = []
  const counts = { segments: 0, pairs: 0, leaves: 0, premises: 0 }
  let result: RoadmapVerified = {
    ...{ valid: true, outcome: 'free', vertices, edges: free, blocked, open: waiting, clearance: map.clearance },
    ...{ ...counts, surfaces, unseen: world.unseen },
  }
  const fail = (outcome: RoadmapVerified['outcome'], reason: string, where: object): void => {
    result = { ...result, valid: false, outcome, reason, where }
  }
  const document = worldDocument(world)
  const verify = options.exact === true ? verifyCertificateExactly : verifyCertificate
  const progress = createProgress('verify')
  let done = 0
  try {
    for (const trail of roadmapTrails(world, map)) {
      const verdict = trail.prove()
      if (verdict.outcome !== 'free') {
        const segment = 'segment' in verdict ? verdict.segment : undefined
        const what = 'a' in verdict ? `${verdict.a} and ${verdict.b} ` : ''
        fail('rejected', `an edge that is said to be free is not: ${what}${verdict.outcome}`, placeOf(trail, segment))
        break
      }
      const certificate = verdict.certificate()
      const verified = verify(document, certificate)
      if (!verified.valid || !isOf(certificate, trail)) {
        const reason = verified.valid ? 'the proof is about other motions' : verified.reason
        fail('rejected', reason, verified.valid ? {} : placeOf(trail, verified.where.segment))
        break
      }
      counts.segments += verified.segments
      counts.pairs += verified.pairs
      counts.leaves += verified.leaves
      const { premises } = verified
      result = { ...result, ...counts, premises, surfaces: verified.surfaces }
      done += trail.edges.length
      await progress.report(done / free, 'edges')
    }
  } finally {
    progress.clear()
  }
  if (result.valid && free === 0) {
    fail(
      'nothing-to-check',
      'it says of no edge that it is free in this scene: "limber roadmap --update" proves them',
      {},
    )
  }
  const millis = performance.now() - began
  const code = codeOf(result, options)
  if (options.json === true) return { code, stdout: `${JSON.stringify({ ...result, notes, millis })}\n`, stderr: '' }
  return { code, stdout: describe(result, millis), stderr: complaints(notes) }
}

/** Is the certificate about the walk? */
function isOf({ pieces }: Certificate, { waypoints }: RoadmapTrail): boolean {
  const same = (values: unknown, q: Float64Array): boolean =>
    JSON.stringify(values) === JSON.stringify(Array.from(q, (value) => value + 0))
  return (
    pieces.length === waypoints.length - 1 &&
    pieces.every((piece, k) => {
      const { kind, from, to } = piece as { readonly kind?: unknown; readonly from?: unknown; readonly to?: unknown }
      return kind === 'line' && same(from, waypoints[k]!) && same(to, waypoints[k + 1]!)
    })
  )
}

function placeOf({ edges, edgeOf, vertices }: RoadmapTrail, segment: number | undefined): object {
  if (segment === undefined) return {}
  const k = edges.indexOf(edgeOf[segment]!)
  return { edge: edges[k], from: vertices[k], to: vertices[k + 1] }
}

function codeOf({ valid, outcome, unseen }: RoadmapVerified, { acceptUnseen }: VerifyCommandOptions): number {
  if (!valid) return outcome === 'nothing-to-check' ? ExitCode.Undecided : ExitCode.Violation
  return unseen.length > 0 && acceptUnseen !== true ? ExitCode.Undecided : ExitCode.Good
}

function describe(result: RoadmapVerified, millis: number): string {
  const { valid, outcome, reason, vertices, edges, blocked, open: waiting, clearance, unseen, surfaces } = result
  const lines: string[] = []
  if (!valid) {
    lines.push(`${outcome.replaceAll('-', ' ')}: ${reason}`)
    const { edge, from, to } = (result.where ?? {}) as { edge?: number; from?: number; to?: number }
    if (edge !== undefined) lines.push(`  edge ${edge}, from vertex ${from} to vertex ${to}`)
  } else {
    const apart = clearance > 0 ? `nothing comes within ${clearance}` : 'nothing touches'
    lines.push(
      `valid: ${apart} at any instant of ${count(edges, 'edge')} between ${vertices.toLocaleString('en-US')} vertices; ${count(result.segments, 'segment')}, ${count(result.leaves, 'plane')}, ${duration(millis)}`,
    )
    if (blocked > 0) lines.push(`${count(blocked, 'edge')} blocked by obstacles of this scene, and not used`)
    if (waiting > 0)
      lines.push(`${count(waiting, 'edge')} of which nothing is said in this scene: its obstacles are new`)
    lines.push(...describeSurfaces(surfaces))
    if (unseen.length > 0) lines.push(`not seen, since they were left out: ${unseen.join(', ')}`)
  }
  return `${lines.map(oneLine).join('\n')}\n`
}
