// The protein in its worker: reads structures, turns torsions, looks for clashes, runs Monte Carlo, melts.
import { type EngineSide, type Methods, Moved, type Task } from '../../engine/protocol.js'
import type { GivenFile } from '../../engine/unpack.js'
import { helixBundle } from './bundle.js'
import { Conformation } from './conformation.js'
import { type MeltFrame, Melting } from './melting.js'
import { allClashes, Molecule } from './molecule.js'
import type { ClashReport, ProteinView } from './molecule-view.js'
import { COLUMNS, type RunNumbers } from './sampling.js'
import { MoleculeSource } from './source.js'
import type { MeltSetup, ProteinStep, RunStep } from './state.js'
import type { MoleculeSurface } from './surface.js'

/** What is drawn and said of a protein at one moment. */
export interface ProteinFrame {
  /** Of all atoms of the structure. */
  readonly positions: Float32Array
  /** HELIX, STRAND or COIL by residue; undefined where the file has no oxygens to tell by. */
  readonly secondary: Uint8Array | undefined
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

/** What is known of the frames: how many clashes each has, water left out; -1 where that is not known yet. */
export interface FrameClashes {
  readonly counts: Int32Array
  readonly known: number
}

/** A frame that is only shown. */
export interface PeekedFrame {
  readonly model: number
  readonly positions: Float32Array
  readonly secondary: Uint8Array | undefined
}

/** Milliseconds between two pictures, and between two that have everything. */
const FRAME = 30
const WHOLE = 250
/** Times what a picture takes. */
const SHARE = 6

/** Milliseconds between two reports of how many frames are checked. */
const REPORT = 120

export const engine = {
  create() {
    const sources = new Map<string, MoleculeSource>()
    let checking = 0
    const checked = new Map<string, Int32Array>()
    let now: Conformation | undefined
    /** What was read last, to be opened next: a large one takes a second to make. */
    let spare: { readonly structure: string; readonly model: number; readonly molecule: Molecule } | undefined
    let melting: { readonly key: string; readonly run: Melting } | undefined

    function opened(): Conformation {
      if (now === undefined) throw new Error('No structure is open.')
      return now
    }

    function frameOf(isWhole = true): Moved<ProteinFrame> {
      const { molecule, sampling, steps } = opened()
      const { turns } = molecule
      const isMoved = steps.length > 0
      const places = molecule.places()
      const positions = Float32Array.from(places)
      const angles = Float32Array.from(turns?.torsions ?? [], (_, k) => (180 / Math.PI) * turns!.torsion(k))
      const frame: ProteinFrame = {
        positions,
        secondary: molecule.secondary(places),
        angles,
        done: steps,
        clashes: isWhole ? molecule.clashes(isMoved) : undefined,
        isBlocked: isWhole && turns?.clashes() === true,
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

    function sourceOf({ structure, files }: OpenRequest): MoleculeSource {
      const known = sources.get(structure)
      if (known !== undefined) return known
      return structure === 'bundle' ? new MoleculeSource(helixBundle()) : MoleculeSource.fromFiles(files ?? [])
    }

    function moleculeOf(request: OpenRequest): Molecule {
      const { structure, model } = request
      const known = spare
      spare = undefined
      if (known?.structure === structure && known.model === model) return known.molecule
      const source = sourceOf(request)
      const molecule = new Molecule(source, model)
      // Only what can be shown is kept: the next file that is dropped takes the name of one that could not.
      sources.set(structure, source)
      return molecule
    }

    return {
      /** Reads a structure, so that it can be opened, and answers its view. What is open stays open: the page still asks for its frames. */
      read(request: OpenRequest): ProteinView {
        const molecule = moleculeOf(request)
        spare = { structure: request.structure, model: request.model, molecule }
        return molecule.view()
      },

      /** Another structure or model. What cannot be read leaves what is open. */
      open(request: OpenRequest): ProteinView {
        const molecule = moleculeOf(request)
        now = new Conformation(molecule)
        melting = undefined
        return molecule.view()
      },

      /** Another frame of what is open, shown in passing: torsions stay those of the frame that was opened. */
      peek({ structure, model }: { structure: string; model: number }): Moved<PeekedFrame> {
        const places = sources.get(structure)!.places(model)
        const positions = Float32Array.from(places)
        return new Moved({ model, positions, secondary: now?.molecule.secondary(places) }, [positions.buffer])
      },

      /** Counts the clashes of every frame, from one outwards, until it is stopped or asked again; what is known is kept. */
      async check(request: OpenRequest & { readonly from: number }, task: Task<FrameClashes>): Promise<FrameClashes> {
        const own = ++checking
        const source = sourceOf(request)
        sources.set(request.structure, source)
        const counts = checked.get(request.structure) ?? new Int32Array(source.count).fill(-1)
        checked.set(request.structure, counts)
        const result = (): FrameClashes => ({
          counts: counts.slice(),
          known: counts.reduce((sum, count) => sum + (count >= 0 ? 1 : 0), 0),
        })
        const order = Array.from(counts, (_, k) => k)
          .filter((k) => counts[k] === -1)
          .sort((a, b) => Math.abs(a - request.from) - Math.abs(b - request.from) || b - a)
        let told = performance.now()
        for (const k of request.from === 0 ? order.sort((a, b) => a - b) : order) {
          if (own !== checking) break
          counts[k] = allClashes(source.at(k), { water: false }).pairs.length
          if (performance.now() - told > REPORT) {
            task.progress(result())
            told = performance.now()
          }
          await task.breathe()
        }
        return result()
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

      /** A surface around what is shown: as it is now, or in the frame that is shown. */
      async surface(
        { positions, radii, atoms }: { positions: Float32Array; radii: Float32Array; atoms: Int32Array },
        task: Task<number>,
      ): Promise<Moved<MoleculeSurface>> {
        const { moleculeSurface } = await import('./surface.js')
        const balls = new Float64Array(4 * atoms.length)
        atoms.forEach((i, k) => {
          balls.set(positions.subarray(3 * i, 3 * i + 3), 4 * k)
          balls[4 * k + 3] = radii[i]!
        })
        const found = await moleculeSurface(balls, atoms, async (share) => {
          task.progress(share)
          await task.breathe()
        })
        const { positions: corners, normals, triangles, atoms: nearest } = found
        return new Moved(found, [corners.buffer, normals.buffer, triangles.buffer, nearest.buffer] as ArrayBuffer[])
      },

      pdb(): string {
        const { molecule, steps } = opened()
        return molecule.pdb(steps.length > 0)
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
