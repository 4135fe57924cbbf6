// Lengths of a rope: beads that have names are atoms.
import type { RopeFrame } from './engine.js'

export function unitOf({ names }: Pick<RopeFrame, 'names'>): string {
  return names === undefined ? '' : ' Å'
}
