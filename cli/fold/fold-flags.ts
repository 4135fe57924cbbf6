// The options of `limber fold` as the command line has them.

/** As the command line has them. */
export interface FoldCommandOptions {
  readonly steps?: string
  readonly seed?: string
  readonly temperature?: string
  readonly anneal?: string
  readonly temperatures?: string
  readonly replicas?: string
  readonly swapEvery?: string
  readonly workers?: string
  readonly potential?: string
  readonly wellDepth?: string
  readonly cutoff?: string
  readonly contactDistance?: string
  readonly contactSeparation?: string
  readonly ignoreClashes?: true
  readonly moves?: string
  readonly pivotWidth?: string
  readonly pivotUniform?: string
  readonly sideChainWidth?: string
  readonly sideChainUniform?: string
  readonly crankshaftWidth?: string
  readonly crankshaftSpan?: string
  readonly stiffness?: string
  readonly topologyPreserving?: true
  readonly atoms?: string
  readonly chain?: string
  readonly model?: string
  readonly altloc?: string
  readonly hydrogens?: true
  readonly radius?: string
  readonly radii?: string
  readonly radiusScale?: string
  readonly excludeBonds?: string
  readonly omega?: true
  readonly disulphides?: string
  readonly relax?: true
  readonly every?: string
  readonly burnIn?: string
  readonly frameEvery?: string
  readonly checkpoint?: string
  readonly checkpointEvery?: string
  readonly resume?: true
  readonly out?: string
  readonly precision?: string
  readonly topology?: string
  readonly observables?: string
  readonly plot?: string
  readonly json?: true
}

/** The flag of an option, by the name that commander gives it. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0
export const isIndex = (value: number): boolean => Number.isSafeInteger(value) && value < 2 ** 31
