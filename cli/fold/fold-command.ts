// The options and the help of `limber fold`.
import type { Command } from 'commander'
import { EXIT_CODE_HELP } from '../exit-codes.js'

const HELP = `
Moves: pivot (one torsion of the backbone), crankshaft (what is between two alpha
carbons, about their axis), side-chain (one of their torsions; --atoms
flexible-sidechains). A move whose atoms clash is undone before any energy is
computed. Angles are in radians, or in degrees like 10deg; lengths in Å.

A start whose atoms clash is refused. With --relax its torsions are turned first, those
of side-chains too, until nothing clashes; atoms move as little as they can, bond
lengths and angles stay. What the run is compared with is then the relaxed start.

Potentials: hard (spheres that must not overlap), lj (Lennard-Jones as well) and go
(native contacts: wells between alpha carbons that are near in the file). Temperatures
are in the units of energy. Crankshafts bend the bond angles at two alpha carbons;
springs hold these, and the total energy includes theirs.

Replicas: one at each temperature; neighbouring ones try to swap. The table of
observables has one row per temperature, the trajectory is that of the lowest one, and
the plot shows means and heat capacity against temperature.

The same file, options and seed give the same trajectory, to the bit, on every
machine. With --checkpoint a run can be killed at any moment; the same command with
--resume continues, and ends with the same files as a run that was never stopped.
Options that are not given again keep their values; a larger --steps extends the run.
Only one run at a time can write a file: .NAME.….lock beside it names the run.

Ctrl-C, or the signal TERM, writes a checkpoint and complete files; exit code 130.

Examples:
  limber fold 1l2y.pdb --steps 1e6 --out run.pdb --observables run.csv --plot run.svg
  limber fold 1pga.pdb --steps 1e7 --potential go --anneal 2:0.5 --checkpoint run.check
  limber fold 1pga.pdb --checkpoint run.check --resume
  limber fold 1l2y.pdb --steps 1e6 --potential go --temperatures 0.5:1.5 --replicas 8 \\
    --plot melting.svg
  limber fold 4hhb.pdb --relax --steps 1e6 --out run.xtc --topology run-start.pdb
  limber fold 1ubq.cif --steps 1e6 --potential lj --atoms flexible-sidechains \\
    --moves pivot,crankshaft:2,side-chain:4 --out run.dcd --topology run-start.pdb`

export function addFoldOptions(program: Command): Command {
  const command = program
    .command('fold')
    .description('sample the torsions of a protein by Monte Carlo: trajectory, observables, plot')
    .argument('<structure>', 'a PDB, mmCIF, BinaryCIF or GRO file, gzipped or not')
    .option('--steps <count>', 'how many moves to try: 250000 or 1e6')
    .option('--seed <number>', 'seed of the random numbers; default 1')
    .option('--temperature <number>', 'default 1')
    .option('--anneal <from:to>', 'from one temperature to another instead: 2:0.5, or 2:0.5:geometric')
    .option('--temperatures <list>', 'replica exchange: 0.9,1,1.1, or 0.9:1.1 with --replicas; --steps are of each')
    .option('--replicas <count>', 'number of temperatures from the first to the last, by equal ratios')
    .option('--swap-every <moves>', 'moves between two attempts to swap; default 1000')
    .option('--workers <count>', 'threads for the replicas; default: one per core; affects only the time')
    .option('--json', 'print one JSON document')
  command
    .optionsGroup('Options for the protein:')
    .option('--atoms <which>', 'backbone (N, CA, C), rigid-sidechains (default) or flexible-sidechains')
    .option('--chain <ids>', 'only these chains: A or A,B; default: all')
    .option('--model <number>', 'the model, counted from 0; default: the first')
    .option('--altloc <letter>', 'the alternative location; default: the most occupied')
    .option('--hydrogens', 'include the hydrogens of the file; default: ignore them')
    .option('--radius <length>', 'one radius for all atoms; default for backbone 1.6')
    .option('--radii <source>', 'auto, bondi, mantina, alvarez, protor or probe; default bondi, scaled by 0.75')
    .option('--radius-scale <number>', 'factor for these radii')
    .option('--exclude-bonds <count>', 'ignore pairs of atoms at most this many bonds apart; default 4')
    .option('--omega', 'rotate peptide bonds too')
    .option('--relax', 'resolve clashes of the start first: torsions turn, as little as possible')
    .option('--disulphides <how>', 'hold: moves never break them (default, except for backbone); or free')
  command
    .optionsGroup('Options for energies:')
    .option('--potential <name>', 'hard (default), lj or go')
    .option('--well-depth <energy>', 'default 0.2 for lj, 1 for go')
    .option('--cutoff <length>', 'cutoff of lj; default 10')
    .option(
      '--contact-distance <length>',
      'alpha carbons within this distance in the file are native contacts; default 8',
    )
    .option('--contact-separation <count>', 'least number of residues between them; default 4')
    .option('--ignore-clashes', 'no hard spheres: only the energy decides (lj or go)')
  command
    .optionsGroup('Options for moves:')
    .option('--moves <shares>', 'relative shares, like pivot:2,crankshaft:1; default: equal')
    .option('--pivot-width <angle>', 'largest turn of a small pivot; default 0.15')
    .option('--pivot-uniform <share>', 'fraction of pivots that turn by any angle; default 0.1')
    .option('--side-chain-width <angle>', 'the same for side-chains; default 0.3')
    .option('--side-chain-uniform <share>', 'the same fraction for side-chains; default 0.3')
    .option('--crankshaft-width <angle>', 'largest turn over one residue; over N it is this / √N; default 0.3')
    .option('--crankshaft-span <a:b>', 'residues from end to end, fewest and most; default 2:12')
    .option('--topology-preserving', 'reject moves whose whole way is not proved free of clashes')
    .option('--stiffness <energy>', 'energy per square radian of bond angles at alpha carbons; default 50')
  return command
    .optionsGroup('Options for output:')
    .option('--out <file>', 'the trajectory: .pdb, .dcd or .xtc')
    .option('--precision <number>', 'of .xtc: coordinates are rounded to 1 / this nm; default 1000, which is 0.01 Å')
    .option('--topology <file>', 'the start as .pdb, with the atoms of the trajectory: names for a .dcd or .xtc')
    .option('--observables <file>', 'energy, radius of gyration, RMSD, native contacts: .csv or .json')
    .option('--plot <file>', 'the same as a picture (SVG)')
    .option('--every <moves>', 'moves between two samples of the observables; default: a thousandth of --steps')
    .option('--burn-in <moves>', 'moves to leave out of means and of plots against temperature; default 0')
    .option('--frame-every <moves>', 'moves between two frames of the trajectory; default: ten times --every')
    .option('--checkpoint <file>', 'write a checkpoint regularly, and at the end')
    .option(
      '--checkpoint-every <moves>',
      'moves between two checkpoints; default: a hundredth of --steps, within 1e3 to 1e6',
    )
    .option('--resume', 'continue from the checkpoint, if there is one')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
}
