// Energies that are kept as partial sums, so that a move costs what it changed: the interface, and the choice between the ways.
// Only terms of atoms that moved relative to each other are computed again; all others are in sums that stay
// (chaintree-2002, section 5, and the EnergyTree that its authors built on it).
//
// Two ways behind one interface: sums of pairs of blocks in a dense matrix (block-sums.ts) for small systems, sums at pairs of
// nodes of a tree (node-sums.ts) for large ones; and a third for terms that are a list of pairs (energy-list.ts).
//
// Invariants: nothing drifts, since every sum is recomputed from its parts, never corrected by a difference; undo() restores
// every sum to the bit; an infinite term is found before anything is added, so sums are finite always.

/** An energy of pairs of atoms that ends at a distance. */
export interface PairTerm {
  /** No energy from this distance on; finite. In ångström. */
  readonly cutoff: number
  /** How many atoms it has numbers for, where these are one an atom; undefined: any. */
  readonly atoms?: number | undefined
  /**
   * The energy of atoms i < j at a squared distance below cutoff². Infinity: they may not be there. Must be a function of its
   * arguments alone, and never NaN or -Infinity.
   */
  energy(i: number, j: number, squared: number): number
}

/** An energy of listed pairs, at any distance: native contacts, springs. */
export interface PairList {
  /** Two atoms a pair. */
  readonly pairs: ArrayLike<number>
  /** The energy of pair k; as for a `PairTerm`. */
  energy(k: number, squared: number): number
}

/** Atoms [from, to) that moved as one rigid body. */
export interface Stretch {
  readonly from: number
  readonly to: number
  /**
   * Stretches of the same body moved together, as one; without it, each stretch is a body of its own. A number of the caller's
   * choosing.
   */
  readonly body?: number | undefined
}

/** What was done since the sum was made. */
export interface EnergyStats {
  readonly proposals: number
  /** Proposals with an infinite term. */
  readonly refused: number
  /** Pairs of blocks (for lists: 0) whose energies were computed again. */
  readonly blocks: number
  /** Pairs of blocks, or of nodes, that were tested by their balls. */
  readonly tests: number
  /** Pairs of atoms whose distance was measured. */
  readonly distances: number
  /** Pairs of atoms within the cutoff: how often a term was asked. */
  readonly pairs: number
}

/** The kept energy of a conformation. */
export interface EnergySum {
  /** The energy as it is: of the proposal while there is one, else of what was accepted last. Always finite. */
  readonly total: number
  /**
   * New positions (x, y, z an atom, of all atoms) in which the atoms of `moved` are elsewhere, each stretch having moved rigidly,
   * and all others are where they were. Returns the energy there; Infinity: not allowed there, and nothing is changed. The old
   * sums are kept until accept() or undo(). The positions are copied.
   */
  propose(positions: Float64Array, moved: readonly Stretch[]): number
  /** The proposal becomes the conformation. Without a proposal, or after an infinite one, EnergyProposalError. */
  accept(): void
  /** Back to the bit to what was accepted last. After an infinite proposal it is allowed, and does nothing. */
  undo(): void
  /**
   * Recomputes every term, and returns the total: sums are as if made from these positions, so they are a function of the
   * positions alone (kept ones depend in the last bits on how the atoms came there). Refused while there is a proposal.
   * InfiniteEnergyError, and nothing changed, where those last bits make hard spheres that touched overlap.
   */
  recompute(): number
  /** Everything that later energies depend on, to the bit; for checkpoints. Refused while there is a proposal. */
  save(): Float64Array
  /** Restores what save() of a sum with the same options returned. */
  restore(saved: Float64Array): void
  readonly stats: EnergyStats
}
