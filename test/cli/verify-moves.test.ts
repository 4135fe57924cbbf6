// `limber verify move.json proof.json`: a move of a chain and its proof, as a program writes them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyNamed } from '../../cli/verify.js'
import { ChainTree, LimberError } from '../../src/entries/chains.js'

let folder: string
const put = (name: string, content: unknown): string => {
  writeFileSync(join(folder, name), JSON.stringify(content))
  return join(folder, name)
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-moves-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('a free move is accepted by both verifiers, and by neither where it was changed', async () => {
  const positions = Array.from({ length: 40 }, (_, k) => [k, 0, 0]).flat()
  const chain = ChainTree.fromSpheres(positions, 0.4)
  const turn = chain.checkMove([{ kind: 'rotate', joint: 20, angle: 0.5, axis: [0, 0, 1] }])
  expect(turn.outcome).toBe('free')
  const { move, proof } = turn.certificate()
  const files = [put('move.json', move), put('proof.json', proof)]
  for (const exact of [{}, { exact: true }] as const) {
    const { code, stdout } = await verifyNamed(files, exact)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^valid: no two of 40 links that count touch during the move; 1 joint moving, /),
    })
    const json = await verifyNamed(files, { ...exact, json: true })
    expect(JSON.parse(json.stdout)).toMatchObject({ valid: true, links: 40, joints: 1 })
  }
  const other = put('other.json', { ...move, spheres: move.spheres.map((x) => 2 * x) })
  const rejected = await verifyNamed([other, files[1]!])
  expect(rejected).toMatchObject({ code: 1, stdout: expect.stringMatching(/^rejected: /) })
  await expect(verifyNamed([files[1]!])).rejects.toThrow(LimberError)
  await expect(verifyNamed([files[1]!])).rejects.toThrow('files must be the document of a move, and its proof')
  await expect(verifyNamed(files, { path: 'path.json' })).rejects.toThrow('or a move of a chain')
})
