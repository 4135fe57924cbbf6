// The lab: the papers' experiments and our own, one file each.
import { adaptive } from './adaptive.js'
import { bend } from './bend.js'
import { cab } from './cab.js'
import { chaintree } from './chaintree.js'
import type { Experiment } from './experiment.js'
import { kdop } from './kdop.js'
import { melting } from './melting.js'
import { necklace } from './necklace.js'
import { planning } from './planning.js'
import { protein } from './protein.js'

export type { Experiment, ExperimentOption, Progress, RawOptions } from './experiment.js'
export { type LabDocument, type LabRun, runExperiment } from './run.js'

export const experiments: readonly Experiment[] = [
  chaintree,
  kdop,
  cab,
  adaptive,
  planning,
  necklace,
  protein,
  melting,
  bend,
]
