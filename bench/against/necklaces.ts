// A step and a question of ropes and of the paper's shapes, by the necklace that chooses its method.
import { Necklace } from '../../src/index.js'
import { ropes, shapes } from '../necklaces/scenes.js'
import { QUESTIONS } from '../necklaces/steps.js'
import { type OwnCase, ownCase } from './own-case.js'

export function necklaceCases(quick: boolean): OwnCase[] {
  const scenes = quick ? [...ropes(1000, 20), ...shapes(true, 10)] : [...ropes(10_000, 20), ...shapes(false, 20)]
  return scenes.flatMap(({ name, frames, radius }) =>
    (['collides', 'closest'] as const).map((question) =>
      ownCase({
        name: `${name}, ${question}`,
        unit: 'frame',
        inputs: () => frames,
        make: (all) => {
          const necklace = new Necklace(all[0]!, radius)
          // To and fro: every round starts from the first frame.
          const played = [...all.slice(1), ...all.slice(0, -1).reverse()]
          return {
            units: played.length,
            run: () =>
              played.reduce((sum, centres) => {
                necklace.step(centres)
                return sum + QUESTIONS[question](necklace)
              }, 0),
          }
        },
      }),
    ),
  )
}
