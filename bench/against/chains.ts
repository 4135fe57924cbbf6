// Torsions of a compact chain, tested and undone on collision, as in the bench of chains, by the default tree.
import { compactChain, torsionMoves } from '../../scenes/index.js'
import { ChainTree } from '../../src/index.js'
import { type OwnCase, ownCase } from './own-case.js'

export function chainCases(quick: boolean): OwnCase[] {
  const steps = quick ? 300 : 1000
  return (quick ? [1000] : [1000, 10_000]).flatMap((n) =>
    (['obb', 'rss'] as const).map((volume) =>
      ownCase({
        name: `${n.toLocaleString('en')} links, ${volume}`,
        unit: 'step',
        inputs: () => ({ start: compactChain(n), ...torsionMoves(n, 1, steps) }),
        make: ({ start, joints, angles }) => ({
          units: steps,
          run: () => {
            const chain = ChainTree.fromSpheres(start, 1, { volume })
            let hits = 0
            for (let k = 0; k < steps; k++) {
              chain.rotate(joints[k]!, angles[k]!)
              if (!chain.selfCollides()) continue
              chain.undo()
              hits++
            }
            return hits
          },
        }),
      }),
    ),
  )
}
