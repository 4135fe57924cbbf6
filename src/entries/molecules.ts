// The entry `limber/molecules`: structures, clashes, torsions, energies, Monte Carlo, and their files.

export { Random } from '../base/math/random.js'
export type { StopSignal } from '../base/work/running.js'
export type { MoveOutcome } from '../chains/chain/chain-move-search.js'
export {
  BrokenInvariantError,
  ChainBusyError,
  FileError,
  type FilePlace,
  FramesFileError,
  InvalidInputError,
  LimberError,
  NothingToUndoError,
  ResultTooLargeError,
  StructureFileError,
} from '../errors.js'
export { parseDcd } from '../formats/molecules/dcd.js'
export { type DcdWriteOptions, dcdFrame, dcdHeader, writeDcd } from '../formats/molecules/dcd-write.js'
export { parseFrames, parseTopology } from '../formats/molecules/frames.js'
export type { AtomSelection, FrameAtoms } from '../formats/molecules/frames-atoms.js'
export type { Frames, FramesFormat, FramesOptions, PeriodicCell } from '../formats/molecules/frames-data.js'
export { parseGro } from '../formats/molecules/gro.js'
export type { GromacsFrame } from '../formats/molecules/gromacs-frames.js'
export { parsePdbFrames } from '../formats/molecules/pdb-frames.js'
export { type PdbWriteOptions, pdbEnd, pdbHeader, pdbModel, writePdb } from '../formats/molecules/pdb-write.js'
export { type RopeFrames, type RopeStep, ropeStep, wholeRope } from '../formats/molecules/periodic-rope.js'
export { parsePoints } from '../formats/molecules/points.js'
export { ropeRadius, ropeSpacings } from '../formats/molecules/rope-spacing.js'
export { parseStructure } from '../formats/molecules/structure.js'
export type { StructureFormat, StructureOptions } from '../formats/molecules/structure-source.js'
export { parseTrr, type TrrFrames } from '../formats/molecules/trr.js'
export { parseXtc, type XtcFrame, type XtcFrames } from '../formats/molecules/xtc.js'
export { writeXtc, type XtcWriteOptions, xtcFrame } from '../formats/molecules/xtc-write.js'
export { parseXyz } from '../formats/molecules/xyz.js'
export { type Clash, type Clashes, type ClashSeverity, clashes, type ResidueClashes } from '../molecules/clash/clash.js'
export type { ClashOptions } from '../molecules/clash/clash-options.js'
export type { Clashscore } from '../molecules/clash/clashscore.js'
export type { EnergyStats, EnergySum, PairList, PairTerm, Stretch } from '../molecules/energy/energy.js'
export { EnergyProposalError, InfiniteEnergyError } from '../molecules/energy/energy-errors.js'
export { type EnergyOptions, type EnergyWay, energySum } from '../molecules/energy/energy-sum.js'
export {
  hardSpheres,
  type LennardJonesOptions,
  lennardJones,
  type NativeContacts,
  nativeContacts,
  type PerAtom,
  sumOfTerms,
} from '../molecules/energy/pair-energy.js'
export { GO_MOVES, GoChain } from '../molecules/go/go-chain.js'
export { type GoModel, type GoOptions, goModel } from '../molecules/go/go-model.js'
export { GoReplica, type GoReplicaInput } from '../molecules/go/go-replica.js'
export { CheckpointError } from '../molecules/monte-carlo/checkpoint-bytes.js'
export { EnergyNotANumberError, type MoveCounts, type MoveWeights } from '../molecules/monte-carlo/metropolis.js'
export { type Moment, Moments, type MomentsState } from '../molecules/monte-carlo/moments.js'
export { MonteCarloRun, monteCarlo, monteCarloNow } from '../molecules/monte-carlo/monte-carlo.js'
export type {
  CheckpointOptions,
  McProgress,
  McResult,
  MonteCarloOptions,
} from '../molecules/monte-carlo/monte-carlo-options.js'
export {
  type CrankshaftOptions,
  ProteinSystem,
  type ProteinSystemOptions,
  type TurnOptions,
} from '../molecules/monte-carlo/monte-carlo-protein.js'
export type { McSystem } from '../molecules/monte-carlo/monte-carlo-system.js'
export {
  contactFraction,
  type NativeContactOptions,
  type Observable,
  radiusOfGyration,
  rmsdTo,
} from '../molecules/monte-carlo/observable.js'
export {
  type ContactOptions,
  POTENTIALS,
  type Potential,
  type ProteinPotentialOptions,
  proteinObservables,
  proteinPotential,
} from '../molecules/monte-carlo/protein-potential.js'
export type { Replica, ReplicaRunner, ReplicaView, ReplicaWork } from '../molecules/monte-carlo/replica.js'
export { type ReplicaExchangeResult, replicaExchange } from '../molecules/monte-carlo/replica-exchange.js'
export { ReplicaLadder, type ReplicaLadderOptions } from '../molecules/monte-carlo/replica-ladder.js'
export { localReplicas } from '../molecules/monte-carlo/replica-local.js'
export type {
  ReplicaCheckpointOptions,
  ReplicaExchangeOptions,
  ReplicaProgress,
  ReplicaRound,
} from '../molecules/monte-carlo/replica-options.js'
export {
  type ReplicaPort,
  ReplicaWorkerError,
  serveReplicas,
  startReplicaPool,
} from '../molecules/monte-carlo/replica-pool.js'
export {
  type NodeThread,
  nodeReplicaPort,
  type WebThread,
  webReplicaPort,
} from '../molecules/monte-carlo/replica-ports.js'
export { McReplica, type McReplicaOptions } from '../molecules/monte-carlo/replica-system.js'
export { Samples } from '../molecules/monte-carlo/samples.js'
export type { Schedule } from '../molecules/monte-carlo/schedule.js'
export { Protein, type TorsionChange } from '../molecules/protein/protein.js'
export type { ProteinAtoms, ProteinOptions } from '../molecules/protein/protein-options.js'
export type { ProteinClash } from '../molecules/protein/protein-overlaps.js'
export type { ProteinPiece } from '../molecules/protein/protein-select.js'
export {
  type RelaxOptions,
  type RelaxProgress,
  type RelaxResult,
  type RelaxRun,
  relax,
} from '../molecules/protein/relax.js'
export type { FixedTorsion, Torsion, TorsionKind } from '../molecules/protein/torsion.js'
export { type BondGraph, structureBonds } from '../molecules/structure/bonds.js'
export {
  type AtomRadii,
  atomRadii,
  elementRadius,
  RADII_NAMES,
  type RadiiName,
  type RadiiOptions,
  type RadiusRule,
} from '../molecules/structure/radii.js'
export {
  findAtom,
  type Residue,
  type ResidueKind,
  residueLabel,
  type Structure,
  type StructureAtoms,
  type StructureChain,
} from '../molecules/structure/structure.js'
