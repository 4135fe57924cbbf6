// Pages as a new user follows them, in a folder in which the packed package was just installed: commands run, files that are shown are
// written, programs run and print what their comments say.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fence, fencesOf } from '../../site/build/markdown.js'
import { promisesOf } from '../project/docs/programs.js'
import { runStep, type Step, stepsOf } from '../project/docs/transcripts.js'
import { output, type Packed, root } from './pack.js'

/** As `npm i limber` leaves it. */
export function installed(packed: Packed): string {
  return packed.folder({ 'package.json': '{}', 'package-lock.json': '{}' })
}

/** What is wrong with a page. */
export async function walk(packed: Packed, page: string, place = installed(packed)): Promise<string[]> {
  const text = readFileSync(join(root, page), 'utf8')
  const main = packed.path('node_modules/limber/dist/bin/limber.js')
  const wrong: string[] = []
  let commands = 0
  for (const fence of fencesOf(page, text)) {
    const named = nameOf(fence, text)
    if (named !== undefined) writeFileSync(join(place, named), fence.text)
    if (named?.endsWith('.mjs')) wrong.push(...complaintsOf(named, fence, place))
    for (const step of [...(fence.language === 'console' ? stepsOf(fence) : shellSteps(fence))]) {
      commands++
      const complaint = await runStep(step, place, main)
      if (complaint !== undefined) wrong.push(complaint)
    }
  }
  console.log(`${page}: ${commands} commands run in the folder of a new user`)
  return commands === 0 ? [`${page} has no commands`] : wrong
}

/** Commands of `limber` among others, whose output is not shown. */
function shellSteps({ language, text, file, line }: Fence): Step[] {
  if (language !== 'sh') return []
  return text.split('\n').flatMap((command, k) => {
    if (!command.startsWith('npx limber ')) return []
    return [{ command, exitCode: 0, printed: ['…'], place: `${file}:${line + k}` }]
  })
}

/** The file that a block is, by the words before it: `main.ts`: */
function nameOf({ line, language }: Fence, text: string): string | undefined {
  if (!['ts', 'html'].includes(language)) return undefined
  // The line before the fence is empty, and the fence itself is one.
  const before = text
    .split('\n')
    .slice(0, line - 2)
    .join('\n')
    .trimEnd()
  return /`([\w-]+\.(?:mjs|ts|html))`[^`\n]*(?:`[^`\n]*`)?:$/.exec(before)?.[1]
}

/** Of a program that prints something else than its comments say. */
function complaintsOf(name: string, fence: Fence, place: string): string[] {
  const expected = [...promisesOf(fence.text).promises.values()]
  const printed = output(process.execPath, [name], place).trimEnd().split('\n')
  return JSON.stringify(printed) === JSON.stringify(expected)
    ? []
    : [`${fence.file}:${fence.line}: ${name} prints ${printed.join(', ')}, not ${expected.join(', ')}`]
}
