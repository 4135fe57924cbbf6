// Whatever is proved is proved of one world: long work and late certificates ask whether it is still the same.
import { InvalidInputError } from '../../errors.js'
import type { WorldModel } from '../world/world.js'

/** `until`: how long it should have been left alone: 'while a plan is made'. */
export function demandSameWorld(model: WorldModel, until: string): void {
  if (!model.isCurrent()) throw new InvalidInputError('world', 'changed', `left as it is ${until}`)
}

/** A certificate that is only there for the world that it was proved in. */
export function certifiedFor<T>(model: WorldModel, certificate: () => T): () => T {
  return () => {
    demandSameWorld(model, 'until its certificate is made')
    return certificate()
  }
}
