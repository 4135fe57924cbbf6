import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NumberedLine, PoseFileError, PoseLines, poseOf } from '../../../cli/read/pose-lines.js'

let folder: string
const at = (name: string): string => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-poses-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function linesOf(text: string): Promise<NumberedLine[]> {
  writeFileSync(at('poses.jsonl'), text)
  const out: NumberedLine[] = []
  for await (const piece of new PoseLines(at('poses.jsonl')).pieces()) out.push(...piece)
  return out
}

test('lines by their numbers, blank ones left out, the last one with or without an end', async () => {
  expect(await linesOf('1\n\n 2 \r\n3')).toEqual([
    { line: 1, text: '1' },
    { line: 3, text: ' 2 \r' },
    { line: 4, text: '3' },
  ])
  expect(await linesOf('')).toEqual([])
  // Letters of several bytes, across the borders of the pieces that are read.
  const long = Array.from({ length: 5000 }, (_, k) => `"€${'ä'.repeat(k % 50)}"`)
  expect((await linesOf(`${long.join('\n')}\n`)).map(({ text }) => text)).toEqual(long)
})

test('a line that has no end is refused, not collected', async () => {
  await expect(linesOf(`1\n${'x'.repeat(1_200_000)}`)).rejects.toThrow(
    'line 2: expected at most 1000000 letters, got more',
  )
})

test('what is wrong with a line is said by its number', () => {
  writeFileSync(at('poses.jsonl'), '')
  const lines = new PoseLines(at('poses.jsonl'))
  const read = (text: string): unknown => lines.read({ line: 7, text }, (value) => poseOf('the pose', value))
  expect(read('{"q":[0,0,0,1],"t":[1,2,3]}')).toEqual({ at: [1, 2, 3], rotation: [0, 0, 0, 1] })
  expect(read('{"t":[1,2,3],"R":[1,0,0,0,1,0,0,0,1]}')).toEqual({
    at: [1, 2, 3],
    rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  })
  expect(read('{"t":[1,2,3]}')).toEqual({ at: [1, 2, 3] })
  for (const [text, message] of [
    ['{"q":[0,0,0,1],"t":[0,0]}', 'the pose.t must be 3 numbers, got [0, 0]'],
    ['{"q":[0,0,0,1],"t":[0,0,null]}', 'the pose.t must be 3 numbers, got [0, 0, null]'],
    ['{"q":[0,0,0,1],"t":[0,0,"1"]}', 'the pose.t must be 3 numbers'],
    ['{"q":[0,0,0,1]}', 'the pose.t must be 3 numbers, got undefined'],
    ['{"q":[0,0,1],"t":[0,0,0]}', 'the pose.q must be 4 numbers'],
    ['{"R":[[1,0,0],[0,1,0],[0,0,1]],"t":[0,0,0]}', 'the pose.R must be 9 numbers'],
    ['{"q":[0,0,0,1],"R":[1,0,0,0,1,0,0,0,1],"t":[0,0,0]}', 'the pose must be a pose: {"R":'],
    ['{}', 'the pose must be a pose: {"R":'],
    ['{"q":[0,0,0,1],"t":[0,0,0],"T":1}', 'the pose.T must be left out: known are R, q, t, got 1'],
    ['[0,0,0]', 'the pose must be a pose: {"R":'],
    ['null', 'the pose must be a pose'],
    ['{"q":[0,0,0,1],"t":[0,0,', 'the line must be one JSON object, got "{'],
  ] as const) {
    expect(() => read(text)).toThrow(`${at('poses.jsonl')}, line 7: ${message}`)
    expect(() => read(text)).toThrow(PoseFileError)
  }
})
