// Writes docs/figures.md from what the benches and the lab have committed (bench/results, lab/results): no figure on that page is
// written by hand. `node scripts/figures.mjs`.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path) => JSON.parse(readFileSync(at(path), 'utf8'))
const bench = (name) => read(`bench/results/${name}.json`)

/** Two significant digits below 100, whole numbers with thousands above. */
function figure(value) {
  if (value === undefined || value === null) return ''
  if (Math.abs(value) >= 1000) return Math.round(Number(value.toPrecision(3))).toLocaleString('en')
  return String(Number(value.toPrecision(Math.abs(value) >= 100 ? 3 : 2)))
}

const times = (ratio) => (ratio === undefined ? '' : `${figure(ratio)} ×`)
const time = (micros) => (micros >= 1000 ? `${figure(micros / 1000)} ms` : `${figure(micros)} µs`)
const most = (list) => Math.max(...list)
const least = (list) => Math.min(...list)

function span(list, show = figure) {
  const [low, high] = [show(least(list)), show(most(list))]
  return low === high ? low : `${low}–${high}`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const unique = (list) => [...new Set(list)]
const sum = (list) => list.reduce((a, b) => a + b, 0)

function machine({ machine: { node, cpu, cores } }) {
  return `Node ${node.slice(1)}, ${cpu}, ${cores} cores.`
}

function plans() {
  const data = bench('planning')
  const all = data.rows.filter(({ scene, robot }) => scene === 'all' && robot === 'both')
  const rows = all.map((row) => [
    `\`${row.planner}\`${row.planner.startsWith('sampled') ? ' rad, nothing proved' : ''}`,
    [row.model, row.goals].filter(Boolean).join(', '),
    `${row.solved} of ${row.problems}`,
    figure(row.medianMillis),
    figure(row.millis95),
    row.colliding,
  ])
  return `\`npm run bench -- planning\`: problems of MotionBenchMaker, a Panda and a UR5 with its gripper among 7 to 21 boxes and cylinders, mesh-exact. The world's set-up is not counted. ${machine(data)}

${table(['planner', 'links', 'solved', 'median ms', '95 % ms', 'paths that collide'], rows)}

The second row of \`rrt-connect\` has goals 0.00001 from an obstacle, the third the robots' sphere models. Every path was swept again.`
}

function allow() {
  const data = bench('allow')
  const rows = data.rows.map((row) => [
    row.robot,
    row.pairs,
    ...['never', 'sometimes', 'always', 'touches', 'contained', 'undecided'].map((name) => row.classes[name] ?? 0),
    figure(row.mostCells),
    figure(row.seconds),
    row.unsafe.length,
    row.wasteful.length,
  ])
  return `\`npm run bench -- allow\`: \`limber allow\` with ${data.threads} threads. Every pair of links is decided over all joint values. *Unsafe*: exemptions of the robot's own list that are refuted; *wasteful*: pairs that are checked and never touch. ${machine(data)}

${table(['robot', 'pairs', 'never', 'sometimes', 'always', 'touches', 'contained', 'undecided', 'most cells a pair', 'seconds', 'unsafe', 'wasteful'], rows)}
${data.notes.map((note) => `\n${note}.\n`).join('')}
[Lists that robots ship with](guides/allowed-pairs.md#lists-that-robots-ship-with) says whose lists these are.`
}

/** The robots whose files list exemptions, and whose files they are. */
const LISTS = {
  pr2: "PR2 (Gepetto's example-robot-data)",
  fetch: "Fetch (VAMP's)",
  panda: "Panda (VAMP's)",
  iiwa: "iiwa 14 (tesseract's)",
  ur5: "UR5 with gripper (VAMP's)",
  irb2400: "IRB 2400 (tesseract's)",
  fanuc: "Fanuc M-10iA (MoveIt's)",
}

/** Of every list: how many exemptions are refuted, of how many, how deep, and how many pairs are checked for nothing. */
function lists() {
  const { rows } = bench('allow')
  return Object.entries(LISTS).map(([robot, name]) => {
    const { unsafe, wasteful, confirmed, classes } = rows.find((row) => row.robot === robot)
    if (classes.undecided !== undefined)
      throw new Error(`${robot}: an undecided exemption is neither confirmed nor refuted`)
    const depths = unsafe.map((text) => Number(/: ([\d.]+) mm deep/.exec(text)[1]))
    return {
      robot,
      name,
      refuted: unsafe.length,
      all: confirmed + unsafe.length,
      depth: depths.length === 0 ? '' : `${span(depths, (mm) => mm.toFixed(mm < 1 ? 1 : 0))} mm`,
      wasteful: wasteful.length,
    }
  })
}

function rigid() {
  const rows = bench('motions').rows.filter(({ part }) => part === 'rigid')
  const contenders = unique(rows.map(({ contender }) => contender))
  const own = contenders.map((name) => {
    const list = rows.filter(({ contender }) => contender === name)
    const total = sum(list.map(({ micros, motions }) => micros * motions))
    const counts = ['motions', 'hits', 'missed', 'late'].map((key) => sum(list.map((row) => row[key] ?? 0)))
    return { name, how: list[0].how, total, counts }
  })
  return own.map((row) => ({ ...row, ratio: row.total / own[0].total }))
}

function motions() {
  const data = bench('motions')
  const segments = data.rows.filter(({ part }) => part === 'segments')
  const contenders = unique(segments.map(({ contender }) => contender)).slice(1)
  const table1 = (kind) =>
    table(
      ['', 'Limber', ...contenders],
      unique(segments.map((row) => row.case)).map((name) => {
        const row = (who) => segments.find((r) => r.case === name && r.segmentsAre === kind && r.contender === who)
        const cell = (who) => {
          const found = row(who)
          return found === undefined ? '' : `${times(found.ratio)}${found.wrong > 0 ? `, ${found.wrong} wrong` : ''}`
        }
        const own = row('Limber')
        return [name, own === undefined ? '' : time(own.micros), ...contenders.map(cell)]
      }),
    )
  const rows = rigid().map(({ name, how, counts: [count, hits, missed, late], ratio }) => [
    name,
    how.replaceAll('<', '&lt;'),
    count,
    hits,
    missed,
    late,
    times(ratio),
  ])
  return `\`npm run bench -- motions\`. Means; the others' times in units of Limber's on the same segments. *Wrong*: collisions that were called free. ${machine(data)} ${data.notes.join('. ')}.

Segments that are free, which Limber proves:

${table1('free')}

Segments that collide:

${table1('collision')}

Rigid motions of two meshes (\`sweep\`). *Late*: found, but not at the first contact.

${table(['', 'how', 'motions', 'with a contact', 'missed', 'late', 'time'], rows)}

${checkers()}`
}

/** Both 2004 checkers and fixed resolution on random segments of the lab's scenes, from one of its two tables. */
function checkerRows(tableOf) {
  const { rows } = read('lab/results/adaptive.json')
  const own = rows.filter((row) => row.table === tableOf)
  return own
    .filter(({ method }) => method === 'limber')
    .map((limber) => {
      const beside = (method) =>
        own.find(
          (row) => row.scene === limber.scene && row.method === method && (row.delta ?? limber.delta) === limber.delta,
        )
      return { limber, others: ['refined', 'adaptive', 'fixed'].map(beside) }
    })
}

function checkers() {
  const one = (row, limber) =>
    row === undefined
      ? ''
      : `${times(row.millis / limber.millis)}, ${figure(row.volumeTests)}${row.outcome.includes('undecided') ? ' (some undecided)' : ''}`
  const rowsOf = (tableOf) =>
    checkerRows(tableOf).map(({ limber, others }) => [
      limber.scene,
      limber.delta,
      limber.count,
      `${time(1000 * limber.millis)}, ${figure(limber.volumeTests)}`,
      ...others.map((row) => one(row, limber)),
    ])
  const head = (fixed) => [
    '',
    'δ',
    'segments',
    'Limber',
    'refined, 2004',
    'adaptive, 2004',
    `fixed resolution, ε ${fixed}`,
  ]
  return `\`npx limber lab adaptive\`: the 2004 checkers as published, on the scenes of their paper as far as those can be rebuilt, and on its long arms. Random segments; time, the others' in units of Limber's, and tests of pairs of volumes. Below 1 × the others are faster. The 2004 checkers also test the ends of a segment: that is in their times and not in their counts. Fixed resolution is without its ends in both, and Limber does not test ends. All published tables: [lab/results/adaptive.txt](../lab/results/adaptive.txt).

Free segments:

${table(head('0.006'), rowsOf('VI'))}

Segments that collide:

${table(head('0'), rowsOf('III'))}`
}

function worlds() {
  const data = bench('worlds')
  const pick = (row) => data.rows.find((r) => Object.entries(row).every(([key, value]) => r[key] === value))
  const rows = unique(data.rows.map(({ robot }) => robot)).flatMap((robot) =>
    ['self', '20 boxes'].map((scene) => {
      const one = (contender, op) => pick({ robot, scene, order: 'random', op, contender })
      const own = one('Limber', 'collide')
      const rapier = ['rapier step', 'rapier queries'].map((name) => one(name, 'collide')?.ratio).filter(Boolean)
      return [
        `${robot}, ${scene === 'self' ? 'alone' : `among ${scene}`}`,
        own === undefined ? '' : figure(own.perSecond),
        times(one('FCL OBBRSS', 'collide')?.ratio),
        times(one('FCL OBB', 'collide')?.ratio),
        rapier.length === 0 ? '' : times(least(rapier)),
        time(one('Limber', 'distance')?.micros ?? 0),
        times(one('FCL OBBRSS', 'distance')?.ratio),
      ]
    }),
  )
  return `\`npm run bench -- worlds\`: random configurations, mesh-exact, one core. The others' times in units of Limber's, which includes forward kinematics; the others are given poses. FCL with OBBRSS is what most people use, OBB its fastest; rapier's faster way. ${machine(data)}

${table(['', '`collides` a second', 'FCL OBBRSS', 'FCL OBB', 'rapier', '`distance`', 'FCL'], rows)}`
}

function meshes() {
  const data = bench('meshes')
  const contenders = unique(data.rows.map(({ contender }) => contender)).filter(
    (name) => name !== 'Limber' && !/SAH|contact|points/.test(name),
  )
  const rows = data.rows
    .filter(({ contender, op }) => contender === 'Limber' && ['collide', 'distance', 'build'].includes(op))
    .map((own) => [
      `${own.op}, ${own.scene}`,
      time(own.micros),
      ...contenders.map((name) =>
        times(data.rows.find((r) => r.scene === own.scene && r.op === own.op && r.contender === name)?.ratio),
      ),
    ])
  const peers = Object.entries(data.peers).filter(([name]) => name !== 'Limber')
  return `\`npm run bench -- meshes\`: the same meshes at the same poses, in turns. The others' times in units of Limber's. *sep*: two meshes of 20,000 triangles, 0.001 to 0.05 apart; *pen*: lightly in each other; *nest*: a sphere just inside another. ${peers.map(([name, version]) => `${name} ${version}`).join(', ')}. ${machine(data)}

${table(['', 'Limber', ...contenders], rows)}

three-mesh-bvh's \`intersectsGeometry\` and \`closestPointToGeometry\` are what most people call; \`bvhcast\` with your own callback is its fastest way.`
}

function solids() {
  const data = bench('solids')
  const total = (key) => figure(sum(data.rows.map((row) => row[key])))
  return `\`npm run bench -- solids\`: ${data.rows.length} robots with ${total('meshes')} meshes, of which ${total('closed')} are closed as they come, ${total('zipped')} are zipped and ${total('capped')} are capped by Limber, and ${total('surfaces')} stays a surface in the end. Of ${total('balls')} small balls put inside, ${total('hit')} are detected; without closing, ${total('hitBefore')} were. Of ${total('outside')} balls outside, ${total('newlyInside')} are wrongly taken for inside. ${machine(data)}`
}

function necklaces() {
  const data = bench('necklaces')
  const steps = data.rows.filter(({ part, question }) => part === 'step' && question === 'collides')
  const ways = ['auto', 'hierarchy', 'grid', 'power diagram']
  const rows = unique(steps.map(({ scene }) => scene)).map((scene) => [
    scene,
    figure(steps.find((row) => row.scene === scene).beads),
    ...ways.map((way) => figure(steps.find((row) => row.scene === scene && row.way === way)?.millis)),
  ])
  const diagrams = data.rows
    .filter(({ part, ratio, what }) => part === 'power diagram' && what === 'Limber' && ratio !== undefined)
    .map(({ balls, count, millis, ratio }) => [balls, figure(count), figure(millis), times(ratio)])
  return `\`npm run bench -- necklaces\`: a step and \`selfCollides\`, milliseconds. ${machine(data)}

${table(['', 'beads', '`auto`', 'cages', 'grid', 'power diagram'], rows)}

The power diagram of balls, built; in units of the time of ${data.cgal}:

${table(['', 'balls', 'ms', 'of CGAL'], diagrams)}`
}

function proteins() {
  const data = bench('proteins')
  const moves = data.rows.filter(({ part }) => part === 'moves')
  const potentials = unique(moves.map(({ potential }) => potential))
  const atoms = unique(moves.map((row) => row.atoms))
  const rows = unique(moves.map(({ protein }) => protein)).map((protein) => [
    `${protein}, ${moves.find((row) => row.protein === protein).residues} residues`,
    ...atoms.map((kind) =>
      potentials
        .map((potential) =>
          figure(moves.find((r) => r.protein === protein && r.atoms === kind && r.potential === potential)?.micros),
        )
        .filter((text) => text !== '')
        .join('; '),
    ),
  ])
  const energy = data.rows.filter(({ part }) => part === 'energy')
  const ways = unique(energy.map(({ way }) => way))
  const energies = unique(energy.map(({ protein }) => protein)).map((protein) => [
    protein,
    ...ways.map((way) => {
      const row = energy.find((r) => r.protein === protein && r.way === way)
      return row === undefined ? '' : way === 'kept' ? time(row.micros) : times(row.ratio)
    }),
  ])
  const melting = read('lab/results/melting.json')
  return `\`npm run bench -- proteins\`: whole Monte Carlo moves, µs: ${potentials.join('; ')}. ${machine(data)}

${table(['', ...atoms], rows)}

Lennard-Jones energy after a move of the backbone, in units of the energies that Limber keeps:

${table(['', ...ways], energies)}

\`npx limber lab protein\` has the published figures beside ours; \`npx limber lab melting\` runs replica exchange of ${melting.source} with ${melting.moves.toExponential()} moves from each start in ${figure(melting.seconds)} s. Its heat capacity peaks at T = ${melting.together.peak.temperature}, at ${melting.together.ratio.toFixed(2)} ± ${melting.together.errors.ratio.toFixed(2)} times its value at T = ${melting.together.last.temperature}: [lab/results/melting.txt](../lab/results/melting.txt).`
}

function chains() {
  const data = read('lab/results/chaintree.json')
  const bare = bench('chains')
  const row = (n, method) => data.rows.find((r) => r.n === n && r.method === method)
  const rows = unique(data.rows.map(({ n }) => n)).map((n) => {
    const own = row(n, 'chaintree')
    const cell = (method) =>
      times(row(n, method) === undefined ? undefined : row(n, method).stepMicros / own.stepMicros)
    const paper = data.published.find((p) => p.n === n && p.quantity === 'volumeTests' && p.method === 'chaintree')
    return [
      figure(n),
      figure(own.stepMicros),
      cell('grid'),
      cell('1-obbtree'),
      cell('k-obbtree'),
      `${figure(own.volumeTests)}${paper === undefined ? '' : ` (${paper.value})`}`,
      own.nodesUpdated,
      figure(own.bytesPerLink),
    ]
  })
  const variants = bare.rows.filter(({ n, variant }) => n === 10000 && variant !== 'default')
  return `\`npx limber lab chaintree\`: chains of spheres, one random torsion a step, tested, and undone where it collides. The baselines get the same states in the same run, and are rebuilt at each step. Node ${data.node.slice(1)}.

${table(['links', 'µs a step', 'grid takes', '1-OBBTree', 'K-OBBTree', 'box tests a query (paper)', 'boxes updated', 'bytes a link'], rows)}

\`npm run bench -- chains\`, 10,000 links, a step in units of the default:

${table(
  ['', ''],
  variants.map(({ variant, ratio }) => [variant, times(ratio)]),
)}`
}

/** Where a 2004 checker takes less time than Limber. */
function labLosses() {
  const sentence = (tableOf, kind) => {
    const all = checkerRows(tableOf).map(({ limber, others }) => ({
      scene: limber.scene,
      ratio: least(others.slice(0, 2).map((row) => row.millis / limber.millis)),
    }))
    const lost = all.filter(({ ratio }) => ratio < 0.97)
    if (lost.length === 0) return `longer than Limber on ${kind} segments everywhere`
    return `${span(lost.map(({ ratio }) => ratio))} of our time on ${kind} segments of ${unique(lost.map(({ scene }) => scene)).join(', ')}`
  }
  return `${sentence('III', 'colliding')}, and ${sentence('VI', 'free')}`
}

/** What the tree over a triangle takes, besides the mesh. */
const treeBytes = (name) =>
  bench('meshes').rows.find(({ op, contender }) => op === 'build' && contender === name).bytesPerTriangle

/** Where another way is faster or smaller than Limber, from the same results. */
function losses() {
  const segments = bench('motions').rows.filter(({ part, ratio }) => part === 'segments' && ratio < 0.97)
  const by = (kind, test) => segments.filter((row) => row.segmentsAre === kind && test(row.contender))
  const published = by('collision', (name) => name.endsWith('as published'))
  const coarse = by('free', (name) => name === 'sampled, ε 0.1')
  const colliding = by('collision', (name) => name.startsWith('sampled'))
  const samples = rigid().find(({ name }) => name === 'FCL 100 samples')
  const sampled = bench('planning').rows.find(
    (r) => r.planner === 'sampled 0.1' && r.robot === 'both' && r.scene === 'all',
  )
  const cgal = bench('necklaces').rows.filter((r) => r.part === 'power diagram' && r.what === 'Limber' && r.ratio > 1)
  const contacts = bench('proteins').rows.filter((r) => r.part === 'energy' && r.way === 'contacts')
  const ratios = (list) => span(list.map(({ ratio }) => ratio))
  const lines = [
    coarse.length > 0 &&
      `**Sampling every 0.1 rad** takes ${ratios(coarse)} of the time of our proof on free segments of ${coarse.length} of the cases below (${unique(coarse.map((row) => row.case)).join('; ')}), and proves nothing.`,
    colliding.length > 0 &&
      `**Samples of segments that collide** find the collision in ${ratios(colliding)} of our time in ${unique(colliding.map((row) => row.case)).join('; ')}; with 0.1 rad between samples they miss some.`,
    published.length > 0 &&
      `**2004's checkers** take ${ratios(published)} of our time on colliding segments of ${unique(published.map((row) => row.case)).join(', ')}.`,
    `**2004's checkers in [the lab's scenes](#motions)**: the faster of the two takes ${labLosses()}.`,
    samples.ratio < 1 &&
      `**FCL's 100 samples** take ${figure(samples.ratio)} of the time of \`sweep\`, miss ${samples.counts[2]} of ${samples.counts[1]} contacts, and are late at ${samples.counts[3]}.`,
    `**A planner that only samples** every 0.1 rad has a median of ${figure(sampled.medianMillis)} ms; ${sampled.colliding} of its ${sampled.problems} paths collide. VAMP, with SIMD and sphere models, is faster still by [its paper](https://arxiv.org/abs/2309.14545); it was not measured here.`,
    `**CGAL** builds power diagrams in ${span(cgal.map(({ ratio }) => 1 / ratio))} of our time.`,
    `**A list of native contacts** needs ${ratios(contacts)} of the time of a Lennard-Jones sum over all pairs: if a Gō potential is what you want, take that.`,
    `**three-mesh-bvh's trees** take ${figure(treeBytes('three-mesh-bvh'))} bytes a triangle besides the mesh; ours take ${figure(treeBytes('Limber'))}, FCL's ${figure(treeBytes('FCL OBBRSS'))}.`,
    `**Every option of a chain** but the default is slower at 10,000 links ([chains](#chains)): they are there for other scenes and for comparison.`,
  ]
  return lines
    .filter((line) => line !== false)
    .map((line) => `- ${line}`)
    .join('\n')
}

/** Rows of the bench of batches, by their cases. */
function batchRows() {
  return Object.fromEntries(bench('batch').rows.map((row) => [row.case, row]))
}

function jobs() {
  const data = bench('batch')
  const rows = batchRows()
  const [small, memory, queue] = [rows['small jobs'], rows.memory, rows.queue]
  const [served] = bench('serve').rows
  return `\`npm run bench -- batch\`: ${data.jobs.toLocaleString('en')} checks of random paths of a Panda, each with the digest of its certificate. ${machine(data)}

${table(
  ['', ''],
  [
    [
      'one process, two',
      `${figure(rows['two processes'].one)} and ${figure(rows['two processes'].two)} jobs a second: ${rows['two processes'].ratio.toFixed(2)} × (median of ${rows['two processes'].rounds} rounds in turn)`,
    ],
    [
      'a path of one short segment',
      `${time(small.engine)} the check, ${time(small.job)} as a job, ${time(small.digest)} with the digest; ${time(small.process)} by the clock in a process, without it`,
    ],
    [
      'memory of a process',
      `${memory.thirds.map((bytes) => figure(bytes / 1e6)).join(', ')} MB in the thirds of ${memory.jobs.toLocaleString('en')} small jobs`,
    ],
    [
      'through a Redis server on this machine',
      `${queue.queued.toFixed(1)} s where two processes without it take ${queue.local.toFixed(1)} s (${queue.jobs.toLocaleString('en')} jobs, ${queue.rounds} rounds)`,
    ],
    ['a chunk without jobs', `${figure(rows['empty chunk'].millis)} ms`],
  ],
)}

\`npm run bench -- serve\`, from Python over standard input and output: a warm \`collides\` takes ${time(served.singleMicros)} there and back; 1,000 configurations in one call run at ${figure(served.ratio)} of the library's own rate.`
}

const percent = (share) => `${figure(100 * share)} %`

/** Of the bench of configurations, and of that of segments, which are of one machine. */
function devices() {
  const data = bench('gpu')
  const rows = data.rows.filter(({ part }) => part === 'random')
  const near = (robot, part) => data.rows.find((row) => row.robot === robot && row.part === part)
  const faults = ['margin − 0.1 mm', 'margin − 1 mm', 'wrong sign']
  const robots = unique(data.rows.map(({ robot }) => robot))
  const segments = bench('gpu-segments')
  const compared = rows.map(({ compared }) => compared)
  return `\`npm run bench -- gpu\` on an NVIDIA H200 (${data.device}), with ${data.threads} threads beside it: random configurations a second, robots among 20 boxes, in batches. *Kernels* have the configurations on the device already; *exact* is all of the call, with threads for what the device leaves open; *threads* are \`collidesMany\` without a device; up to 10⁵ they have run too little to be at their fastest. Of ${sum(compared).toLocaleString('en')} answers that were compared, ${sum(rows.map(({ different }) => different))} differ. ${machine(data)}

${table(
  ['robot', 'batch', 'kernels', 'exact', 'threads', 'left to threads', 'largest margin, µm'],
  rows.map((row) => [
    row.robot,
    figure(row.configurations),
    ...[row.kernels, row.exact, row.threads].map(figure),
    percent(row.left),
    figure(1e6 * row.margin),
  ]),
)}

Configurations 10⁻⁶ to 10⁻³ m from contact, where rounding would show; and how many answers are wrong with an error on purpose:

${table(
  ['robot', 'configurations', 'left to threads', 'different', ...faults],
  robots.map((robot) => {
    const { configurations, left, different } = near(robot, 'near contact')
    return [
      robot,
      figure(configurations),
      percent(left),
      different,
      ...faults.map((part) => figure(near(robot, part).different)),
    ]
  }),
)}

\`npm run bench -- gpu-segments\` on the same machine: straight segments a second, proved free at every instant. What the device leaves is decided by \`checkMotion\` on one thread.

${table(
  ['segments', 'how many', 'settled by the device', 'a second', '`checkMotion`', 'called free that are not', 'missed'],
  segments.rows.map((row) => [
    row.name,
    figure(row.segments),
    percent(row.settledFree + row.settledColliding),
    figure(row.perSecond),
    figure(row.checkMotion),
    row.falseFrees,
    row.missed,
  ]),
)}`
}

function drags() {
  const data = bench('drag')
  return `\`npm run bench -- drag\`: a frame of the ${data.robot} among ${data.boxes} boxes is moved in small steps, as by the studio's handles. ${machine(data)}

${table(
  ['a step', 'steps', 'median, ms', '95 %, ms'],
  data.rows.map((row) => [row.part, row.steps, figure(row.medianMillis), figure(row.upperMillis)]),
)}`
}

export function figuresPage() {
  return `# Figures

All figures come from committed results, ${'`bench/results/*.json`'} and ${'`lab/results/*.json`'}; \`node scripts/figures.mjs\` writes this page from them, and a test compares. Counts of tests are exact; times vary with the machine and what else it does, so trust ratios of one run, and no gap under 1.5 ×. Data that is not in the repository (robots, problems, proteins) is named by the variable \`LIMBER_DATA\`; without it a bench uses what it can build.

## Where Limber loses

${losses()}

## Plans

${plans()}

## Allowed pairs

${allow()}

## Motions

${motions()}

## Worlds

${worlds()}

## Meshes

${meshes()}

## Solids

${solids()}

## Necklaces

${necklaces()}

## Proteins

${proteins()}

## Chains

${chains()}

## Many jobs

${jobs()}

## Many configurations on a GPU

${devices()}

## Dragging a frame

${drags()}

## The papers' experiments

\`npx limber lab\` lists them; each prints the published figures beside ours. Committed runs: [adaptive](../lab/results/adaptive.txt), [bend](../lab/results/bend.txt), [cab](../lab/results/cab.txt), [chaintree](../lab/results/chaintree.txt), [kdop](../lab/results/kdop.txt), [melting](../lab/results/melting.txt), [necklace](../lab/results/necklace.txt), [planning](../lab/results/planning.txt), [protein](../lab/results/protein.txt).

To compare two builds of Limber: \`npm run bench -- motions --against ../other\`.
`
}

/** Figures that the README quotes, as it writes them. */
function readmeFigures() {
  const meshRows = bench('meshes').rows.filter(({ scene }) => scene.startsWith('sep'))
  const mesh = (op, contender) => meshRows.filter((row) => row.op === op && row.contender === contender)
  const micros = (op) => span(mesh(op, 'Limber').map((row) => Math.round(row.micros)))
  const ratio = (op, ...names) => {
    const list = names.flatMap((name) => mesh(op, name).map((row) => row.ratio))
    return span(list, (value) => (value < 10 ? value.toFixed(1) : Math.round(value).toString()))
  }
  const [limber, fcl] = rigid()
  const world = bench('worlds').rows.filter(
    (r) => r.robot === 'Panda' && r.scene === '20 boxes' && r.order === 'random' && r.op === 'collide',
  )
  const of = (name) => world.find(({ contender }) => contender === name)
  const planning = bench('planning').rows.filter(({ robot, scene }) => robot === 'both' && scene === 'all')
  const sampled = planning.find(({ planner }) => planner === 'sampled 0.1')
  const list = Object.fromEntries(lists().map((row) => [row.robot, row]))
  const samples = rigid().find(({ name }) => name === 'FCL 100 samples')
  const best = least(rigid().flatMap(({ name, counts }) => (name.startsWith('FCL advancement') ? [counts[2]] : [])))
  return [
    `[${micros('collide')} µs][meshes]`,
    `[${micros('distance')} µs][meshes]`,
    `[${ratio('collide', 'FCL OBB', 'FCL OBBRSS')} × as long][meshes]`,
    `[${ratio('distance', 'FCL RSS', 'FCL OBBRSS')} ×][meshes]`,
    `[${ratio('collide', 'three-mesh-bvh')} ×; \`bvhcast\` ${ratio('collide', 'three-mesh-bvh bvhcast')} ×][meshes]`,
    `[${ratio('distance', 'three-mesh-bvh')} ×][meshes]`,
    `[${figure(of('Limber').perSecond)} a second][worlds]`,
    `[${of('FCL OBBRSS').ratio.toFixed(1)} ×; its fastest ${of('FCL OBB').ratio.toFixed(1)} ×][worlds]`,
    `[${figure(planning[0].medianMillis)} ms median, proved][planning]`,
    `returns ${sampled.colliding} such paths in ${sampled.problems} problems; proved, none, for ${figure(planning[0].medianMillis)} ms instead of ${figure(sampled.medianMillis)}`,
    `[advancement misses ${fcl.counts[2]} of ${fcl.counts[1]} contacts, 100 samples ${samples.counts[2]}][motions]`,
    `of ${fcl.counts[0]} rigid motions of meshes, ${fcl.counts[1]} have a contact; its conservative advancement misses ${fcl.counts[2]} (${best} with its best volumes and order) and takes ${figure(fcl.ratio)} times as long as Limber, which misses ${limber.counts[2] === 0 ? 'none' : limber.counts[2]}`,
    `${list.pr2.refuted} of the ${list.pr2.all} exemptions`,
  ]
}

/** Figures that pages quote, as they write them, by page. */
export function quotedFigures() {
  const { 'small jobs': small, memory } = batchRows()
  const link = read('lab/results/chaintree.json').rows.findLast(({ method }) => method === 'chaintree').bytesPerLink
  const triangle = treeBytes('Limber')
  const rod = / class="bad">(\d+) samples: nothing touches</.exec(readFileSync(at('docs/pictures/rod.svg'), 'utf8'))[1]
  const { problems } = bench('planning').rows.find(({ robot, scene }) => robot === 'both' && scene === 'all')
  const touching = bench('planning').notes.filter((note) =>
    note.endsWith('spheres: they touch at the start or the goal'),
  )
  const gpu = bench('gpu').rows
  const panda = gpu.filter(({ robot }) => robot === 'Panda')
  const largest = panda.find(({ configurations }) => configurations === 1e7)
  const compared = (part) => sum(gpu.filter((row) => row.part === part).map((row) => row.compared)).toLocaleString('en')
  return {
    'README.md': [...readmeFigures(), `${rod} samples step over it`],
    'docs/start.md': [`${rod} samples missed`],
    'docs/guides/allowed-pairs.md': lists().map(
      ({ name, refuted, all, depth, wasteful }) => `| ${name} | ${refuted} of ${all} | ${depth} | ${wasteful} |`,
    ),
    'docs/guides/gpu.md': [
      `${figure(largest.exact / 1e6)} million random configurations of a Panda`,
      `threads alone answer ${figure(largest.threads / 1e6)} million`,
      `leaves ${percent(largest.left)} of them to threads, ${percent(panda.find(({ part }) => part === 'near contact').left)} of those`,
      `none of ${compared('random')} differs, nor of ${compared('near contact')} next to contact`,
      `nor of ${sum(bench('gpu-segments').rows.map(({ segments }) => segments)).toLocaleString('en')} segments`,
    ],
    'docs/guides/scale.md': [
      `takes about ${figure(link)} bytes a link`,
      `a million links take ${figure(link)} MB`,
      `about ${figure(triangle)} bytes a triangle`,
      `one short segment | ${figure(small.engine / 1000)} ms |`,
      `JSON in and out | ${figure(small.job / 1000)} ms |`,
      `digest of its certificate | ${figure(small.digest / 1000)} ms |`,
      `holds one Panda cell | ${figure(memory.thirds[2] / 1e6)} MB, the same after ${memory.jobs.toLocaleString('en')} jobs |`,
      `${figure(small.digest / 1000)} ms, so ${figure((1e9 / 86400) * small.digest * 1e-6)} cores`,
      `Without certificates it is ${figure((1e9 / 86400) * small.job * 1e-6)} cores`,
    ],
    'docs/coming-from/moveit.md': [
      `Of ${lists().length} robots with lists of their own, it refuted exemptions of ${lists().filter(({ refuted }) => refuted > 0).length} (`,
    ],
    'docs/coming-from/vamp.md': [`${touching.length} of MotionBenchMaker's ${problems} problems`],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(at('docs/figures.md'), figuresPage())
