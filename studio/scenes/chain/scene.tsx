// The chain: thousands of beads that fold by Monte Carlo, the engine in a worker.
import { signal } from '@preact/signals'
import type { OpenScene, Scene, SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import { Button, grouped, Section, Slider, Stats } from '../../ui/controls.js'
import { Beads } from '../../view/beads.js'
import type { ChainFrame, ChainMethods } from './engine.js'

interface State {
  readonly beads: number
  readonly seed: number
  readonly width: number
}

export const scene: Scene<State> = {
  id: 'chain',
  title: 'Chain',
  sentence:
    'Ten thousand beads fold at random; after every turn the whole chain is checked against itself, in O(log n) updates.',
  first: { beads: 10_000, seed: 1, width: 0.3 },
  read(fields) {
    const { beads, seed, width } = fields
    const found: { -readonly [K in keyof State]?: State[K] } = {}
    if (beads !== undefined) found.beads = wholeNumber('beads', beads, 10, 100_000)
    if (seed !== undefined) found.seed = wholeNumber('seed', seed, 0, 2 ** 31)
    if (typeof width === 'number' && width > 0 && width <= Math.PI) found.width = width
    return found
  },
  open,
}

function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new Error(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(value)}.`)
}

function open({ history, stage, notify }: SceneHost<State>): OpenScene {
  const engine = new Engine<ChainMethods>('chain', () => void build())
  const beads = new Beads(stage, 1.6)
  const frame = signal<ChainFrame | undefined>(undefined)
  const running = signal<AbortController | undefined>(undefined)
  const show = (next: ChainFrame): void => {
    frame.value = next
    beads.place(next.positions)
  }
  const say = (error: unknown): void => {
    if (!(error instanceof StoppedError)) notify(String((error as Error).message), 'error')
  }
  async function build(): Promise<void> {
    try {
      const first = await engine.call('build', history.value)
      show(first)
      stage.lookAt(beads.centre(), beads.reach(), [1, -1.4, 0.8])
    } catch (error) {
      say(error)
    }
  }
  async function run(): Promise<void> {
    const controller = new AbortController()
    running.value = controller
    try {
      show(await engine.call('fold', { steps: 1e12 }, { signal: controller.signal, onProgress: show }))
    } catch (error) {
      say(error)
    } finally {
      if (running.peek() === controller) running.value = undefined
    }
  }
  const toggle = (): void => {
    const now = running.peek()
    if (now === undefined) void run()
    else now.abort()
  }
  void build().then(run)
  return {
    Panel() {
      const now = frame.value
      return (
        <>
          <Section title="Folding">
            <div class="row">
              <Button kind="main" onClick={toggle}>
                {running.value === undefined ? 'Fold' : 'Stop'}
              </Button>
            </div>
            <Slider
              label="Largest turn"
              value={history.state.value.width}
              min={0.01}
              max={3.14}
              onInput={(width) => history.set({ width }, 'width')}
              onChange={() => history.settle()}
            />
          </Section>
          <Section title="Numbers">
            <Stats
              rows={[
                ['steps', 'Steps', grouped(now?.steps ?? 0)],
                ['accepted', 'Taken', grouped(now?.accepted ?? 0)],
                ['rate', 'Steps a second', grouped(now?.stepsPerSecond ?? 0)],
                ['fps', 'Frames a second', String(stage.framesPerSecond.value)],
              ]}
            />
          </Section>
        </>
      )
    },
    close: () => engine.close(),
    keys: [{ key: ' ', does: 'fold or stop', run: toggle }],
  }
}
