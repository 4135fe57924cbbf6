// Jobs on files in memory: the same answers to the byte as from a disk, and the same words where something is missing.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Libraries } from '../../node/batch/disk-library.js'
import { answerJobs, type BatchJob, type FilesByPath, type Library, memoryLibrary } from '../../src/entries/batch.js'
import { gltfParts, TETRAHEDRON } from '../formats/samples.js'
import { EXAMPLES, exampleFiles, SOME_JOBS } from './some-jobs.js'

const jobs = SOME_JOBS.map((job, k) => ({ id: `${k}`, ...job }) as BatchJob)

async function answers(library: Library, asked: readonly BatchJob[], folder = 'no folder'): Promise<string[]> {
  const said: string[] = []
  await answerJobs(
    asked,
    library,
    (text) => said.push(text),
    (message) => message.replaceAll(`${folder}/`, ''),
  )
  return said.filter((text) => text !== 'run')
}

function onDisk(folder: string, asked: readonly BatchJob[]): Promise<string[]> {
  return answers(new Libraries().at({ folder, root: folder }), asked, folder)
}

function inMemory(files: FilesByPath, asked: readonly BatchJob[]): Promise<string[]> {
  return answers(memoryLibrary(files), asked)
}

test('one job of every kind, and those that fail: as from a disk', async () => {
  const found = await inMemory(exampleFiles(), jobs)
  expect(found).toEqual(await onDisk(EXAMPLES, jobs))
  expect(found.filter((answer) => answer.includes('"error":'))).toHaveLength(7)
})

test('scenes in folders, packages, and a mark at the start of a text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-memory-'))
  try {
    mkdirSync(join(folder, 'cells/deep'), { recursive: true })
    mkdirSync(join(folder, 'ours/meshes'), { recursive: true })
    cpSync(join(EXAMPLES, 'tray.obj'), join(folder, 'ours/meshes/tray.obj'))
    const urdf = `<robot name="one"><link name="a"><collision><geometry>
      <mesh filename="package://theirs/meshes/tray.obj"/></geometry></collision></link></robot>`
    const scene = {
      limber: 1,
      robots: [{ name: 'one', urdf: '../one.urdf', packages: { theirs: '../../ours' } }],
      obstacles: [
        { name: 'tray', shape: { kind: 'mesh', file: '../../ours/meshes/tray.obj' }, pose: { xyz: [0, 0, 1] } },
      ],
    }
    const names = ['cells/one.urdf', 'cells/deep/scene.json', 'ours/meshes/tray.obj']
    writeFileSync(join(folder, names[0]!), urdf)
    writeFileSync(join(folder, names[1]!), `\ufeff${JSON.stringify(scene)}`)
    const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]))
    const asked: BatchJob[] = [
      { id: 'here', job: 'distance', scene: 'cells/deep/scene.json', at: { joints: [], waypoints: [[]] } },
      { id: 'named', job: 'distance', scene: 'cells/one.urdf', read: { packages: { theirs: 'ours' } }, at: {} },
      { id: 'outside', job: 'distance', scene: 'cells/one.urdf', read: { packages: { theirs: '../ours' } }, at: {} },
      { id: 'gone', job: 'distance', scene: 'cells/one.urdf', at: {} },
    ]
    const found = await inMemory(files, asked)
    expect(found).toEqual(await onDisk(folder, asked))
    expect(JSON.parse(found[0]!)).toMatchObject({ answers: [{ nearest: { distance: expect.any(Number) } }] })
    expect(found.map((answer) => answer.includes('"error":'))).toEqual([false, false, true, true])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a mesh whose buffer is a file beside it, and one whose buffer would be elsewhere', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'limber-memory-'))
  try {
    const { document, buffer } = gltfParts(TETRAHEDRON)
    const naming = (uri: string): string => JSON.stringify({ ...document, buffers: [{ ...document.buffers[0], uri }] })
    mkdirSync(join(folder, 'meshes'))
    const contents = { 'meshes/a.gltf': naming('b.bin'), 'meshes/out.gltf': naming('../b.bin'), 'meshes/b.bin': buffer }
    for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content)
    const files = Object.fromEntries(Object.keys(contents).map((name) => [name, readFileSync(join(folder, name))]))
    const asked = ['a', 'out'].map((name): BatchJob => {
      const mesh = `meshes/${name}.gltf`
      return { id: name, job: 'query', a: mesh, b: mesh, op: 'distance', poses: [{ q: [0, 0, 0, 1], t: [9, 0, 0] }] }
    })
    const found = await inMemory(files, asked)
    expect(found).toEqual(await onDisk(folder, asked))
    expect(found.map((answer) => answer.includes('"error":'))).toEqual([false, true])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
