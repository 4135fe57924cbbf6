// The protein in its worker: reads structures, turns torsions, looks for clashes, runs Monte Carlo, melts.
import { parseStructure, type Structure } from '../../../src/index.js'
import { type EngineSide, type Methods, Moved, type Task } from '../../engine/protocol.js'
import { type GivenFile, unpack } from '../../engine/unpack.js'
import { helixBundle } from './bundle.js'
import { Conformation } from './conformation.js'
import { type MeltFrame, Melting } from './melting.js'
import { type ClashReport, Molecule, type ProteinView } from './molecule.js'
import { COLUMNS, type RunNumbers } from './sampling.js'
import type { MeltSetup, ProteinStep, RunStep } from './state.js'

/** What is drawn and said of a protein at one moment. */
export interface ProteinFrame {
  readonly positions: Float32Array
  /** Degrees, by torsion. */
  readonly angles: Float32Array
  readonly done: readonly ProteinStep[]
  /** Left out of some of the pictures of a run. */
  readonly clashes: ClashReport | undefined
  /** Does it clash in the sense of a run: hard spheres of 0.75 of the radii? */
  readonly isBlocked: boolean
  readonly run: RunNumbers | undefined
  /** Rows of COLUMNS; left out of some of the pictures of a run. */
  readonly series: Float64Array | undefined
}

export interface OpenRequest {
  readonly structure: string
  readonly model: number
  /** What it is read from, the first time. */
  readonly files?: readonly GivenFile[]
}

/** Milliseconds between two pictures, and between two that have everything. */
const FRAME = 30
const WHOLE = 250
/** Times what a picture takes. */
const SHARE = 6

const STRUCTURE_FILE = /\.(pdb|ent|cif|mmcif)(\.gz)?$/i

export const engine = {
  create() {
    const structures = new Map<string, Structure>()
    let now: Conformation | undefined
    let melting: { readonly key: string; readonly run: Melting } | undefined

    function opened(): Conformation {
      if (now === undefined) throw new Error('No structure is open.')
      return now
    }

    function frameOf(isWhole = true): Moved<ProteinFrame> {
      const { molecule, sampling, steps } = opened()
      const { protein } = molecule
      const positions = Float32Array.from(protein.coordinates())
      const angles = Float32Array.from(protein.torsions, (_, k) => (180 / Math.PI) * protein.torsion(k))
      const frame: ProteinFrame = {
        positions,
        angles,
        done: steps,
        clashes: isWhole ? molecule.clashes() : undefined,
        isBlocked: isWhole && protein.clashes(),
        run: sampling?.numbers(),
        series: isWhole ? sampling?.series.values() : undefined,
      }
      return new Moved(frame, [positions.buffer, angles.buffer])
    }

    /** Sends pictures at most at this rate, and never so often that they take more than a part of the time. */
    function painter(task: Task<ProteinFrame>): () => void {
      let next = 0
      let nextWhole = performance.now() + WHOLE
      return () => {
        const time = performance.now()
        if (time < next) return
        const isWhole = time >= nextWhole
        const { value, transfer } = frameOf(isWhole)
        task.progress(value, transfer)
        const now = performance.now()
        const cost = now - time
        next = now + Math.max(FRAME, isWhole ? 0 : SHARE * cost)
        if (isWhole) nextWhole = now + Math.max(WHOLE, SHARE * cost)
      }
    }

    function structureOf({ structure, files }: OpenRequest): Structure {
      const known = structures.get(structure)
      if (known !== undefined) return known
      return structure === 'bundle' ? helixBundle() : fromFiles(files ?? [])
    }

    function moleculeOf(request: OpenRequest): Molecule {
      const structure = structureOf(request)
      const molecule = new Molecule(structure, request.model)
      // Only what can be shown is kept: the next file that is dropped takes the name of one that could not.
      structures.set(request.structure, structure)
      return molecule
    }

    return {
      /** Reads a structure, so that it can be opened, and answers its view. What is open stays open: the page still asks for its frames. */
      read(request: OpenRequest): ProteinView {
        return moleculeOf(request).view()
      },

      /** Another structure or model. What cannot be read leaves what is open. */
      open(request: OpenRequest): ProteinView {
        const molecule = moleculeOf(request)
        now = new Conformation(molecule)
        melting = undefined
        return molecule.view()
      },

      /** Goes to another history of what was done: of torsions at once, of runs by making them again. */
      async follow(done: readonly ProteinStep[], task: Task<ProteinFrame>): Promise<Moved<ProteinFrame>> {
        await opened().follow(done, task.signal, painter(task))
        return frameOf()
      },

      /** Monte Carlo until it is stopped. */
      async run(setup: Omit<RunStep, 'run'>, task: Task<ProteinFrame>): Promise<Moved<ProteinFrame>> {
        await opened().run(setup, Number.MAX_SAFE_INTEGER, task.signal, painter(task))
        // Clashes of many atoms take longer than one waits for a stop: they are asked for after it.
        return frameOf(false)
      },

      /** Everything, as it is now. */
      look(): Moved<ProteinFrame> {
        return frameOf()
      },

      /** Replica exchange until round `to`, or until it is stopped; continues the last one, if it is the same. */
      async melt(
        { setup, to, rung }: { setup: MeltSetup; to: number; rung: number },
        task: Task<MeltFrame>,
      ): Promise<MeltFrame> {
        const key = JSON.stringify(setup)
        if (melting?.key !== key || melting.run.round > to) {
          melting = { key, run: new Melting(opened().molecule.nativeTrace(), setup) }
        }
        const { run } = melting
        run.rung = rung
        let sent = 0
        await run.run(to, task, () => {
          const time = performance.now()
          if (time - sent < WHOLE) return
          task.progress(run.frame())
          sent = performance.now()
        })
        return run.frame()
      },

      /** Which chain of the melting is drawn. */
      lookAt({ rung }: { rung: number }): MeltFrame | undefined {
        if (melting === undefined) return undefined
        melting.run.rung = rung
        return melting.run.frame()
      },

      pdb(): string {
        return opened().molecule.pdb()
      },

      /** What a run has recorded; undefined where there is none. */
      runCsv(): string | undefined {
        return now?.sampling?.series.csv(COLUMNS)
      },

      meltCsv(): string | undefined {
        return melting?.run.csv()
      },
    }
  },
} satisfies EngineSide<Methods>

export type ProteinMethods = ReturnType<typeof engine.create>

/** The first that may be one, of a folder or an archive. */
function fromFiles(files: readonly GivenFile[]): Structure {
  const all = [...unpack(files)]
  const [path, bytes] = all.find(([name]) => STRUCTURE_FILE.test(name)) ?? all[0] ?? []
  if (path === undefined || bytes === undefined) throw new Error('There is no file in it.')
  return parseStructure(bytes, { name: path })
}
