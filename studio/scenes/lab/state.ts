// What a link to the lab restores: which experiment.
import { oneOf } from '../../app/fields.js'
import { EXPERIMENTS } from './experiments.js'

export interface LabState {
  readonly experiment: string
}

export const FIRST: LabState = { experiment: 'chaintree' }

export function readLabState({ experiment }: Readonly<Record<string, unknown>>): Partial<LabState> {
  if (experiment === undefined) return {}
  return {
    experiment: oneOf(
      'experiment',
      experiment,
      EXPERIMENTS.map(({ name, title }) => [name, title] as const),
    ),
  }
}
