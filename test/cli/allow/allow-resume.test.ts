// `limber allow`, stopped by Ctrl-C and killed (kill -9) at random moments, and resumed: the same files as those of a run that was not.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../../../src/entries/meshes.js'
import { limber, MAIN, type Run } from '../run.js'

const ARM = fileURLToPath(new URL('../../../examples/arm.urdf', import.meta.url))

let folder: string
/** What a run that nobody stops writes. */
let whole: Record<string, string>
let count = 0

function fresh(): string {
  return mkdtempSync(join(folder, `${count++}-`))
}

function argsIn(own: string, ...more: string[]): string[] {
  const at = (name: string): string => join(own, name)
  return [
    ...['allow', ARM, '--samples', '200', '--descents', '5'],
    ...['--report', at('report.json'), '--out', at('out.srdf'), '--certificate', at('proofs.json'), ...more],
  ]
}

function filesIn(own: string): Record<string, string> {
  return Object.fromEntries(readdirSync(own).map((name) => [name, readFileSync(join(own, name), 'utf8')]))
}

/** Sends a signal `after` so many milliseconds from when the checkpoint was written for the `count`-th time. */
function signalled(
  own: string,
  args: readonly string[],
  signal: NodeJS.Signals,
  nth: number,
  after: number,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    let seen = 0
    const watcher = watch(own, (event, name) => {
      if (name === 'report.json.checkpoint' && event === 'rename' && ++seen === nth) {
        setTimeout(() => child.kill(signal), after)
      }
    })
    const child = spawn(process.execPath, [MAIN, ...args])
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data: Buffer) => {
      stdout += data
    })
    child.stderr.on('data', (data: Buffer) => {
      stderr += data
    })
    child.on('error', reject)
    child.on('close', (code) => {
      watcher.close()
      resolve({ code, stdout, stderr })
    })
  })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limber-allow-resume-'))
  const own = fresh()
  expect((await limber(...argsIn(own))).code).toBe(0)
  whole = filesIn(own)
  expect(Object.keys(whole).sort()).toEqual(['out.srdf', 'proofs.json', 'report.json'])
})

afterAll(() => rmSync(folder, { recursive: true }))

test('Ctrl-C stops at once, with a checkpoint; --resume continues to the same files', async () => {
  const own = fresh()
  const { code, stdout, stderr } = await signalled(own, argsIn(own), 'SIGINT', 1, 0)
  expect(stderr).toBe('')
  expect(code).toBe(130)
  expect(stdout).toMatch(/^stopped: \d+ of 21 pairs/)
  expect(stdout).toContain('--resume')
  // What there is so far is written too, and marked.
  expect(readdirSync(own).sort()).toEqual(['out.srdf', 'proofs.json', 'report.json', 'report.json.checkpoint'])
  for (const name of ['report.json', 'proofs.json']) {
    const part = JSON.parse(readFileSync(join(own, name), 'utf8'))
    expect([part.stopped, part.pairs.length]).toEqual([true, Number(/^stopped: (\d+)/.exec(stdout)![1])])
    expect(stdout).toContain(`${join(own, name)} written: incomplete, and marked so\n`)
  }
  expect(readFileSync(join(own, 'out.srdf'), 'utf8')).toContain('INCOMPLETE: the work was stopped.')
  // Without --resume it is not thrown away.
  const left = filesIn(own)
  expect(await limber(...argsIn(own))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--resume must be given'),
  })
  expect(filesIn(own)).toEqual(left)
  // Nor taken for what it is not.
  const other = await limber(...argsIn(own, '--resume', '--seed', '7'))
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--seed must be left out, as in the checkpoint/),
  })
  const resumed = await limber(...argsIn(own, '--resume', '--workers', '1'))
  expect(resumed).toMatchObject({ code: 0, stderr: expect.stringMatching(/\d+ pairs? taken from the checkpoint/) })
  expect(filesIn(own)).toEqual(whole)
})

test('files of an earlier run are not replaced by a part', async () => {
  const own = fresh()
  for (const [name, text] of Object.entries(whole)) writeFileSync(join(own, name), text)
  const { code, stdout } = await signalled(own, argsIn(own), 'SIGTERM', 1, 0)
  expect(code).toBe(130)
  expect(stdout).not.toContain('written')
  const { 'report.json.checkpoint': _, ...left } = filesIn(own)
  expect(left).toEqual(whole)
})

/** A signal as soon as the command listens for one, and as many more as there are gaps, in milliseconds. */
function signalledAtOnce(signal: NodeJS.Signals, gaps: readonly number[], ...words: string[]): Promise<Run> {
  const again = gaps.map((gap) => `setTimeout(()=>process.kill(process.pid,'${signal}'),${gap});`).join('')
  const hook =
    `let done=false;process.on('newListener',(e)=>{if(e!=='${signal}'||done)return;done=true;` +
    `setImmediate(()=>{process.kill(process.pid,e);${again}})})`
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      MAIN,
      ...words,
    ])
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data: Buffer) => {
      stdout += data
    })
    child.stderr.on('data', (data: Buffer) => {
      stderr += data
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s before anything is decided, once or as npx passes it on',
  async (signal) => {
    for (const gaps of [[], [1], [1, 5, 20]]) {
      const text = await signalledAtOnce(signal, gaps, 'allow', ARM)
      expect([text.code, text.stdout]).toEqual([
        130,
        expect.stringMatching(/^stopped: \d+ of 21 pairs of links of arm; /),
      ])
      const json = await signalledAtOnce(signal, gaps, 'allow', ARM, '--json')
      expect(json.code).toBe(130)
      expect(JSON.parse(json.stdout)).toMatchObject({ kind: 'limber-allowed-pairs', robot: 'arm', stopped: true })
    }
  },
)

test('what it has written before is written over, and no other file', async () => {
  const own = fresh()
  const older = (name: string): string => whole[name]!.replace(/"hash":"./, '"hash":"x')
  for (const name of ['report.json', 'proofs.json']) writeFileSync(join(own, name), older(name))
  expect((await limber(...argsIn(own))).code).toBe(0)
  expect(filesIn(own)).toEqual(whole)
  writeFileSync(join(own, 'report.json'), '{"mine":true}')
  const refused = { code: 2, stderr: expect.stringContaining('which is left as it is') }
  expect(await limber(...argsIn(own))).toMatchObject(refused)
})

test('[allow-same] killed at random moments, again and again, and resumed: the same files', {
  timeout: 120_000,
}, async () => {
  const random = new Random(11)
  const own = fresh()
  let kills = 0
  for (let n = 0; n < 3; n++) {
    const [nth, after] = n === 0 ? [1, 0] : [1 + random.integer(2), random.range(0, 300)]
    const { code } = await signalled(own, argsIn(own, '--resume'), 'SIGKILL', nth!, after!)
    if (code === 0) {
      expect(filesIn(own)).toEqual(whole)
      for (const name of Object.keys(whole)) rmSync(join(own, name))
    } else kills++
    if (existsSync(join(own, 'report.json')))
      expect(readFileSync(join(own, 'report.json'), 'utf8')).toBe(whole['report.json'])
  }
  expect(kills).toBeGreaterThan(0)
  expect((await limber(...argsIn(own, '--resume'))).code).toBe(0)
  expect(filesIn(own)).toEqual(whole)
})

test('a damaged checkpoint, one of another version and one of another robot are refused and kept', async () => {
  const own = fresh()
  await signalled(own, argsIn(own), 'SIGINT', 1, 0)
  const file = join(own, 'report.json.checkpoint')
  const text = readFileSync(file, 'utf8')
  const names = readdirSync(own)
  writeFileSync(file, text.replace('"cells":', '"cells":1'))
  expect(await limber(...argsIn(own, '--resume'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('damaged'),
  })
  expect(readdirSync(own)).toEqual(names)
  const line = text.slice(0, text.indexOf('\n')).replace(/"limber":"\d+\.\d+\.\d+"/, '"limber":"0.0.9"')
  writeFileSync(file, `${line}\n${crc32(line).toString(16).padStart(8, '0')}\n`)
  expect(await limber(...argsIn(own, '--resume'))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/a checkpoint of Limber .*one of 0\.0\.9/s),
  })
  writeFileSync(file, text)
  const urdf = join(folder, 'other.urdf')
  writeFileSync(urdf, readFileSync(ARM, 'utf8').replace('upper="2.6"', 'upper="2.7"'))
  const args = argsIn(own, '--resume').map((word) => (word === ARM ? urdf : word))
  expect(await limber(...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('a checkpoint of this robot'),
  })
  expect(readFileSync(file, 'utf8')).toBe(text)
})
