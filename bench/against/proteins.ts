// Moves of Monte Carlo over a protein, by atoms and potential, as in the bench of proteins.
import { ATOMS, POTENTIALS, Runner } from '../proteins/moves.js'
import { benchProteins } from '../proteins/structures.js'
import { type OwnCase, ownCase } from './own-case.js'

export async function proteinCases(quick: boolean): Promise<OwnCase[]> {
  const moves = quick ? 200 : 500
  const all = await benchProteins(process.env.LIMBER_DATA, quick ? 2 : 4)
  return all.flatMap((protein) =>
    ATOMS.filter((atoms) => protein.whole || atoms === 'backbone').flatMap((atoms) =>
      POTENTIALS.map((potential) =>
        ownCase({
          name: `${protein.name}, ${atoms}, ${potential}`,
          unit: 'move',
          inputs: () => undefined,
          make: () => {
            const runner = new Runner(protein, atoms, potential, moves)
            return {
              units: moves,
              run: () => {
                runner.prepare()
                runner.round()
                return runner.accepted
              },
            }
          },
        }),
      ),
    ),
  )
}
