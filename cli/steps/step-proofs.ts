// The document of a step and its proof, as the certificates of `limber necklace` and `limber deform` have them.
import { type StepInput, stepCertificate, stepDocument } from '../../src/entries/chains.js'

export interface StepProof {
  readonly step: object
  readonly proof: object
}

/** Of a step, or of a frame, that was found to be free. */
export function proofOf(input: StepInput, slabs = 1): StepProof {
  return { step: stepDocument(input), proof: stepCertificate(input, { slabs }) }
}
