// Protein backbones: box tests beside Table 1 (b), steps beside grids and OBB trees, energies beside cell lists.
import type { ProteinDocument } from '../../../../lab/protein.js'
import { digits, type LabFigure, type LabReport, unique, whole } from '../report.js'

export function report({ rows, energies, published, checks, disagreements }: ProteinDocument): LabReport {
  const methods = unique(rows.map(({ method }) => method))
  const kinds = unique(rows.map(({ moves }) => moves))
  const lengths = unique(rows.map(({ residues }) => residues))
  const of = (method: string, residues: number, moves: string) =>
    rows.find((row) => row.method === method && row.residues === residues && row.moves === moves)
  const nameOf = (residues: number): string =>
    `${rows.find((row) => row.residues === residues)?.protein ?? ''}, ${residues}`
  const counted = ['chaintree', 'k-obbtree'].filter((method) => methods.includes(method as never))
  const figures: LabFigure[] = [
    ...counted.map(
      (method): LabFigure => ({
        kind: 'bars',
        title: `Box tests a query of ${method === 'chaintree' ? 'the ChainTree' : 'an OBB tree a piece'} (Table 1 b)`,
        x: 'tests',
        names: [...kinds.map((moves) => `${moves} moves`), 'paper'],
        groups: lengths.map((residues) => ({
          name: nameOf(residues),
          values: [
            ...kinds.map((moves) => of(method, residues, moves)?.volumeTests ?? undefined),
            published.find((one) => one.method === method && one.residues === residues)?.value,
          ],
        })),
      }),
    ),
    ...kinds.map(
      (moves): LabFigure => ({
        kind: 'bars',
        title: `A step, ${moves} moves`,
        x: 'µs, logarithmic',
        names: methods,
        xLog: true,
        groups: lengths.map((residues) => ({
          name: nameOf(residues),
          values: methods.map((method) => of(method, residues, moves)?.stepMicros),
        })),
      }),
    ),
    ...unique(energies.map(({ state }) => state)).map((state): LabFigure => {
      const own = energies.filter((row) => row.state === state)
      const ways = unique(own.map(({ method }) => method))
      return {
        kind: 'bars',
        title: `Moves a second under Lennard-Jones, ${state}`,
        x: 'logarithmic',
        names: ways,
        xLog: true,
        groups: unique(own.map(({ residues }) => residues)).map((residues) => ({
          name: `${residues} residues`,
          values: ways.map(
            (method) => own.find((row) => row.method === method && row.residues === residues)?.movesPerSecond,
          ),
        })),
      }
    }),
  ]
  const longest = Math.max(0, ...lengths)
  const chain = of('chaintree', longest, 'uniform')
  const grid = of('grid', longest, 'uniform')
  return {
    measured:
      chain === undefined || grid === undefined
        ? []
        : [
            `The longest backbone (${whole(longest)} residues, uniform angles) takes ${digits(chain.stepMicros)} µs a step; a grid filled at each step takes ${digits(grid.stepMicros / chain.stepMicros)} times as long.`,
          ],
    figures,
    checks: [
      {
        claim: 'every answer is that of every other method',
        seen: disagreements === 0 ? 'no step differs' : `${whole(disagreements)} steps differ`,
        passed: disagreements === 0,
        decides: true,
      },
      ...checks.map(({ what, value, bound, way, holds }) => ({
        claim: `${what}: ${way} ${digits(bound)}`,
        seen: digits(value),
        passed: holds,
        decides: true,
      })),
    ],
  }
}
