// The cases of every bench that two builds can be compared on. This module is loaded twice: as part of this build, and of a build
// that is made of these same files and the other's engine (load-build.ts). So cases use nothing of the engine that an older build
// lacks, the public API as far as possible; and each bench is loaded by itself, so that one that does use more cannot break the others.
import type { OwnCase } from './own-case.js'

export type OwnCases = (quick: boolean) => Promise<OwnCase[]>

export const OWN_CASES: Readonly<Record<string, OwnCases>> = {
  chains: async (quick) => (await import('./chains.js')).chainCases(quick),
  meshes: async (quick) => (await import('./meshes.js')).meshCases(quick),
  motions: async (quick) => (await import('./motions.js')).motionCases(quick),
  necklaces: async (quick) => (await import('./necklaces.js')).necklaceCases(quick),
  planning: async (quick) => (await import('./planning.js')).planningCases(quick),
  proteins: async (quick) => (await import('./proteins.js')).proteinCases(quick),
  worlds: async (quick) => (await import('./worlds.js')).worldCases(quick),
}
