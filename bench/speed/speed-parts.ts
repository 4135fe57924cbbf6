// The parts of the comparison by item, by name. Loaded twice, as own-cases.ts is: as part of this build, and of one that is made of
// these files and another engine.
import type { SpeedCase, SpeedSize } from './speed-case.js'

export type SpeedPart = (size: SpeedSize) => SpeedCase[] | Promise<SpeedCase[]>

export const SPEED_PARTS: Readonly<Record<string, SpeedPart>> = {
  plans: async (size) => (await import('./plans.js')).planCases(size),
  pockets: async (size) => (await import('./plans.js')).pocketCases(size),
  smooth: async (size) => (await import('./plans.js')).smoothCases(size),
  edges: async (size) => (await import('./queries.js')).edgeCases(size),
  collides: async (size) => (await import('./queries.js')).collidesCases(size),
  worlds: async (size) => (await import('./queries.js')).setUpCases(size),
  arms: async (size) => (await import('./queries.js')).armCases(size),
  sweeps: async (size) => (await import('./queries.js')).sweepCases(size),
  rivals: async (size) => (await import('./rivals.js')).rivalCases(size),
  chains: async (size) => (await import('./chains.js')).chainCases(size),
}
