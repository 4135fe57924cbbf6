// What of our prototype's figures the engine reproduces.
import type { BendDocument } from '../bend.js'
import { FindingLists, type Findings } from '../findings.js'
import {
  PROTOTYPE_CHAIN_RADIAN,
  PROTOTYPE_CHAINS,
  PROTOTYPE_CLOTH,
  PROTOTYPE_PACKED_SECONDS,
  PROTOTYPE_ROPES,
  PROTOTYPE_STRANDS,
} from './published.js'
import type { RopeSceneName, RopeStepRow } from './rope-steps.js'

/** Ratios this near are reproduced: the prototype's ropes, moves and sheets had other seeds. */
const NEAR = 0.1
const PROTOTYPE = 'Our prototype'

const count = (value: number): string => value.toLocaleString('en')
const span = (values: readonly number[]): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2))
  return least === most ? `${least}×` : `${least}× to ${most}×`
}
const isNear = (ours: number, theirs: number): boolean => Math.abs(ours - theirs) <= NEAR * theirs

export function bendFindings(document: BendDocument): Findings {
  const findings = new FindingLists()
  ropeFindings(document, findings)
  chainFindings(document, findings)
  clothFindings(document, findings)
  return findings
}

function ropeFindings({ ropes }: BendDocument, findings: FindingLists): void {
  const byCages = (items: RopeStepRow['items']): RopeStepRow[] =>
    ropes.filter((row) => row.items === items && row.method === 'cages')
  for (const scene of Object.keys(PROTOTYPE_ROPES) as RopeSceneName[]) {
    for (const [motion, theirs] of Object.entries(PROTOTYPE_ROPES[scene])) {
      const ours = byCages('thin beads').filter((row) => row.scene === scene && row.motion === motion)
      if (ours.length === 0) continue
      const ratios = ours.map(({ ratio }) => ratio)
      const sizes = ours.map(({ beads }) => count(beads)).join(', ')
      findings.judge(
        PROTOTYPE,
        `${scene} rope, ${motion}: tests of a step of ${sizes} beads ${span(ratios)} of the frame's, prototype ${theirs.toFixed(2)}×`,
        isNear(Math.max(...ratios), theirs) && isNear(Math.min(...ratios), theirs),
        scene === 'loose'
          ? 'the cages of three thin beads hardly reach those beside them, so that the frame takes one test a bead; in the middle of a turn straight paths bring all beads nearer to each other, by the cosine of half the angle, and cages beside each other meet'
          : 'the prototype’s ropes, axes and sizes are not recorded; the ratio grows with n here',
      )
    }
  }
  const strands = byCages('strands')
  const judgeStrands = (rows: readonly RopeStepRow[], theirs: number, what: string): void => {
    if (rows.length === 0) return
    const ratios = rows.map(({ ratio }) => ratio)
    findings.judge(
      PROTOTYPE,
      `strands, ${what}: tests ${span(ratios)} of the frame's, prototype at most ${theirs.toFixed(2)}×`,
      Math.max(...ratios) <= theirs * (1 + NEAR),
      'how wild the prototype’s steps were is not known; turns by 1.5 rad are the worst of ours',
    )
  }
  judgeStrands(
    strands.filter(({ motion }) => motion === 'gentle' || motion === 'middle'),
    PROTOTYPE_STRANDS.ordinary,
    'ordinary steps',
  )
  judgeStrands(
    strands.filter(({ motion }) => motion.startsWith('turn')),
    PROTOTYPE_STRANDS.wild,
    'turns of up to 1.5 rad',
  )
  const packed = byCages('thin beads').find(
    ({ scene, beads, motion }) => scene === 'packed' && beads === 100_000 && motion === 'gentle',
  )
  if (packed !== undefined) {
    findings.incomparable(
      PROTOTYPE,
      `a packed rope of 100,000 beads takes ${(packed.millis / 1000).toFixed(2)} s by cages, prototype ${PROTOTYPE_PACKED_SECONDS} s`,
      'times are of two machines; that the grid is the better choice there holds for both',
    )
  }
}

function chainFindings({ chains }: BendDocument, findings: FindingLists): void {
  for (const { links, tests } of PROTOTYPE_CHAINS) {
    const ours = chains.find((row) => row.links === links && row.angle === 0.1 && row.joints === 1)
    if (ours === undefined) continue
    findings.judge(
      PROTOTYPE,
      `one joint of a chain of ${count(links)} by 0.1 rad: ${count(ours.tests)} tests in the median, ${count(ours.mostTests)} at most, prototype ${count(tests)}`,
      ours.tests <= tests * (1 + NEAR),
      'boxes and links count here besides the balls that the prototype counts',
    )
  }
  const radian = chains.filter(({ angle, joints }) => angle === 1 && joints === 1)
  if (radian.length > 0) {
    const ratios = radian.map(({ ratio }) => ratio)
    findings.judge(
      PROTOTYPE,
      `one joint by 1 rad: ${span(ratios)} of the tests at its end, prototype at most ${PROTOTYPE_CHAIN_RADIAN}×`,
      Math.max(...ratios) <= PROTOTYPE_CHAIN_RADIAN * (1 + NEAR),
      'moves that collide on their way are among ours',
    )
  }
}

function clothFindings({ cloth }: BendDocument, findings: FindingLists): void {
  for (const { scenes, angle, slabs, ratio, pairs, seconds } of PROTOTYPE_CLOTH) {
    const rows = cloth.filter(
      (row) => scenes.includes(row.scene) && row.angle === angle && row.slabs === slabs && row.triangles > 19_000,
    )
    if (rows.length === 0) continue
    const name = `${scenes.join(', ')} of 20,000 triangles${scenes.includes('roll') ? `, ${angle} rad, ${slabs === 1 ? 'one slab' : `${slabs} slabs`}` : ''}`
    if (ratio !== undefined) {
      const ratios = rows.map((row) => row.ratio)
      findings.judge(
        PROTOTYPE,
        `${name}: node tests ${span(ratios)} of the frame's, prototype ${ratio.toFixed(2)}×`,
        ratios.every((one) => isNear(one, ratio)),
        'sheet and tree are others than the prototype’s',
      )
    }
    if (pairs !== undefined) {
      const most = Math.max(...rows.map((row) => row.hullTests))
      findings.judge(
        PROTOTYPE,
        `${name}: ${rows.map((row) => count(row.hullTests)).join(', ')} pairs of hulls decided one by one, prototype ${count(pairs)} pairs`,
        pairs === 0 ? most === 0 : isNear(most, pairs),
        'sheet and tree are others than the prototype’s, and pairs of hulls are counted, of which two neighbours have two or four',
      )
    }
    findings.incomparable(
      PROTOTYPE,
      `${name}: ${rows.map((row) => (row.millis / 1000).toFixed(2)).join(', ')} s, prototype ${seconds} s`,
      'times are of two machines',
    )
  }
}
