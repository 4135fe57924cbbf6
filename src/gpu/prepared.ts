// What is made for a world as it is: a filter on the device, and tables for each of two questions; or why the device cannot be asked.
import type { WorldModel } from '../robots/world/world.js'
import type { BatchRates } from './batch-rates.js'
import { DeviceFailure } from './chunk-slot.js'
import { FixedChain } from './fixed-chain.js'

export interface Prepared<Filter, Tables> {
  readonly model: WorldModel
  readonly filter: Filter | undefined
  /** Why there is no filter. */
  readonly why: string
  readonly tables: Map<boolean, Tables | string>
  /** By the same: what is known of how fast it is. */
  readonly rates: Map<boolean, BatchRates>
}

export async function prepareFilter<Filter, Tables>(
  model: WorldModel,
  make: (chain: FixedChain) => Promise<Filter>,
): Promise<Prepared<Filter, Tables>> {
  const made = await madeOr('the device refuses the kernels', async () => {
    const chain = FixedChain.make(model)
    return typeof chain === 'string' ? chain : { filter: await make(chain) }
  })
  const found = typeof made === 'string' ? { filter: undefined, why: made } : { ...made, why: '' }
  return { model, ...found, tables: new Map(), rates: new Map() }
}

/** Of one question, made once: tables, or why there are none. */
export async function tablesOf<Tables>(
  { tables }: Prepared<unknown, Tables>,
  question: boolean,
  make: () => Promise<Tables | string>,
): Promise<Tables | string> {
  const known = tables.get(question) ?? (await madeOr('the device has no room', make))
  tables.set(question, known)
  return known
}

/** What was made, or in words why not; `what`: what a device has refused. */
async function madeOr<T>(what: string, make: () => Promise<T | string>): Promise<T | string> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof DeviceFailure)) throw error
    return `${what}: ${error.message}`
  }
}
