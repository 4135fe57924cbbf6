// Certificates of steps: bytes for each bead, strand and triangle, and what making and verifying them costs beside deciding the step.
import { startWatch } from '../../lab/machine.js'
import { formatNumber, formatTable } from '../../lab/table.js'
import { type ClothScene, clothStep, coiledRope, looseRope, packedRope } from '../../scenes/index.js'
import { Necklace, type StepCertificate, type StepDocument } from '../../src/entries/chains.js'
import { MeshTree } from '../../src/entries/meshes.js'
import { verifyStepExactly } from '../../src/verify/exact/index.js'
import { verifyStep } from '../../src/verify/index.js'
import { type Progress, roundFigure } from '../bench.js'

export interface StepCertificateRow {
  readonly scene: string
  readonly hulls: string
  readonly items: number
  readonly slabs: number
  /** Of the certificate as JSON, in all and for each item; and those of the step's document, which is not part of it. */
  readonly bytes: number
  readonly bytesPerItem: number
  readonly documentBytes: number
  readonly volumeTests: number
  readonly leafTests: number
  readonly directions: number
  /** The answer alone; the certificate besides; both verifiers. */
  readonly decideMillis: number
  readonly recordMillis: number
  readonly verifyMillis: number
  readonly exactMillis: number
}

/** What `between` and `checkDeform` return, as far as it is needed here. */
interface Decided {
  readonly outcome: string
  document(): StepDocument
  certificate(): StepCertificate
}

const ROPES = { loose: looseRope, coil: coiledRope, packed: packedRope } as const
const CLOTHS: readonly (readonly [ClothScene, number])[] = [
  ['wave', 0.4],
  ['fold', 0.4],
  ['gentle', 0.4],
  ['roll', 0.4],
  ['roll', 2.5],
]

/** Thin enough that ropes of every scene are free. */
const RADIUS = 0.45
const STRANDS = 0.3

export function measureStepCertificates(
  plan: { readonly beads: readonly number[]; readonly triangles: readonly number[] },
  progress: Progress,
): StepCertificateRow[] {
  const names = Object.keys(ROPES) as (keyof typeof ROPES)[]
  const cases: (() => StepCertificateRow | undefined)[] = []
  for (const beads of plan.beads) {
    for (const name of names) {
      for (const strands of [undefined, STRANDS]) {
        cases.push(() => {
          const scene = ROPES[name](beads, 1)
          const rope = new Necklace(scene.frame(0), RADIUS, { neighbours: 2 })
          const [from, next] = [scene.frame(0), scene.frame(1)]
          return measure(scene.name, () => {
            rope.step(from)
            return rope.between(next, strands === undefined ? {} : { strands })
          })
        })
      }
    }
  }
  for (const triangles of plan.triangles) {
    for (const [name, angle] of CLOTHS) {
      cases.push(() => {
        const { next, ...mesh } = clothStep(name, triangles, { angle })
        const tree = new MeshTree(mesh)
        return measure(name === 'roll' ? `${name}, ${angle} rad` : name, () => tree.checkDeform(next))
      })
    }
  }
  return cases.flatMap((run, k) => {
    progress(k / cases.length, 'certificates')
    return run() ?? []
  })
}

/** Undefined where the step is not free: then nothing is certified. */
function measure(scene: string, decide: () => Decided): StepCertificateRow | undefined {
  // Once for the compiler.
  decide()
  const timed = <T>(run: () => T): readonly [T, number] => {
    const watch = startWatch()
    const value = run()
    return [value, roundFigure(watch())]
  }
  const [decided, decideMillis] = timed(decide)
  if (decided.outcome !== 'free') return undefined
  const document = decided.document()
  const [certificate, recordMillis] = timed(() => decided.certificate())
  const [verdict, verifyMillis] = timed(() => verifyStep(document, certificate))
  const [exact, exactMillis] = timed(() => verifyStepExactly(document, certificate))
  if (!verdict.valid || !exact.valid) throw new Error(`${scene}: a certificate is refused`)
  const { hulls, items, slabs, volumeTests, leafTests, directions } = verdict
  const bytes = JSON.stringify(certificate).length
  return {
    ...{ scene, hulls, items, slabs, bytes, bytesPerItem: roundFigure(bytes / items) },
    ...{ documentBytes: JSON.stringify(document).length, volumeTests, leafTests, directions },
    ...{ decideMillis, recordMillis, verifyMillis, exactMillis },
  }
}

export function stepCertificateTable(rows: readonly StepCertificateRow[]): string {
  const titles = [
    ...['scene', 'of', 'items', 'slabs', 'bytes an item', 'node tests', 'pairs', 'directions'],
    ...['decided ms', 'recorded', 'verified', 'exactly'],
  ]
  const lines = rows.map((r) => [
    ...[r.scene, r.hulls, r.items.toLocaleString('en'), String(r.slabs)],
    ...[r.bytesPerItem, r.volumeTests, r.leafTests, r.directions].map(formatNumber),
    ...[r.decideMillis, r.recordMillis, r.verifyMillis, r.exactMillis].map(formatNumber),
  ])
  return formatTable(titles, lines, 1)
}
