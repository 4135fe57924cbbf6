// Proofs by groups held against the check of every pair, against sampling, and against both verifiers.
import { checkMotionWith } from '../../../src/robots/motion/check-motion.js'
import type { MotionVerdict } from '../../../src/robots/motion/verdict.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificateExactly } from '../../../src/verify/exact/index.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { judge, polyline } from '../../oracle/robots/motions.js'
import { buildCase, type CaseText } from '../../oracle/robots/motions-cases.js'
import { MotionScene } from '../../oracle/robots/motions-scene.js'

export interface GroupTally {
  free: number
  violated: number
  undecided: number
  verified: number
  exactly: number
}

export function newGroupTally(): GroupTally {
  return { free: 0, violated: 0, undecided: 0, verified: 0, exactly: 0 }
}

/** Nothing here needs as many; what needs more is undecided either way. */
const MOST_STEPS = 60_000

export interface RoundOptions {
  readonly samples: number
  /** Is the certificate verified exactly as well? */
  readonly exactly: boolean
}

/** What is wrong with a case; undefined if nothing is. */
export function groupComplaint(text: CaseText, tally: GroupTally, options: RoundOptions): string | undefined {
  const { world, waypoints, options: asked } = buildCase(text)
  const limited = { ...asked, maxSteps: MOST_STEPS }
  const grouped = checkMotionWith(world, waypoints, limited, { groups: true })
  const paired = checkMotionWith(world, waypoints, limited, { groups: false })
  const [one, other] = [classOf(grouped), classOf(paired)]
  if (one === 'undecided' || other === 'undecided') tally.undecided++
  else if (one === 'free') tally.free++
  else tally.violated++
  // What is closer than delta is not always found: it is no contradiction to any other outcome.
  const isVague = [grouped, paired].some(({ outcome }) => outcome === 'closer-than-delta')
  if (one !== other && one !== 'undecided' && other !== 'undecided' && !isVague) {
    return `${grouped.outcome} by groups, ${paired.outcome} by pairs`
  }
  const way = polyline(world, waypoints, asked.continuous)
  const wrong = judge(new MotionScene(world), way, grouped, { samples: options.samples, ...asked })
  if (wrong !== undefined || grouped.outcome !== 'free') return wrong
  // As it comes out of a file.
  const certificate = JSON.parse(JSON.stringify(grouped.certificate()))
  const about = worldDocument(world)
  const verified = verifyCertificate(about, certificate)
  if (!verified.valid) return `the certificate is refused: ${verified.reason} ${JSON.stringify(verified.where)}`
  tally.verified++
  if (!options.exactly) return undefined
  const exactly = verifyCertificateExactly(about, certificate)
  if (!exactly.valid) return `refused exactly: ${exactly.reason} ${JSON.stringify(exactly.where)}`
  if (exactly.blocks !== verified.blocks) return `${verified.blocks} blocks, or exactly ${exactly.blocks}`
  tally.exactly++
  return undefined
}

function classOf({ outcome }: MotionVerdict): 'free' | 'violated' | 'undecided' {
  if (outcome === 'free' || outcome === 'undecided') return outcome
  return 'violated'
}
