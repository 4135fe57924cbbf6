// The public face of Limber: an explicit list, nothing re-exported wholesale.
export {
  BrokenInvariantError,
  InvalidInputError,
  LimberError,
  NothingToUndoError,
  UnsupportedPairError,
} from './errors.js'
export type { PoseInput } from './math/pose-input.js'
export { Random } from './math/random.js'
