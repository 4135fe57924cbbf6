// Stand-in until the certificates of steps land.
export interface StepVerdictShim {
  readonly valid: boolean
}
// biome-ignore lint: temporary
export type StepVerdict = any
// biome-ignore lint: temporary
export function verifyStep(_step: unknown, _proof: unknown): StepVerdict {
  throw new Error('not yet')
}
export const verifyStepExactly = verifyStep
// biome-ignore lint: temporary
export function proofOf(_input: unknown): { step: object; proof: object } {
  throw new Error('not yet')
}
// biome-ignore lint: temporary
export function frameProof(_necklace: unknown): { step: object; proof: object } {
  throw new Error('not yet')
}
