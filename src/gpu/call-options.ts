// What every call about a batch takes: a signal that ends it.
import type { StopSignal } from '../base/work/running.js'
import { InvalidInputError, LimberError } from '../errors.js'

/** How a call may end before its time. */
export interface BatchCallOptions {
  /** Ends the call soon after `aborted` has become true: it throws the signal's reason, or a LimberError. An AbortSignal fits. */
  readonly signal?: StopSignal | undefined
}

export function checkSignal(signal: StopSignal | undefined): void {
  if (signal !== undefined && typeof signal?.aborted !== 'boolean') {
    throw new InvalidInputError('options.signal', signal, 'an AbortSignal')
  }
}

/** Throws where it has been stopped. */
export function demandGoing(signal: StopSignal | undefined): void {
  if (signal?.aborted !== true) return
  const { reason } = signal as { readonly reason?: unknown }
  throw reason instanceof Error ? reason : new LimberError('the call was stopped')
}
