// The committed results: full runs of today's plans, complete, whose texts end with their findings.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { experiments, type LabDocument } from '../../lab/index.js'
import { printRun } from '../../lab/run.js'

const HOUR = 3600

function committed(name: string, kind: 'json' | 'txt'): string {
  return readFileSync(fileURLToPath(new URL(`../../lab/results/${name}.${kind}`, import.meta.url)), 'utf8')
}

test.each(experiments.map((experiment) => [experiment.name, experiment] as const))(
  '%s: the committed result is a full run',
  (name, experiment) => {
    const { run, findings } = JSON.parse(committed(name, 'json')) as LabDocument
    expect(run).toMatchObject({ quick: false, complete: true, data: true })
    // As JSON has it. The number of threads is that of the machine, and decides nothing.
    const plan = JSON.parse(JSON.stringify(experiment.plan(experiment.full ?? {}))) as object
    expect({ ...run.plan, workers: 0 }).toEqual({ ...plan, workers: 0 })
    expect(run.seconds).toBeLessThanOrEqual(HOUR)
    expect(findings.reproduced.length + findings.differs.length).toBeGreaterThan(0)
    expect(committed(name, 'txt').endsWith(`\n\n${printRun({ run, findings })}\n`)).toBe(true)
  },
)
