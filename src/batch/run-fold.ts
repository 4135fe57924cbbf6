// A Monte Carlo run as a job: what `monteCarlo` says of a protein, the means of its samples, and the structure that it ends with.
import { InvalidInputError } from '../errors.js'
import { pdbEnd, pdbHeader, pdbModel } from '../formats/molecules/pdb-write.js'
import { Moments } from '../molecules/monte-carlo/moments.js'
import { monteCarlo, monteCarloNow } from '../molecules/monte-carlo/monte-carlo.js'
import type { McResult, MonteCarloOptions } from '../molecules/monte-carlo/monte-carlo-options.js'
import { ProteinSystem } from '../molecules/monte-carlo/monte-carlo-protein.js'
import { proteinObservables, proteinPotential } from '../molecules/monte-carlo/protein-potential.js'
import type { Schedule } from '../molecules/monte-carlo/schedule.js'
import { Protein } from '../molecules/protein/protein.js'
import type { ProteinOptions } from '../molecules/protein/protein-options.js'
import type { Structure } from '../molecules/structure/structure.js'
import type { JobOf } from './job.js'
import { type Run, type Watch, watched } from './run-slices.js'

/** Builds the system; the function that it returns runs it. `digest`: of a text. */
export function prepareFold(job: JobOf<'fold'>, structure: Structure, digest: (text: string) => string): Run {
  const { chains, model, atoms, hydrogens, radius, radii, radiusScale, excludeBonds, omega, disulphides } = job
  const built = { chains, model, atoms, hydrogens, radius, radii, radiusScale, excludeBonds, omega, disulphides }
  const options: ProteinOptions = Object.fromEntries(Object.entries(built).filter(([, value]) => value !== undefined))
  const protein = new Protein(structure, options)
  const { potential, wellDepth, cutoff, contactDistance, contactSeparation } = job
  const energy = { ...options, potential, wellDepth, cutoff, contactDistance, contactSeparation }
  const observables = proteinObservables(protein, energy)
  const { clashes, topologyPreserving, pivot, sideChain, crankshaft } = job
  const system = new ProteinSystem(protein, {
    ...{ ...proteinPotential(protein, energy), clashes, topologyPreserving, pivot, sideChain, crankshaft },
  })
  if (system.energy === Infinity) throw new InvalidInputError('structure', job.structure, 'a start without clashes')
  const { steps, seed, schedule, moves, every, burnIn = 0, final = 'digest' } = job
  const temperature = job.temperature ?? (schedule === undefined ? 1 : undefined)
  const columns = ['step', 'temperature', 'energy', ...observables.map(({ name }) => name)]
  const moments = new Moments(columns.length)
  let last: readonly number[] = []
  const asked: MonteCarloOptions = {
    ...{ steps, seed, temperature, schedule: schedule as Schedule | undefined, every, observables },
    moves: moves as Readonly<Record<string, number>> | undefined,
    keepSamples: false,
    onSample(row) {
      last = Array.from(row)
      if (burnIn === 0 || row[0]! > burnIn) moments.push(row)
    },
  }
  const answer = ({ outcome, moves: counts, energy: end, lowest, drift }: McResult): object => {
    const named = (value: (column: number) => unknown) => Object.fromEntries(columns.map((name, k) => [name, value(k)]))
    const { step: _, ...observed } = named((k) => moments.of(k))
    return {
      ...{
        outcome,
        residues: new Set(protein.residueOf).size,
        atoms: protein.atoms,
        torsions: protein.torsions.length,
      },
      ...{ moves: counts, energy: end, lowest, drift, observed, last: named((k) => last[k]) },
      ...(final === 'none' ? {} : { final: final === 'whole' ? pdbOf(job, protein) : digest(pdbOf(job, protein)) }),
    }
  }
  return Object.assign(() => answer(monteCarloNow(system, asked)), {
    watched: async (watch: Watch) =>
      answer(await watched(monteCarlo(system, { ...asked, signal: watch.signal }), watch)),
  })
}

/** Where the atoms are now. The text does not say which folder the file came from. */
function pdbOf(job: JobOf<'fold'>, protein: Protein): string {
  const structure = { ...protein.structure, name: job.structure.replace(/^.*\//, '') }
  const atoms = { atoms: protein.structureAtom }
  return pdbHeader(structure, atoms) + pdbModel(structure, protein.coordinates(), 1, atoms) + pdbEnd()
}
