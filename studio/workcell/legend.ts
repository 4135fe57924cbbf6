// The colours of robots and obstacles in a picture of a cell, and what they mean.
import type { LegendEntry } from '../app/scene.js'
import { thingColour } from '../view/things.js'
import type { CellView } from './workcell.js'

/** One entry a robot and a kind of obstacle. */
export function cellLegend(view: CellView | undefined, isDark: boolean): LegendEntry[] {
  if (view === undefined) return []
  const { things, robots } = view
  const colourOf = (i: number): string => `#${thingColour(things[i]!, i, isDark).getHexString()}`
  const entry = (label: string, is: (i: number) => boolean): LegendEntry[] => {
    const first = things.findIndex((_, i) => is(i))
    return first === -1 ? [] : [{ colour: colourOf(first), label }]
  }
  return [
    ...robots.flatMap((name, r) => entry(name, (i) => things[i]!.kind === 'link' && things[i]!.robot === r)),
    ...entry('what a robot carries', (i) => things[i]!.kind === 'attached'),
    ...entry('highlighted obstacle', (i) => things[i]!.isMarked === true),
    ...entry('obstacles, in muted colours', (i) => isPlain(things[i]!)),
    ...entry('floor and walls', (i) => things[i]!.isFixed === true),
  ]
}

function isPlain({ kind, isFixed, isMarked }: CellView['things'][number]): boolean {
  return kind === 'obstacle' && isFixed !== true && isMarked !== true
}
