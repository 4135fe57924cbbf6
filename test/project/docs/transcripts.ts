// Transcripts in documents: ```console blocks with commands and what they print.
import { execFile } from 'node:child_process'
import type { Fence } from '../../../site/build/markdown.js'

export interface Step {
  readonly command: string
  readonly exitCode: number
  /** Lines that it prints. `…` stands for what is left out: any lines on a line of its own, any characters within one. */
  readonly printed: readonly string[]
  /** For messages. */
  readonly place: string
}

/** The steps of a transcript. */
export function stepsOf(fence: Fence): Step[] {
  const steps: { command: string; exitCode: number; printed: string[]; place: string }[] = []
  fence.text.split('\n').forEach((line, k) => {
    const place = `${fence.file}:${fence.line + k}`
    const prompt = /^\$ (.*?)(?: +# exit (\d+))?$/.exec(line)
    if (prompt !== null) {
      if (!/^(?:npx )?limber\b/.test(prompt[1]!))
        throw new Error(`${place}: only limber is run in a transcript: use \`\`\`sh`)
      steps.push({ command: prompt[1]!, exitCode: Number(prompt[2] ?? 0), printed: [], place })
    } else if (steps.length > 0) steps.at(-1)!.printed.push(line)
    else if (line !== '') throw new Error(`${place}: a transcript starts with a command`)
  })
  return steps.map((step) => ({ ...step, printed: trimmed(step.printed) }))
}

function trimmed(lines: readonly string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)
}

/** Is it what was printed, but for what is left out? */
export function matches(printed: readonly string[], output: string): boolean {
  const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = printed.map((line) =>
    line.trim() === '…' ? '(?:.*\n)*?' : `${line.trimEnd().split('…').map(escaped).join('.*')}\n`,
  )
  const lines = trimmed(output.split('\n').map((line) => line.trimEnd()))
  return new RegExp(`^${pattern.join('')}$`).test(lines.map((line) => `${line}\n`).join(''))
}

/** Runs a step in `folder`; what is wrong with it, or undefined. `main`: the command's file. */
export function runStep(step: Step, folder: string, main: string): Promise<string | undefined> {
  const shell = `limber() { "$NODE" "$MAIN" "$@"; }; npx() { "$@"; }; ${step.command}`
  const env = { ...process.env, NODE: process.execPath, MAIN: main, NO_COLOR: '1' }
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', shell], { cwd: folder, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code)
      const head = `${step.place}: $ ${step.command}`
      if (code !== step.exitCode) resolve(`${head}\nexit code ${code}, not ${step.exitCode}\n${stderr}${stdout}`)
      else if (!matches(step.printed, stdout)) resolve(`${head}\nprints\n${stdout}not\n${step.printed.join('\n')}`)
      else resolve(undefined)
    })
  })
}
