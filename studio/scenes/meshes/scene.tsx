// Two meshes in close proximity: the same question by every kind of volumes. Or one that deforms: is its whole step free?
import './meshes.css'
import { computed, effect, signal, untracked } from '@preact/signals'
import type { ComponentType } from 'preact'
import { Vector3 } from 'three'
import type {
  ExportItem,
  LegendEntry,
  Measured,
  OpenScene,
  PlayOnce,
  Recipe,
  Scene,
  SceneHost,
} from '../../app/scene.js'
import { startDragging } from '../../workcell/dragging.js'
import { objText } from '../../workcell/write-obj.js'
import { ClothDrawing } from './cloth-drawing.js'
import { ClothModel, LASTS } from './cloth-model.js'
import { ClothPanel, ClothTimeline } from './cloth-panel.js'
import { MeshesDrawing } from './drawing.js'
import type { MeshesAnswer, WayRow } from './engine.js'
import { clothLegend, pairLegend } from './legend.js'
import { MeshesModel, type Place } from './model.js'
import { MeshesPanel } from './panel.js'
import { clothRecipe, FILES, pairRecipe } from './recipe.js'
import { FIRST, lengthText, type MeshesState, readMeshesState } from './state.js'
import { bothTurns, turnAbout } from './turns.js'

export const scene: Scene<MeshesState> = {
  id: 'meshes',
  title: 'Meshes',
  sentence:
    'Drag one mesh against the other: what touches is red, with the volumes tested to know it. Or let a cloth fold, proved free all the way.',
  first: FIRST,
  read: readMeshesState,
  open,
}

/** How far the pointer goes for a turn of one radian. */
const RADIAN = 0.45

/** What is shown of the two: a pair of meshes, or a cloth. */
interface Part {
  readonly Panel: ComponentType
  readonly Overlay?: ComponentType
  readonly pair?: MeshesModel
  readonly play: PlayOnce
  legend(): readonly LegendEntry[]
  recipe(): Recipe
  readonly exports: readonly ExportItem[]
  toggle(): void
  reset(): void
  deeper(by: number): void
  close(): void
}

function open(host: SceneHost<MeshesState>): OpenScene {
  const { history, stage } = host
  const part = signal<Part | undefined>(undefined)
  const isCloth = computed(() => history.state.value.cloth !== 'none')
  const end = effect(() => {
    const next = isCloth.value ? openCloth : openPair
    untracked(() => {
      part.peek()?.close()
      stage.clear()
      part.value = next(host)
    })
  })
  return {
    Panel() {
      const Panel = part.value!.Panel
      return <Panel />
    },
    Overlay() {
      const Overlay = part.value!.Overlay
      return Overlay === undefined ? null : <Overlay />
    },
    close() {
      end()
      part.peek()?.close()
    },
    async open(files) {
      if (isCloth.peek()) history.set({ cloth: 'none' })
      await part.peek()!.pair!.takeFiles(files)
    },
    takes: 'one or two meshes: STL, OBJ, PLY, GLB, glTF, Collada or OFF',
    get exports() {
      return part.value?.exports ?? []
    },
    legend: () => part.value?.legend() ?? [],
    recipe: () => part.peek()!.recipe(),
    get play() {
      return part.peek()!.play
    },
    bodies: () => (part.value?.pair?.view.value?.names ?? []).map((name, k) => [k === 0 ? 'a' : 'b', name] as const),
    measure() {
      const answer = part.value?.pair?.answer.value
      return async () => (answer === undefined ? undefined : measuredOf(answer))
    },
    length: lengthText,
    keys: [
      { key: ' ', does: 'turn, play or stop', run: () => part.peek()?.toggle() },
      { key: 'b', does: 'volumes a step deeper', run: () => part.peek()?.deeper(1) },
      { key: 'v', does: 'volumes a step higher', run: () => part.peek()?.deeper(-1) },
      { key: 'r', does: 'as at first; of a cloth, its first contact', run: () => part.peek()?.reset() },
    ],
  }
}

function openCloth(host: SceneHost<MeshesState>): Part {
  const { history, stage } = host
  const drawing = new ClothDrawing(stage)
  const model = new ClothModel(host, drawing)
  const file = (end: 'from' | 'to') => () => {
    const answer = model.answer.peek()
    return answer === undefined ? undefined : objText(answer[end], answer.corners)
  }
  return {
    play: { seconds: () => LASTS, start: () => model.restart(), stop: () => model.pause() },
    legend: () => clothLegend(stage.theme.value, history.state.value.opened),
    recipe: clothRecipe,
    exports: [
      { label: 'Cloth at the start (OBJ)', file: FILES.from, make: file('from') },
      { label: 'Cloth at the end (OBJ)', file: FILES.to, make: file('to') },
    ],
    Panel: () => <ClothPanel model={model} history={history} />,
    Overlay: () => <ClothTimeline model={model} history={history} />,
    toggle: () => model.toggle(),
    reset: () => model.seek(),
    deeper() {},
    close() {
      model.close()
      drawing.close()
    },
  }
}

function openPair(host: SceneHost<MeshesState>): Part {
  const { history, stage } = host
  const drawing = new MeshesDrawing(stage)
  const model = new MeshesModel(host, drawing)
  let taken: Place | undefined
  const endDragging = startDragging(stage, {
    kindOf: (name) => (name === 'b' ? 'link' : undefined),
    point: (name) => drawing.point(name),
    begin() {
      model.stop()
      taken = model.place
    },
    move({ point }, to, shift) {
      if (taken === undefined) return
      const by = to.clone().sub(point)
      const { at, turn } = taken
      if (!shift) model.move({ at: at.map((x, k) => x + by.getComponent(k)), turn }, 'drag')
      else if (by.length() > 0) {
        const axis = by.clone().cross(stage.camera.getWorldDirection(new Vector3()))
        model.move({ at, turn: bothTurns(turnAbout(axis.toArray(), by.length() / RADIAN), turn) }, 'drag')
      }
    },
    end() {
      taken = undefined
      history.settle()
    },
  })
  const deeper = (by: number): void => {
    const most = model.answer.peek()?.volumes.most ?? 0
    history.set({ depth: Math.min(most, Math.max(-1, Math.min(history.value.depth, most) + by)) })
  }
  return {
    Panel: () => <MeshesPanel model={model} history={history} />,
    pair: model,
    play: model.once,
    legend: () => pairLegend(stage.theme.value),
    recipe: () => pairRecipe(untracked(() => model.place)),
    exports: [
      { label: 'First mesh (OBJ)', file: FILES.first, make: () => model.engine.call('obj', { second: false }) },
      { label: 'Second mesh (OBJ)', file: FILES.second, make: () => model.engine.call('obj', { second: true }) },
      { label: 'Counts (CSV)', file: 'meshes.csv', make: () => rowsText(model.rows.peek()) },
    ],
    toggle: () => model.toggle(),
    reset: () => model.reset(),
    deeper,
    close() {
      endDragging()
      model.close()
      drawing.close()
    },
  }
}

/** The two, in the frame of the first: the stage's. How deep meshes are in each other is not known. */
function measuredOf({ distance, pointA, pointB }: MeshesAnswer): Measured {
  return { distance, depth: undefined, pointA, pointB }
}

function rowsText(rows: readonly WayRow[]): string | undefined {
  if (rows.length === 0) return undefined
  const lines = rows.map((row) => [row.way, row.volumeTests, row.leafTests, row.contacts, row.micros.toFixed(1)].join())
  return `volumes,volume tests,triangle tests,contacts,microseconds\n${lines.join('\n')}\n`
}
