// examples/slurm.sh and examples/kubernetes.yaml: the commands in them are commands of this package, and the script gives the bytes of
// one run.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProgram } from '../../cli/program.js'
import { example, limber, MAIN } from './run.js'

/** Takes the options that the script gives, and runs every task of the array at once. */
const SBATCH = `#!/bin/bash
set -euo pipefail
echo "$*" >> "$CALLS"
tasks=
while [[ $1 == --* ]]; do
  case $1 in --array=*) range=\${1#--array=}; tasks=$(seq \${range/-/ }) ;; esac
  shift
done
for task in \${tasks:-none}; do SLURM_CPUS_PER_TASK=2 SLURM_ARRAY_TASK_ID=$task bash "$@"; done >&2
echo 4711
`

test('the Slurm script: shards and their merge give what one run gives', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-slurm-'))
  const at = (name: string): string => join(folder, name)
  try {
    cpSync(example('.'), folder, { recursive: true })
    writeFileSync(at('sbatch'), SBATCH, { mode: 0o755 })
    writeFileSync(at('limber'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 })
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, CALLS: at('calls') }
    const run = (...args: string[]) => spawnSync('bash', args, { cwd: folder, env, encoding: 'utf8' })
    expect(run('-n', 'slurm.sh')).toMatchObject({ status: 0, stderr: '' })
    const { status, stderr } = run('slurm.sh', 'jobs.jsonl', 'answers.jsonl', '3')
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'limber: 1 of 1 jobs failed: their answers say why\n' })
    const { stdout } = await limber('batch', at('jobs.jsonl'))
    expect(stdout.split('\n')).toHaveLength(5)
    expect(readFileSync(at('answers.jsonl'), 'utf8')).toBe(stdout)
    expect(readdirSync(folder).filter((name) => name.startsWith('answers.'))).toEqual(['answers.jsonl'])
    const [array, merge] = readFileSync(at('calls'), 'utf8').split('\n')
    expect(array).toContain('--array=1-3')
    expect(merge).toContain('--dependency=afterok:4711')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each(['slurm.sh', 'kubernetes.yaml'])('%s gives commands and options that there are', async (name) => {
  // Also where a command is a list of words.
  const text = readFileSync(example(name), 'utf8').replaceAll('\\\n', ' ').replaceAll('", "', ' ')
  const known = new Map((await createProgram()).commands.map((command) => [command.name(), command]))
  const found = [...text.matchAll(/\blimber (batch|merge|worker)\b(.*)/g)]
  expect(found.length).toBeGreaterThan(1)
  for (const [, command, rest] of found) {
    const flags = [...rest!.matchAll(/(?<=\s)--[a-z-]+/g)].map(([flag]) => flag)
    for (const flag of flags) expect(known.get(command!)?.options.map(({ long }) => long)).toContain(flag)
  }
})

test('the manifest is two documents, indented by twos, whose command lines are lists', () => {
  const text = readFileSync(example('kubernetes.yaml'), 'utf8')
  expect(text.match(/^kind: .*$/gm)).toEqual(['kind: Job', 'kind: Deployment'])
  expect(text.split(/^---$/m)).toHaveLength(2)
  expect(text).not.toMatch(/\t|[ ]+$/m)
  for (const line of text.split('\n')) expect(/^ */.exec(line)![0].length % 2, line).toBe(0)
  for (const [, list] of text.matchAll(/^ *command: (.*)$/gm)) {
    const [program, ...words] = JSON.parse(list!) as string[]
    expect(['limber', 'sh']).toContain(program)
    if (program === 'sh') expect(spawnSync('sh', ['-n', ...words])).toMatchObject({ status: 0 })
  }
})
