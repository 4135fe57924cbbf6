// The k-DOP realignment paper's section 6 (2003): how many volume tests and how much time each way of realigning takes, beside
// a tree of oriented boxes. Figure 10: models turned at shrinking distance; 11: parallel close proximity; 12: point close
// proximity. Bumpy spheres, knots and knobbly balls stand for what is curved, boxes, a gear and a plate for what is flat; the
// paper's Dinosaur and Horse join in with --real, where LIMBER_DATA has some.
import { kdopScenes } from '../scenes/index.js'
import { EXTENDED_SIZES } from '../src/meshes/kdop/kdop-realignment.js'
import type { Experiment, Progress, RunControl } from './experiment.js'
import { part, runJobs } from './jobs.js'
import { type Check, checkAll } from './kdop/checks.js'
import { kdopFindings } from './kdop/findings.js'
import { type Cost, type Measured, measureScene, type Row } from './kdop/measure.js'
import { type KdopOptions, readKdopOptions } from './kdop/options.js'
import { printKdop } from './kdop/print.js'
import { type Aperture, apertures } from './kdop/published.js'
import { realScenes } from './kdop/real.js'
import { machineName } from './machine.js'

export interface KdopDocument {
  readonly experiment: 'kdop'
  readonly seed: number
  readonly node: string
  readonly triangles: number
  readonly sphereTriangles: number
  readonly rounds: number
  readonly scenarios: readonly {
    readonly name: string
    readonly figure: number
    readonly what: string
    readonly poses: number
  }[]
  /** Table 1. */
  readonly apertures: readonly Aperture[]
  readonly rows: readonly Row[]
  readonly costs: readonly Cost[]
  readonly checks: readonly Check[]
  /** Supports that `extended` keeps, by k. */
  readonly extended: Readonly<Record<string, number>>
}

export const kdop: Experiment<KdopOptions> = {
  name: 'kdop',
  summary: 'realigning k-DOPs six ways, beside oriented boxes: volume tests, triangle tests, time',
  paper: 'Easy Realignment of k-DOP Bounding Volumes, Graphics Interface 2003',
  options: [
    { flags: '--k <list>', description: 'sizes of 6, 12, 14, 18, 26, separated by commas (default: all)' },
    {
      flags: '--methods <list>',
      description: 'of major-axes, all-directions, hill-climbing, occupancy, cone, extended, obb (default: all)',
    },
    { flags: '--triangles <count>', description: 'of each model of Figure 10 (default: 20000)' },
    { flags: '--poses <count>', description: 'of each scenario (default: 24)' },
    { flags: '--rounds <count>', description: 'timed rounds, of which at each pose the quickest counts (default: 3)' },
    { flags: '--seed <number>', description: 'seed of models and poses (default: 1)' },
    { flags: '--real', description: 'also meshes/dino.off and meshes/horse/horse.ply of the folder LIMBER_DATA' },
    { flags: '--quick', description: 'smaller models, fewer poses' },
  ],
  plan: readKdopOptions,
  full: { real: true },
  async run(options, progress, control) {
    const { complete, ...document } = await runKdop(options, progress, control)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printKdop(document), good, findings: kdopFindings(document), complete }
  },
}

export async function runKdop(
  options: KdopOptions,
  progress: Progress,
  control: RunControl = {},
): Promise<KdopDocument & { readonly complete: boolean }> {
  const { seed, triangles, sphereTriangles, poses, rounds } = options
  await progress(0, 'making the models')
  const real = options.real ? await realScenes(poses) : []
  const scenes = [...real, ...kdopScenes({ seed, triangles, sphereTriangles, poses })]
  await warmUp(options)
  const measured: Measured[] = []
  const jobs = scenes.map((scene) =>
    part(
      scene.name,
      1,
      (tell) => measureScene(scene, options, tell),
      (result) => measured.push(result),
    ),
  )
  const complete = await runJobs(jobs, progress, control)
  return {
    experiment: 'kdop',
    seed,
    node: machineName(),
    triangles,
    sphereTriangles,
    rounds,
    apertures: apertures(),
    scenarios: scenes
      .slice(0, measured.length)
      .map(({ name, figure, what, poses: all }) => ({ name, figure, what, poses: all.length })),
    rows: measured.flatMap((m) => m.rows),
    costs: measured.flatMap((m) => m.costs),
    checks: checkAll(measured),
    extended: Object.fromEntries(options.sizes.map((k) => [k, EXTENDED_SIZES[k]])),
    complete,
  }
}

/** A small scene by every method first, so that the first one measured does not pay for the compiler. */
async function warmUp(options: KdopOptions): Promise<void> {
  const scenes = kdopScenes({ seed: 0, triangles: 600, sphereTriangles: 100, poses: 6 })
  const scene = scenes.find(({ name }) => name === 'curved-knot-contact')!
  await measureScene(scene, { ...options, rounds: 3 }, () => undefined)
}
