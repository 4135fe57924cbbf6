// How far smoothing is, in words.
import type { SmoothProgress } from '../../src/entries/robots.js'
import { short } from '../check/check-report.js'
import { seconds, type Told } from './plan-run.js'

export function smoothProgress({ millis, phase, round, rounds, length, before }: SmoothProgress): Told {
  if (phase === 'proving') return { share: 0, label: `proving the path, ${seconds(millis)}` }
  const share = rounds > 0 ? round / rounds : 1
  return { share, label: `length ${short(before)} to ${short(length)}, ${seconds(millis)}` }
}
