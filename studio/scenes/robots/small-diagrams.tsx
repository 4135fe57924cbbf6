// A triangle of small diagrams, one for every two robots, of which one is chosen.
import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Stage } from '../../view/stage.js'
import type { RobotsModel } from './model.js'
import { type DiagramPicture, paintDiagram } from './picture.js'

const PIXELS = 72

export function SmallDiagrams({ model, stage }: { model: RobotsModel; stage: Stage }) {
  const robots = model.laid.value
  const diagrams = model.answer.value?.diagrams ?? []
  if (robots.length < 3 || diagrams.length === 0) return null
  const chosen = model.picture?.key
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
    <div
      class="small-diagrams"
      role="group"
      aria-label="Diagrams of every two robots"
      style={{ gridTemplateColumns: `repeat(${robots.length}, minmax(0, 1fr))` }}
    >
      {robots.map(({ name }, row) => (
        <span key={name} class="small-name" style={{ gridArea: `${row + 1} / ${row + 1}` }}>
          {name}
        </span>
      ))}
      {diagrams.map((picture) => {
        const names = `${robots[picture.a]!.name} and ${robots[picture.b]!.name}`
        return (
          <button
            key={picture.key}
            type="button"
            class="small-diagram"
            aria-pressed={picture.key === chosen}
            aria-label={`Diagram of ${names}`}
            title={names}
            data-pair={picture.key}
            style={{ gridArea: `${picture.b + 1} / ${picture.a + 1}` }}
            onClick={() => model.choosePair(picture.key)}
          >
            <Small picture={picture} stage={stage} />
          </button>
        )
      })}
    </div>
  )
}

function Small({ picture, stage }: { picture: DiagramPicture; stage: Stage }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useSignalEffect(() => {
    const theme = stage.theme.value
    const context = canvas.current?.getContext('2d')
    if (context !== null && context !== undefined) paintDiagram(context, picture, theme)
  })
  return <canvas ref={canvas} width={PIXELS} height={PIXELS} />
}
