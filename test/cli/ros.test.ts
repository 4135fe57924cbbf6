// ROS and MoveIt files on the command line: checked, verified, planned with, converted and described.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { checkScene } from '../../cli/check.js'
import { convertFile } from '../../cli/convert.js'
import { describeFile } from '../../cli/info.js'
import { planScene } from '../../cli/plan.js'
import { smoothFile } from '../../cli/smooth.js'
import { verifyFiles } from '../../cli/verify.js'

const folder = mkdtempSync(join(tmpdir(), 'limber-ros-'))
afterAll(() => rmSync(folder, { recursive: true }))
const examples = fileURLToPath(new URL('../../examples/', import.meta.url))
const [arm, cell] = [join(examples, 'arm.urdf'), join(examples, 'cell.json')]
const around = { srdf: join(examples, 'arm.srdf'), scene: join(examples, 'planning-scene.yaml') }
const at = (name: string): string => join(folder, name)
const write = (name: string, text: string): string => {
  writeFileSync(at(name), text)
  return at(name)
}

test('a trajectory in a planning scene: proved as the curve it is, and verified against the file', async () => {
  const path = join(examples, 'round-post.yaml')
  const certificate = at('proof.json')
  const { code, stdout, stderr } = await checkScene(arm, { ...around, path, certificate })
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/^free: proved for the whole path, 13 segments/)
  expect(stdout).toContain(`--scene ${around.scene}`)
  expect(stderr).toContain('14 points, 4.042360894 s, joined by 13 quintic curves')
  const good = await verifyFiles(arm, certificate, { ...around, path })
  expect(good.code, good.stdout).toBe(0)
  // Straight lines through the same points are another motion.
  const lines = readFileSync(path, 'utf8').replace(/^ {2}(?:velocities|accelerations): .*\n/gm, '')
  expect((await verifyFiles(arm, certificate, { ...around, path: write('lines.yaml', lines) })).stdout).toContain(
    'it is valid for a path other than',
  )
})

test('the cell of the scene and of the message: the same verdicts', async () => {
  for (const file of ['through-post.yaml', 'round-post.yaml', 'round-post.json']) {
    const path = join(examples, file)
    const [ours, theirs] = [
      await checkScene(cell, { path, json: true }),
      await checkScene(arm, { ...around, path, json: true }),
    ]
    expect(theirs.code).toBe(ours.code)
    const outcome = (printed: string) => (JSON.parse(printed) as { outcome: string }).outcome
    expect(outcome(theirs.stdout)).toBe(outcome(ours.stdout))
  }
  const state = await checkScene(arm, around)
  expect(state.stderr).toContain('no --at: all joints are where the planning scene has them')
  expect(state.stdout).toMatch(/^free: nothing touches/)
  await expect(checkScene(cell, { scene: around.scene })).rejects.toThrow(
    '--scene must be left out: this is a scene already',
  )
})

test('a joint state is a configuration, and the rest is as the planning scene has it', async () => {
  const values = write('state.yaml', 'name: [turn]\nposition: [0.5]\n')
  const { stdout, stderr } = await checkScene(arm, { ...around, at: values, json: true })
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'free' })
  expect((await checkScene(arm, { ...around, at: values })).stderr).toContain('as the planning scene has them')
  expect(stderr).toBe('')
})

test('--format ros: what is written is what is proved, joints without their robot', async () => {
  const [out, trajectory] = [at('out.yaml'), at('trajectory.yaml')]
  const options = { out, trajectory, format: 'ros', rounds: '3', rate: '10', maxAcceleration: ['4'] }
  const made = await smoothFile(arm, join(examples, 'round-post.yaml'), { ...around, ...options })
  expect(made.code, made.stdout + made.stderr).toBe(0)
  expect(made.stderr).toContain('its points are joined by straight lines here')
  expect(readFileSync(trajectory, 'utf8')).toMatch(
    /^# trajectory_msgs\/msg\/JointTrajectory \(ROS 2\)\njoint_names: \["turn", "shoulder"/,
  )
  for (const path of [out, trajectory]) {
    const { code, stdout } = await checkScene(arm, { ...around, path })
    expect(code, stdout).toBe(0)
  }
  // Our own file is replaced, and only ours.
  expect((await smoothFile(arm, out, { ...around, ...options })).code).toBe(0)
  await expect(smoothFile(arm, out, { ...around, out: write('own.yaml', 'a: 1\n') })).rejects.toThrow('own.yaml')
  await expect(planScene(cell, { to: ['0 0 0 0 0'], format: 'ros' })).rejects.toThrow(
    '--format must be left out, or given with',
  )
})

test('convert: there and back, and what is lost is listed', async () => {
  const text = (name: string): string => readFileSync(at(name), 'utf8')
  const to = async (from: string, name: string) => (await convertFile(from, at(name), { force: true })).stdout
  expect(await to(join(examples, 'round-post.json'), 'path.yaml')).toContain('not written: names of robots')
  await to(at('path.yaml'), 'path.json')
  const ours = JSON.parse(readFileSync(join(examples, 'round-post.json'), 'utf8')) as { waypoints: unknown }
  expect((JSON.parse(text('path.json')) as { waypoints: unknown }).waypoints).toEqual(ours.waypoints)
  await to(join(examples, 'round-post.yaml'), 'timed.json')
  await to(at('timed.json'), 'timed.yaml')
  expect(text('timed.yaml')).toBe(readFileSync(join(examples, 'round-post.yaml'), 'utf8'))

  expect(await to(cell, 'cell.scene')).toMatch(/MoveIt scene, 3 obstacles.*\nnot written: robots: arm/)
  expect(await to(at('cell.scene'), 'back.json')).toContain('the robot: add it to "robots"')
  await to(at('back.json'), 'again.scene')
  expect(text('again.scene').split('\n').slice(1)).toEqual(text('cell.scene').split('\n').slice(1))
  await to(cell, 'cell.yaml')
  await to(at('cell.yaml'), 'third.scene')
  expect(text('third.scene')).toBe(text('cell.scene'))
  await to(join(examples, 'table.scene'), 'table.yaml')
  const checked = await checkScene(arm, { srdf: around.srdf, scene: at('table.yaml') })
  expect(checked.stdout).toBe(
    (await checkScene(arm, { srdf: around.srdf, scene: join(examples, 'table.scene') })).stdout,
  )
})

test('info: what each of them is', async () => {
  const info = async (file: string) =>
    JSON.parse((await describeFile(join(examples, file), { json: true })).stdout) as object
  expect(await info('round-post.yaml')).toMatchObject({ kind: 'trajectory', format: 'JointTrajectory', points: 14 })
  expect(await info('table.scene')).toMatchObject({ kind: 'planning-scene', format: 'MoveIt scene', matrix: null })
  expect(await info('planning-scene.yaml')).toMatchObject({
    ...{ kind: 'planning-scene', format: 'PlanningScene', matrix: { names: 11, pairs: 10 } },
    attached: [{ name: 'cup', link: 'hand', shapes: ['cylinder'] }],
  })
  expect(await info('round-post.json')).toMatchObject({ kind: 'path', format: 'path' })
})
