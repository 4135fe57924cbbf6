// The experiments of the lab, described for people: what each is about, and what its paper says.
import type { LabReport } from './report.js'

export interface LabExperiment {
  readonly name: string
  readonly title: string
  readonly sentence: string
  readonly paper: string
  /** What the paper says, in our words. */
  readonly says: readonly string[]
  /** Who says it, where there is no paper. */
  readonly sayer?: string
  /** How long the short form takes here. */
  readonly here?: string
  /** Why it does not run here. */
  readonly notHere?: string
  /** Figures and tables of a document. */
  report(document: never): Promise<LabReport>
}

export const EXPERIMENTS: readonly LabExperiment[] = [
  {
    name: 'chaintree',
    title: 'Long chains',
    sentence: 'A chain of spheres folds at random; after every turn it is tested against itself.',
    paper: 'Efficient Maintenance and Self-Collision Testing for Kinematic Chains, SoCG 2002',
    says: [
      'An update takes O(k log(n/k)) and a self-collision test at most O(n^(4/3)) for a tree along the chain.',
      'With 10,000 links it is better than 30 times over all other algorithms.',
    ],
    here: 'about a minute',
    report: (document) => import('./reports/chaintree.js').then((m) => m.report(document)),
  },
  {
    name: 'kdop',
    title: 'Realigned k-DOPs',
    sentence: 'Two meshes near each other: volumes with k directions are realigned in six ways, beside oriented boxes.',
    paper: 'Easy Realignment of k-DOP Bounding Volumes, Graphics Interface 2003',
    says: [
      'In plots without numbers: its way (occupancy) is good on average, and sometimes outpaced by all directions.',
      'Oriented boxes are best in parallel close proximity.',
    ],
    here: 'about a minute',
    report: (document) => import('./reports/kdop.js').then((m) => m.report(document)),
  },
  {
    name: 'cab',
    title: 'Articulated bodies',
    sentence:
      'Box trees over chains and a hand that move in every frame: how many exact queries are left, and the time.',
    paper: 'CAB: Fast Update of OBB Trees for Collision Detection between Articulated Bodies, 2004',
    says: [
      'Boxes aligned with their children are updated more than twice as fast as refitted oriented boxes.',
      'They leave as many exact queries as fitted ones do, and far fewer than axis-aligned boxes.',
    ],
    notHere: 'Its frames come from a simulation of rigid bodies that is not in the page.',
    report: (document) => import('./reports/cab.js').then((m) => m.report(document)),
  },
  {
    name: 'adaptive',
    title: 'Motions, proved',
    sentence: 'Is a whole motion free? Fixed resolution, the paper’s two checkers, and ours, on thin things.',
    paper:
      'Adaptive Dynamic Collision Checking for Single and Multiple Articulated Robots in Complex Environments, 2004',
    says: [
      'Adaptive bisection never misses a collision, and costs about as much as a fixed resolution that mostly does not.',
      'Refined bisection needs about a tenth of the tests of volumes.',
    ],
    notHere: 'It takes longer than a page should.',
    report: (document) => import('./reports/adaptive.js').then((m) => m.report(document)),
  },
  {
    name: 'planning',
    title: 'Planners',
    sentence: 'The same planner with both checkers: how fast, and how often its path collides after all.',
    paper:
      'Adaptive Dynamic Collision Checking for Single and Multiple Articulated Robots in Complex Environments, 2004',
    says: [
      'The step at which a sampled planner stays right differs by twenty times from scene to scene, and is not known before.',
      'With adaptive checks no path collides, at about the same time.',
    ],
    notHere: 'It takes longer than a page should.',
    report: (document) => import('./reports/planning.js').then((m) => m.report(document)),
  },
  {
    name: 'necklace',
    title: 'Necklaces',
    sentence: 'Cages wrapped around ropes and backbones of which every bead moves: tests, frontiers, changes.',
    paper: 'Collision Detection for Deforming Necklaces, SoCG 2002',
    says: [
      'Bases of cages change seldom: 500 times in 100 frames of a rolling spiral, the power diagram 50,000 times.',
      'Self-collision takes O(n log n) in the plane and O(n^(4/3)) in space.',
    ],
    here: 'half a minute',
    report: (document) => import('./reports/necklace.js').then((m) => m.report(document)),
  },
  {
    name: 'protein',
    title: 'Protein backbones',
    sentence:
      'Backbones of 56 to 755 residues under torsion moves: clashes and energies, against grids and cell lists.',
    paper: 'Efficient Maintenance and Self-Collision Testing for Kinematic Chains, SoCG 2002',
    says: ['242, 664 and 747 box tests a query for proteins of 56, 323 and 647 residues.'],
    here: 'about a minute',
    report: (document) => import('./reports/protein.js').then((m) => m.report(document)),
  },
  {
    name: 'melting',
    title: 'Melting',
    sentence:
      'A small protein under a native-contact potential melts at one temperature: replica exchange shows the peak.',
    paper: 'A potential after Topological and energetic factors, J. Mol. Biol. 2000, with rigid bonds',
    says: ['Native-centric models of small proteins fold in one cooperative step.'],
    notHere: 'The scene Protein melts one live.',
    report: (document) => import('./reports/melting.js').then((m) => m.report(document)),
  },
  {
    name: 'bend',
    title: 'Whole steps',
    sentence: 'Ropes, chains and cloth from one frame to the next: the whole step proved, beside sampling it.',
    paper: 'No paper: beside the figures of our prototype',
    sayer: 'Our prototype',
    says: [
      'An ordinary step of a rope takes as many tests as a query on its last frame, a turn by 1.5 rad up to 1.6 times as many.',
      'One joint of a chain of 100,000 links takes some 260 tests.',
    ],
    here: 'half a minute',
    report: (document) => import('./reports/bend.js').then((m) => m.report(document)),
  },
]

export function experimentOf(name: string): LabExperiment {
  return EXPERIMENTS.find((one) => one.name === name) ?? EXPERIMENTS[0]!
}
