// Which structure answers for a necklace: the hybrid that necklaces-2002 (section 6) asks for. The cages cost a verification a
// step and few tests where the necklace is loose; the grid costs the same however it lies; the power diagram costs most, and
// does not care how unequal the beads are or how many lie on each other.
//
// Costs are counted, not timed, so that the same necklace takes the same way on every machine: each count has a weight, in
// nanoseconds of the machine they were measured on (bench/necklaces; only their ratios matter). What another structure would
// cost is known from below (the part that does not depend on how the beads lie), so most of the time nothing has to be tried;
// where the other could be cheaper it is tried, with a budget, and the longer it was not worth it the rarer.

/**
 * Nanoseconds, about: a verification, a cage verified and a bead tested for it; a cage searched, a pair of cages, a pair of beads
 * tested.
 */
const VERIFICATION = 3000
const CAGE_VERIFIED = 60
const BEAD_VERIFIED = 3.5
const CAGE_SEARCHED = 12
const CAGE_PAIR = 9
const BEAD_PAIR = 8
/** A bucket or a bead gone over, and a pair of beads tested, by the grid. */
const GRID_VISIT = 25
const GRID_PAIR = 4.5

/** Tests a bead, or a cage, that a search may make before it is known what the other costs. Ropes take 5 to 20, and to 150. */
const GRID_TESTS = 200
const TREE_TESTS = 400
/** How many times what it took last a structure may take before the other has a try. */
const SOME_TIMES = 4

/** The other structure must promise to be this much cheaper to be tried, and prove it to be taken. */
const WORTH = 0.9

/** Queries until the other structure is tried again: doubled each time it was not worth it. */
const FIRST_WAIT = 16
const LONGEST_WAIT = 4096

export class NecklaceChoice {
  method: 'cages' | 'grid' = 'grid'
  private wait = FIRST_WAIT
  private left = 0
  private gridCost = 0
  private treeCost = 0
  /** They have answered last time they were asked. */
  private gridKnown = false
  private treeKnown = false
  /** Tests they took then. */
  private gridTests = 0
  private treeTests = 0

  /**
   * `beads` and `cages` of the tree, and the beads in all its cages together: what a verification tests. `dearer`: how many times as
   * long as in one frame a test takes in the cages.
   */
  constructor(
    private readonly beads: number,
    private readonly cages: number,
    private readonly held: number,
    private readonly dearer = 1,
  ) {
    this.gridCost = this.leastGrid()
    this.treeCost = this.leastTree(1)
  }

  /**
   * What is to answer now. `share`: how much of a verification the question is charged: nothing where the cages are up to date
   * for another reason, a part where several questions are asked a step.
   */
  next(share: number): 'cages' | 'grid' {
    const { method } = this
    const own = method === 'grid' ? this.gridCost : this.treeCost
    const other = method === 'grid' ? this.leastTree(share) : this.leastGrid()
    if (other > WORTH * own || --this.left > 0) return method
    this.left = this.wait
    return method === 'grid' ? 'cages' : 'grid'
  }

  /**
   * Tests that a search may make. The structure that answers may take some times what it took last; the other one, on trial,
   * what makes it no dearer; and where nothing is known, a generous number for necklaces whose neighbours alone overlap.
   */
  budget(method: 'cages' | 'grid', share: number): number {
    const isGrid = method === 'grid'
    const other = isGrid ? this.treeKnown : this.gridKnown
    const unknown = isGrid ? GRID_TESTS * this.beads : TREE_TESTS * this.cages
    if (method === this.method) return Math.max(unknown, SOME_TIMES * (isGrid ? this.gridTests : this.treeTests))
    if (!other) return unknown
    if (isGrid) return Math.max(this.beads, this.treeCost / GRID_PAIR)
    return Math.max(this.cages, (this.gridCost / WORTH - share * this.verification()) / (this.dearer * CAGE_PAIR))
  }

  /** What a search by the grid came to; `over`: it gave up. */
  tookGrid(over: boolean, visits: number, tests: number): void {
    this.gridCost = visits * GRID_VISIT + tests * GRID_PAIR
    this.gridKnown = !over
    this.gridTests = over ? 0 : tests
    if (over) this.settle(this.method === 'grid', 'cages')
    else if (this.method === 'cages') this.settle(this.gridCost < WORTH * this.treeCost, 'grid')
  }

  /** What a search of the cages came to; `over`: it gave up. */
  tookTree(over: boolean, share: number, volumeTests: number, leafTests: number): void {
    const upkeep = this.cages * CAGE_SEARCHED + share * this.verification()
    const cost = upkeep + this.dearer * (volumeTests * CAGE_PAIR + leafTests * BEAD_PAIR)
    if (this.method === 'grid') this.settle(!over && cost < WORTH * this.gridCost, 'cages')
    else if (this.gridKnown && cost > this.gridCost / WORTH) this.method = 'grid'
    this.treeCost = cost
    this.treeKnown = !over
    this.treeTests = over ? 0 : volumeTests + leafTests
  }

  private settle(worth: boolean, method: 'cages' | 'grid'): void {
    if (worth) this.method = method
    this.wait = worth ? FIRST_WAIT : Math.min(LONGEST_WAIT, 2 * this.wait)
    this.left = this.wait
  }

  private verification(): number {
    return VERIFICATION + this.cages * CAGE_VERIFIED + this.held * BEAD_VERIFIED
  }

  /** Half a test a cage is the least that a search can do: one for each that has two below it. */
  private leastTree(share: number): number {
    return share * this.verification() + this.cages * (CAGE_SEARCHED + (this.dearer * CAGE_PAIR) / 2)
  }

  private leastGrid(): number {
    return 3 * this.beads * GRID_VISIT
  }
}
