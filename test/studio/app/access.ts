// Accessibility of a page by axe-core: what it calls serious or critical.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { StudioPage } from '../browser.js'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Results {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
  }[]
}

/** Rule, place and what to do, one line a fault. */
export async function violations({ page }: StudioPage): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const { violations: found } = await page.evaluate(
    () =>
      (globalThis as unknown as { axe: { run(options: object): Promise<Results> } }).axe.run({
        resultTypes: ['violations'],
      }) as Promise<Results>,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) => `${id} ${target.join(' ')}: ${failureSummary.split('\n').at(-1)?.trim()}`,
      ),
    )
}
