// The lab in its worker: runs an experiment in its short form, as `limber lab <name> --quick` does.
import type { Experiment } from '../../../lab/experiment.js'
import { type LabDocument, printRun, runExperiment } from '../../../lab/run.js'
import type { EngineSide, Methods, Task } from '../../engine/protocol.js'

export interface LabProgress {
  readonly share: number
  readonly label: string
}

export interface LabOutcome {
  readonly document: object
  readonly good: boolean
}

const RUNS: Readonly<Record<string, () => Promise<Experiment>>> = {
  bend: () => import('../../../lab/bend.js').then((m) => m.bend),
  chaintree: () => import('../../../lab/chaintree.js').then((m) => m.chaintree),
  kdop: () => import('../../../lab/kdop.js').then((m) => m.kdop),
  necklace: () => import('../../../lab/necklace.js').then((m) => m.necklace),
  protein: () => import('../../../lab/protein.js').then((m) => m.protein),
}

/** Documents as the command line prints them: those that can be made here. Of the others there is a text beside the document. */
const TEXTS: Readonly<Record<string, (document: never) => Promise<string>>> = {
  bend: (document) => import('../../../lab/bend/print.js').then((m) => m.printBend(document)),
  chaintree: (document) => import('../../../lab/chaintree/print.js').then((m) => m.printDocument(document)),
  kdop: (document) => import('../../../lab/kdop/print.js').then((m) => m.printKdop(document)),
  necklace: (document) => import('../../../lab/necklace/print.js').then((m) => m.printNecklace(document)),
  protein: (document) => import('../../../lab/protein/print.js').then((m) => m.printDocument(document)),
}

/** Milliseconds between two reports of progress, and between two checks for messages. */
const TELL = 100
const LOOK = 15

export const engine = {
  create() {
    return {
      async run(
        { name, options }: { name: string; options: Readonly<Record<string, string | boolean>> },
        task: Task<LabProgress>,
      ): Promise<LabOutcome> {
        const load = RUNS[name]
        if (load === undefined) throw new Error(`${name} does not run here: use the command line.`)
        const experiment = await load()
        let told = 0
        let looked = 0
        const { document, good } = await runExperiment(experiment, options, (share, label) => {
          const time = performance.now()
          if (time - told >= TELL) {
            task.progress({ share, label })
            told = time
          }
          if (time - looked < LOOK) return undefined
          looked = time
          return task.breathe()
        })
        return { document, good }
      },

      async text({ name, document }: { name: string; document: object }): Promise<string> {
        return `${await TEXTS[name]!(document as never)}\n\n${printRun(document as LabDocument)}`
      },
    }
  },
} satisfies EngineSide<Methods>

export type LabMethods = ReturnType<typeof engine.create>
