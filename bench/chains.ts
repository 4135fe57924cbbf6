// What each way of building a ChainTree costs and saves: the same torsions from the same compact start, tested and undone on
// collision, with every option in turn against the default. Counts are exact; times are ratios of one interleaved run.
import { formatNumber, formatTable } from '../lab/table.js'
import { compactChain, torsionMoves } from '../scenes/index.js'
import { setWasmEnabled } from '../src/chains/chain/chain-wasm.js'
import { type ChainOptions, ChainTree } from '../src/entries/chains.js'
import { type Bench, type Progress, roundFigure } from './bench.js'
import { type Contender, interleave } from './interleave.js'

interface Variant {
  readonly name: string
  readonly options?: ChainOptions
  readonly wasm?: boolean
  /** rotate, selfCollides and undo instead of tryRotate. */
  readonly inThree?: boolean
  /** Asked after every step that was free; its tests are counted, not those of the step. */
  readonly ask?: (chain: ChainTree) => void
}

const VARIANTS: readonly Variant[] = [
  { name: 'default' },
  { name: 'rotate, test, undo', inThree: true },
  { name: 'and pairs within 3', ask: (chain) => chain.pairsWithin(3) },
  { name: 'and the closest pair', ask: (chain) => chain.closestPair() },
  { name: 'plain TypeScript', wasm: false },
  { name: 'loose boxes', options: { boxes: 'loose' } },
  { name: 'tight boxes', options: { boxes: 'tight' } },
  { name: 'covariance axes', options: { experimental: { merge: 'covariance' } } },
  { name: 'CAB axes', options: { experimental: { merge: 'cab' } } },
  { name: 'swept rectangles', options: { volume: 'rss' } },
  { name: 'swept, loose', options: { volume: 'rss', boxes: 'loose' } },
  { name: 'swept, covariance', options: { volume: 'rss', experimental: { merge: 'covariance' } } },
  { name: '1 link a leaf', options: { linksPerLeaf: 1 } },
  { name: '2 links a leaf', options: { linksPerLeaf: 2 } },
  { name: '8 links a leaf', options: { linksPerLeaf: 8 } },
]

interface ChainRow {
  readonly n: number
  readonly variant: string
  readonly stepMicros: number
  /** Time against the default's in the same rounds. */
  readonly ratio: number
  readonly volumeTests: number
  readonly leafTests: number
  readonly nodesUpdated: number
}

export const chains: Bench = {
  name: 'chains',
  async run(quick, progress) {
    const rows = benchChains(quick ? [1000] : [1000, 10_000], quick ? 500 : 2000, quick ? 3 : 9, progress)
    const titles = ['links', 'variant', 'µs a step', 'ratio', 'box tests', 'link tests', 'nodes']
    const lines = rows.map(({ n, variant, stepMicros, ratio, volumeTests, leafTests, nodesUpdated }) => [
      n.toLocaleString('en'),
      variant,
      ...[stepMicros, ratio, volumeTests, leafTests, nodesUpdated].map(formatNumber),
    ])
    return { rows, text: formatTable(titles, lines, 2) }
  },
}

function benchChains(sizes: readonly number[], steps: number, rounds: number, progress: Progress): ChainRow[] {
  return sizes.flatMap((n, s) => {
    const counts = new Map<string, { volumeTests: number; leafTests: number; nodesUpdated: number }>()
    const start = compactChain(n)
    const { joints, angles } = torsionMoves(n, 1, steps)
    const contenders = VARIANTS.map(({ name, options, wasm, inThree, ask }): Contender => {
      const round = (): number => {
        setWasmEnabled(wasm !== false)
        const chain = ChainTree.fromSpheres(start, 1, options)
        setWasmEnabled(true)
        chain.selfCollides()
        ask?.(chain)
        const sum = { volumeTests: 0, leafTests: 0, nodesUpdated: 0 }
        for (let k = 0; k < steps; k++) {
          if (inThree) chain.rotate(joints[k]!, angles[k]!)
          const hit = inThree ? chain.selfCollides() : !chain.tryRotate(joints[k]!, angles[k]!)
          if (!hit) ask?.(chain)
          const { volumeTests, leafTests, nodesUpdated } = chain.stats
          sum.volumeTests += volumeTests
          sum.leafTests += leafTests
          sum.nodesUpdated += nodesUpdated
          if (hit && inThree) chain.undo()
        }
        counts.set(name, sum)
        return steps
      }
      return { name, round }
    })
    const timings = interleave(contenders, rounds, (share, label) =>
      progress((s + share) / sizes.length, `${n.toLocaleString('en')} links: ${label}`),
    )
    return timings.map(({ name, micros, ratio }) => {
      const { volumeTests, leafTests, nodesUpdated } = counts.get(name)!
      return {
        n,
        variant: name,
        stepMicros: roundFigure(micros),
        ratio: roundFigure(ratio),
        volumeTests: roundFigure(volumeTests / steps),
        leafTests: roundFigure(leafTests / steps),
        nodesUpdated: roundFigure(nodesUpdated / steps),
      }
    })
  })
}
