// Every table and figure of the five papers, and what became of it: docs/papers.md is made from this list and from the findings of the
// committed results (`node scripts/papers.mjs`, which `npm run lab:results` runs too). A test compares the page with both.
import type { Finding, Findings, Unmatched } from './findings.js'
import type { RunFacts } from './run.js'

export interface PublishedItem {
  /** As findings name it. */
  readonly name: string
  readonly shows: string
  /** A picture or an algorithm: nothing in it can be measured. Says where its subject is, where it is somewhere. */
  readonly drawing?: string
  /** Not repeated, and why. */
  readonly missing?: string
  /** Repeated, but its figures cannot be compared, for a reason that no run can change. */
  readonly notComparable?: string
}

export interface Paper {
  readonly title: string
  readonly tables: number
  readonly figures: number
  /** Which experiments repeat it. */
  readonly experiments: readonly string[]
  readonly items: readonly PublishedItem[]
}

/** Drawings in a row. */
function drawings(shows: Readonly<Record<string, readonly [shows: string, drawing: string]>>): PublishedItem[] {
  return Object.entries(shows).map(([name, [what, drawing]]) => ({ name, shows: what, drawing }))
}

export const PAPERS: readonly Paper[] = [
  {
    title: 'Efficient Maintenance and Self-Collision Testing for Kinematic Chains, SoCG 2002',
    tables: 1,
    figures: 8,
    experiments: ['chaintree', 'protein'],
    items: [
      ...drawings({
        'Figure 1': ['cached transformations of a chain', 'built in `src/chains/chain/`'],
        'Figure 2': ['boxes along the chain', 'built in `src/chains/chain/`'],
        'Figure 3': ['the boxes after one joint has turned', 'built in `src/chains/chain/`'],
      }),
      { name: 'Figure 4', shows: 'one joint corrupts a spatially adapted tree' },
      ...drawings({
        'Figure 5': ['a chain that needs N tests', 'its chain is run: Theorem 1'],
        'Figure 6': ['a layer of the chain that needs N^(4/3) tests', 'its chain is run: Theorem 2'],
      }),
      { name: 'Figure 7', shows: 'time of a step, compact chains of spheres' },
      { name: 'Figure 8', shows: 'time of a step, protein backbones' },
      { name: 'Table 1 (a)', shows: 'box tests a query, compact chains' },
      { name: 'Table 1 (b)', shows: 'box tests a query, protein backbones' },
    ],
  },
  {
    title: 'Collision Detection for Deforming Necklaces, SoCG 2002',
    tables: 0,
    figures: 7,
    experiments: ['necklace'],
    items: [
      ...drawings({
        'Figure 1': ['a wrapped and a layered hierarchy', 'both are built in `src/chains/necklace/`'],
        'Figure 2': ['one hierarchy, two conformations', 'basis changes are counted: section 6'],
        'Figure 3': ['a layered ball and its children', 'used in a proof'],
      }),
      { name: 'Figure 4', shows: 'points whose layered root is √(log n) times the wrapped one (Lemma 4.3)' },
      ...drawings({
        'Figure 5': [
          'two balls and the ball orthogonal to both',
          'used in a proof; Theorem 5.2 is tested in `test/chains/power/`',
        ],
        'Figure 6': ['the necklaces', 'made in `scenes/necklace-*.ts`, each with what the paper leaves open'],
      }),
      { name: 'Figure 7', shows: 'tests and frontiers a cage: a table of 17 rows' },
    ],
  },
  {
    title: 'Easy Realignment of k-DOP Bounding Volumes, Graphics Interface 2003',
    tables: 1,
    figures: 12,
    experiments: ['kdop'],
    items: [
      ...drawings({
        'Figure 1': ['the pipeline of collision detection', 'no part of the method'],
        'Figure 2': ['realignment by all directions', 'built in `src/meshes/kdop/`'],
        'Figure 3': ['realignment by the major axes', 'built in `src/meshes/kdop/`'],
        'Figure 4': ['the rings of a cone', 'built in `src/meshes/kdop/`'],
        'Figure 5': ['voidage regions', 'built in `src/meshes/kdop/`'],
        'Figure 6': [
          'points in the remaining region',
          'used in a derivation; ours is another, see `docs/decisions.md`',
        ],
        'Figure 7': ['points in inner regions', 'used in a derivation'],
        'Figure 8': ['points in outer regions', 'used in a derivation'],
        'Figure 9': ['remapping of directions', 'built in `src/meshes/kdop/`'],
      }),
      { name: 'Figure 10', shows: 'times and tests of two models that turn' },
      { name: 'Figure 11', shows: 'times and tests in parallel close proximity' },
      { name: 'Figure 12', shows: 'times and tests in point close proximity' },
      { name: 'Table 1', shows: 'apertures of the direction cones' },
    ],
  },
  {
    title: 'CAB: Fast Update of OBB Trees for Collision Detection between Articulated Bodies, 2004',
    tables: 5,
    figures: 4,
    experiments: ['cab'],
    items: [
      ...drawings({
        'Figure 1': ['the hierarchy, and how a parent’s axes are chosen', 'built in `src/volumes/merge-obb.ts`'],
        'Figure 2': ['two chains; AABB*', 'made in `scenes/articulated-*.ts`'],
        'Figure 3': ['the links', 'made in `scenes/articulated-links.ts`'],
        'Figure 4': ['the hand and the ball', 'made in `scenes/articulated-hand.ts`'],
      }),
      { name: 'Table 1', shows: '16 convex links, 3 : 1' },
      { name: 'Table 2', shows: '16 convex links, 6 : 1' },
      { name: 'Table 3', shows: '16 links that are not convex' },
      { name: 'Table 4', shows: '16 convex links, braided' },
      { name: 'Table 5', shows: 'a hand and a ball' },
    ],
  },
  {
    title:
      'Adaptive Dynamic Collision Checking for Single and Multiple Articulated Robots in Complex Environments, 2004',
    tables: 11,
    figures: 16,
    experiments: ['adaptive', 'planning'],
    items: [
      ...drawings({
        'Figure 1': ['two scenes', 'made in `scenes/motion-*.ts`'],
        'Figure 2': ['the algorithm ADAPTIVE-BISECTION', 'run as published: `lab/published/`'],
        'Figure 3': ['covering strategies', 'compared: section II'],
        'Figure 4': ['the algorithm GREEDY-DIST', 'run as published: `lab/published/`'],
        'Figure 5': ['a bad case of GREEDY-DIST', 'its bounds are measured: Table I'],
        'Figure 6': ['a planar linkage', 'used in a derivation'],
        'Figure 7': ['a sphere around a link’s reach', 'used in a derivation'],
        'Figure 8': ['how that sphere is constructed', 'used in a derivation'],
      }),
      { name: 'Figure 9', shows: 'histograms: quality of the motion bounds' },
      ...drawings({ 'Figure 10': ['reference links of two robots', 'their lengths: Table II'] }),
      {
        name: 'Figure 11',
        shows: 'scenes with thin obstacles, and their numbers of triangles',
        notComparable: 'the models are not public; ours have the same joints and about the same sizes',
      },
      {
        name: 'Figure 12',
        shows: 'scenes with many triangles, and their numbers of triangles',
        notComparable: 'the models are not public; ours have the same joints and about the same sizes',
      },
      { name: 'Figure 13', shows: 'the curve of a tip, and the configurations that a fixed resolution tests' },
      ...drawings({
        'Figure 14': ['three bad cases', 'run: Tables VIII to X'],
        'Figure 15': ['the algorithm REFINED-ADAPTIVE-BISECTION', 'run as published: `lab/published/`'],
        'Figure 16': ['what it inserts into its queue', 'run as published: `lab/published/`'],
      }),
      { name: 'Table I', shows: 'four distance computations' },
      { name: 'Table II', shows: 'reference lengths of the scenes' },
      { name: 'Table III', shows: 'fixed resolution and adaptive bisection, colliding segments' },
      { name: 'Table IV', shows: 'the resolution at which SBL is right' },
      { name: 'Table V', shows: 'A-SBL for eight δ' },
      { name: 'Table VI', shows: 'fixed resolution and adaptive bisection, free segments' },
      { name: 'Table VII', shows: 'random walks, and smoothing' },
      { name: 'Table VIII', shows: 'first bad case, by δ and ζ' },
      { name: 'Table IX', shows: 'second bad case, by δ and ζ' },
      { name: 'Table X', shows: 'third bad case, by δ and ζ' },
      { name: 'Table XI', shows: 'refined against adaptive bisection' },
    ],
  },
]

/** What the page needs of a result; results of before findings existed have neither. */
export interface ResultOf {
  readonly run?: RunFacts
  readonly findings?: Findings
}

export type State = 'reproduced' | 'differs' | 'not comparable' | 'drawing' | 'missing'

interface Judged {
  readonly item: PublishedItem
  readonly state: State
  readonly note: string
}

/** Findings of all experiments of a paper. */
function together(results: readonly ResultOf[]): Findings {
  const all = results.flatMap(({ findings }) => findings ?? [])
  return {
    reproduced: all.flatMap((f) => f.reproduced),
    differs: all.flatMap((f) => f.differs),
    notComparable: all.flatMap((f) => f.notComparable),
  }
}

export function judgeItem(item: PublishedItem, { reproduced, differs, notComparable }: Findings): Judged {
  const [same, other, none] = [reproduced, differs, notComparable].map(
    (list) => list.filter(({ of }) => of === item.name).length,
  )
  const counts = [
    [same!, 'reproduced'],
    [other!, 'differs'],
    [none!, 'not comparable'],
  ] as const
  const note = counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')
  if (other! > 0) return { item, state: 'differs', note }
  if (same! > 0) return { item, state: 'reproduced', note }
  if (none! > 0) return { item, state: 'not comparable', note }
  if (item.notComparable !== undefined) return { item, state: 'not comparable', note: item.notComparable }
  if (item.drawing !== undefined) return { item, state: 'drawing', note: item.drawing }
  return { item, state: 'missing', note: item.missing ?? 'no committed result covers it' }
}

/** The page, in Markdown. `results`: committed documents, by experiment. */
export function papersPage(results: Readonly<Record<string, ResultOf>>): string {
  const parts = PAPERS.map((paper) => {
    const findings = together(paper.experiments.map((name) => results[name] ?? {}))
    return { paper, findings, judged: paper.items.map((item) => judgeItem(item, findings)) }
  })
  const states = parts.flatMap(({ judged }) => judged.map(({ state }) => state))
  const count = (state: State): number => states.filter((one) => one === state).length
  const tables = PAPERS.reduce((sum, paper) => sum + paper.tables, 0)
  const figures = PAPERS.reduce((sum, paper) => sum + paper.figures, 0)
  return [
    '# Published tables and figures',
    [
      `The five papers behind Limber have ${tables} tables and ${figures} figures; tables in two parts are two lines here. This page lists all of them and what`,
      'became of them in the lab. `npm run lab:results` makes it from the findings of the committed results, which',
      '`npx limber lab <name>` prints at its end.',
    ].join(' '),
    [
      '| state | items | meaning |',
      '|---|---|---|',
      `| reproduced | ${count('reproduced')} | all that is compared comes out as published, within the tolerance that the finding states |`,
      `| differs | ${count('differs')} | a part does not; the list below says what, and our best explanation |`,
      `| not comparable | ${count('not comparable')} | it was repeated, but the print gives nothing to compare with |`,
      `| drawing | ${count('drawing')} | a picture or an algorithm: nothing in it can be measured |`,
      `| missing | ${count('missing')} | not repeated; the note says why |`,
    ].join('\n'),
    ...parts.map(({ paper, findings, judged }) => paperSection(paper, findings, judged, results)),
  ].join('\n\n')
}

function paperSection(
  { title, experiments }: Paper,
  findings: Findings,
  judged: readonly Judged[],
  results: Readonly<Record<string, ResultOf>>,
): string {
  const runs = experiments.map((name) => {
    const run = results[name]?.run
    return run === undefined
      ? `\`npx limber lab ${name}\` (its committed result is older than its findings)`
      : `\`npx limber lab ${name}\` (${run.date}, ${run.seconds.toLocaleString('en')} s on ${run.machine})`
  })
  const rows = judged.map(({ item, state, note }) => `| ${item.name} | ${item.shows} | ${state} | ${note} |`)
  const names = new Set(judged.map(({ item }) => item.name))
  const lists = [
    list('Differs', findings.differs),
    list('Not comparable', findings.notComparable),
    list('Reproduced', findings.reproduced),
  ].filter((text) => text !== '')
  const text = [...findings.reproduced, ...findings.differs, ...findings.notComparable].filter(
    ({ of }) => !names.has(of),
  )
  const beside = text.length === 0 ? [] : [`Statements of the text are in the lists too: ${text.length} of them.`]
  return [
    `## ${title}`,
    `Repeated by ${runs.join(' and ')}.`,
    ['| item | shows | state | |', '|---|---|---|---|', ...rows].join('\n'),
    ...beside,
    ...lists,
  ].join('\n\n')
}

function list(title: string, findings: readonly (Finding | Unmatched)[]): string {
  if (findings.length === 0) return ''
  const lines = findings.map((one) => {
    const why = 'why' in one ? ` *Why:* ${one.why}.` : ''
    return `- **${one.of}**: ${plain(one.what)}.${plain(why)}`
  })
  return [`### ${title}`, '', ...lines].join('\n')
}

/** Asterisks of names (`AABB*`) and less-than signs are no markup. */
function plain(text: string): string {
  return text.replaceAll('AABB*', 'AABB\\*').replaceAll('<', '&lt;')
}
