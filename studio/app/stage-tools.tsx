// What can be done with any stage: see all of it, see it from a side, measure, cut.
import { Button } from '../ui/controls.js'
import { Menu } from './menu.js'
import { sectionAlong } from './section-panel.js'
import type { Studio } from './studio.js'

const VIEWS: readonly (readonly [string, readonly number[]])[] = [
  ['Front', [0, -1, 0]],
  ['Side', [1, 0, 0]],
  ['Top', [0, -1e-4, 1]],
  ['Corner', [1, -1.2, 0.6]],
]

export function StageTools({ studio }: { studio: Studio }) {
  const { tool, section } = studio
  const isMeasuring = tool.value?.isOn.value === true
  return (
    <div class="stage-tools" role="toolbar" aria-label="View">
      <Button label="Fit: see all of it (F)" onClick={() => studio.resetView()}>
        <Sign path="M1 5V1h4M11 1h4v4M15 11v4h-4M5 15H1v-4M5 5h6v6H5z" />
      </Button>
      <Menu title={<Sign path="M8 1l6 3.5v7L8 15l-6-3.5v-7zM2 4.5L8 8l6-3.5M8 8v7" />} label="Views" up>
        {VIEWS.map(([name, direction]) => (
          <Button key={name} onClick={() => studio.lookFrom(direction)}>
            {name}
          </Button>
        ))}
      </Menu>
      <Button label="Measure (M)" pressed={isMeasuring} onClick={() => tool.value?.toggle()}>
        <Sign path="M1 11L11 1l4 4L5 15zM4 8l2 2M6.500 5.500l1.500 1.500M9 3l2 2" />
      </Button>
      <Button
        label="Section: cut it open"
        pressed={section.value !== undefined}
        onClick={() => {
          const { stage } = studio
          if (stage !== undefined) section.value = section.peek() === undefined ? sectionAlong(stage, 'y') : undefined
        }}
      >
        <Sign path="M8 1v14M8 3H2v10h6M10 3h1M13 3h1v1M14 7v2M14 12v1h-1M11 13h-1" />
      </Button>
    </div>
  )
}

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
