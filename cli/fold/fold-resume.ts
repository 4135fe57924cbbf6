// What a checkpoint of `limber fold` and the command that resumes it must have in common.
import { InvalidInputError } from '../../src/index.js'
import { type FoldCommandOptions, flagOf } from './fold-flags.js'
import type { FoldQuestion } from './fold-options.js'

/**
 * What the options of a checkpoint and those of the command that resumes it come to. Those that are given now count, and
 * `sameRun` judges them; those that a run has chosen for itself (by how long it was) stay.
 */
export function resumedOptions(
  saved: Readonly<Record<string, string | true>>,
  given: FoldCommandOptions,
): FoldCommandOptions {
  const merged: Record<string, unknown> = { ...saved, ...given }
  // Either of the two: what is given now takes the other's place, and is then refused for it.
  if (given.temperature !== undefined) delete merged.anneal
  if (given.anneal !== undefined) delete merged.temperature
  // What a ladder was made of stays unless another one is given as a whole.
  if (given.temperatures !== undefined && given.replicas === undefined) delete merged.replicas
  return merged as FoldCommandOptions
}

/** As they go into a checkpoint: with what was chosen by default from the number of steps. */
export function savedOptions(options: FoldCommandOptions, question: FoldQuestion): Record<string, string | true> {
  const { resume: _resume, json: _json, ...rest } = options
  const { every, frameEvery, checkpointEvery, seed } = question
  const resolved = { every, frameEvery, checkpointEvery, seed, steps: question.steps }
  return { ...rest, ...Object.fromEntries(Object.entries(resolved).map(([name, value]) => [name, String(value)])) }
}

/** What must be the same when a run is resumed, under the names of the options. */
export function runIdentity(question: FoldQuestion, digest: string): Record<string, unknown> {
  const { chains, checkpointEvery: _when, ...rest } = question
  const plain = JSON.parse(JSON.stringify({ ...rest, chain: chains })) as Record<string, unknown>
  return { ...plain, structure: digest }
}

/** Refuses to resume with something else. More steps are fine, unless the temperature depends on how many there are. */
export function sameRun(
  file: string,
  was: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): void {
  for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const [before, after] = [JSON.stringify(was[name]), JSON.stringify(now[name])]
    if (before === after) continue
    if (name === 'steps' && was.anneal === undefined && Number(now.steps) > Number(was.steps)) continue
    if (name === 'structure')
      throw new InvalidInputError(file, 'another', 'the file that the checkpoint was written for')
    const expected = before === undefined ? 'left out, as in the checkpoint' : `${before}, as in the checkpoint`
    throw new InvalidInputError(flagOf(name), now[name], expected)
  }
}
