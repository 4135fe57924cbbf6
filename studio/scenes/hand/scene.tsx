// The hand: boxes by level around a body that moves, six kinds of them counted in the same pose.
import './hand.css'
import type { LegendEntry, OpenScene, Recipe, Scene, SceneHost } from '../../app/scene.js'
import type { Stage } from '../../view/stage.js'
import { type DrawnThing, robotColour, thingColour } from '../../view/things.js'
import { coloursOf, HandDrawing } from './drawing.js'
import type { HandSweep } from './frames.js'
import { HandModel } from './model.js'
import { HandPanel } from './panel.js'
import { HandPlot } from './plot.js'
import { FIRST, type HandState, readHandState, titleOf } from './state.js'

export const scene: Scene<HandState> = {
  id: 'hand',
  title: 'Hand',
  sentence:
    'The same hand in the same pose: how tightly each kind of boxes holds it, level by level, and what that saves in tests.',
  first: FIRST,
  read: readHandState,
  open,
}

function open(host: SceneHost<HandState>): OpenScene {
  const { history, stage } = host
  const drawing = new HandDrawing(stage)
  const model = new HandModel(host, drawing)
  const toLevel = (by: number): void => {
    const top = (model.view.peek()?.levels ?? 1) - 1
    const level = Math.min(top, Math.max(0, Math.min(top, history.value.level) + by))
    history.set({ level })
  }
  return {
    Panel: () => <HandPanel model={model} history={history} />,
    Overlay: () => <HandPlot model={model} />,
    close() {
      model.close()
      drawing.close()
    },
    play: model.once,
    legend: () => handLegend(stage, history.state.value, model.view.value?.things ?? []),
    recipe: () => RECIPE,
    exports: [
      { label: 'Scene with its files (zip)', file: 'hand.zip', make: async () => (await model.files()).zip },
      { label: 'Pose (JSON)', file: 'pose.json', make: async () => (await model.files()).pose },
      { label: 'Counts of the motion (CSV)', file: 'hand.csv', make: () => sweepText(model.sweep.peek()) },
    ],
    keys: [
      { key: ' ', does: 'play or stop', run: () => model.toggle() },
      { key: 'b', does: 'boxes of the next level', run: () => toLevel(1) },
      { key: 'v', does: 'boxes of the level below', run: () => toLevel(-1) },
    ],
  }
}

/** The pose on the stage: what touches, and what was tested to know it. */
const RECIPE: Recipe = {
  reads: ['hand.zip', 'pose.json'],
  command: 'unzip -o hand.zip\nnpx limber check scene.json --at pose.json',
  code: `import { readPath, readScene } from 'limber/node'
import { configurationsOf } from 'limber/robots'

// hand.zip, unpacked here.
const { world } = await readScene('scene.json')
const [q] = configurationsOf(world, await readPath('pose.json'))
for (const { a, b, depth } of world.collisions(q)) console.log(a, b, depth)
console.log(world.stats)
`,
}

/** A line a frame: box tests and pair tests of every kind. */
function sweepText(sweep: readonly HandSweep[]): string | undefined {
  if (sweep.length === 0) return undefined
  const head = sweep.flatMap(({ kind }) => [`${kind} box tests`, `${kind} pair tests`])
  const lines = sweep[0]!.volumeTests.map((_, k) =>
    [k, ...sweep.flatMap((s) => [s.volumeTests[k]!, s.pairTests[k]!])].join(),
  )
  return `${['frame', ...head].join()}\n${lines.join('\n')}\n`
}

function handLegend(stage: Stage, { first, second }: HandState, things: readonly DrawnThing[]): LegendEntry[] {
  const [one, two] = coloursOf(stage)
  const { hit, isDark } = stage.theme.value
  const obstacle = things.findIndex(({ kind, isFixed }) => kind === 'obstacle' && isFixed !== true)
  return [
    { colour: `#${robotColour(0).getHexString()}`, label: 'links' },
    { colour: hit, label: 'links that touch' },
    ...(obstacle < 0
      ? []
      : [{ colour: `#${thingColour(things[obstacle]!, obstacle, isDark).getHexString()}`, label: 'obstacle' }]),
    { colour: one, label: `boxes: ${titleOf(first)}`, kind: 'line' },
    ...(second === 'none' ? [] : [{ colour: two, label: `boxes: ${titleOf(second)}`, kind: 'line' as const }]),
  ]
}
