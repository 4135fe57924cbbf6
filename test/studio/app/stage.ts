// The stage of a page, as a test sees it: where what is drawn is in pixels, and what is in the way.
import type { StudioPage } from '../browser.js'

/** Of the parts of three.js that are looked into. */
interface Part {
  readonly visible: boolean
  readonly children: readonly Part[]
  readonly userData: { readonly isAside?: boolean }
  readonly isMesh?: boolean
  readonly isPoints?: boolean
  readonly matrixWorld: { readonly elements: readonly number[] }
  readonly geometry?: {
    readonly instanceCount?: number
    readonly drawRange: { readonly count: number }
    readonly index: unknown
    getAttribute(name: string): { readonly count: number; getX(i: number): number } | undefined
  }
}

export interface Placed {
  /** In pixels of the page, all that is drawn of the scene. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly points: number
  /** What nothing stands over. */
  readonly free: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
}

/** Every corner of every surface, end of every stick and centre of every ball, through the camera: without the studio's own arithmetic. */
export function placed({ page }: StudioPage): Promise<Placed> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas')!
    const { content, camera } = (canvas as unknown as { limberStage: { content: Part; camera: never } }).limberStage
    const { matrixWorldInverse, projectionMatrix } = camera as {
      matrixWorldInverse: { elements: number[] }
      projectionMatrix: { elements: number[] }
    }
    const box = canvas.getBoundingClientRect()
    const times = (m: readonly number[], p: readonly number[]): number[] =>
      [0, 1, 2, 3].map((r) => m[r]! * p[0]! + m[4 + r]! * p[1]! + m[8 + r]! * p[2]! + m[12 + r]! * p[3]!)
    const out = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity, points: 0 }
    const put = (part: Part, attribute: unknown, i: number): void => {
      const a = attribute as { getX(i: number): number; getY(i: number): number; getZ(i: number): number }
      const world = times(part.matrixWorld.elements, [a.getX(i), a.getY(i), a.getZ(i), 1])
      const clip = times(projectionMatrix.elements, times(matrixWorldInverse.elements, world))
      const x = box.left + ((clip[0]! / clip[3]! + 1) / 2) * box.width
      const y = box.top + ((1 - clip[1]! / clip[3]!) / 2) * box.height
      out.left = Math.min(out.left, x)
      out.right = Math.max(out.right, x)
      out.top = Math.min(out.top, y)
      out.bottom = Math.max(out.bottom, y)
      out.points++
    }
    const walk = (part: Part): void => {
      if (!part.visible || part.userData.isAside === true) return
      const { geometry } = part
      if (geometry !== undefined && (part.isMesh === true || part.isPoints === true)) {
        const count = geometry.instanceCount
        for (const name of count === undefined ? ['position'] : ['from', 'to']) {
          const attribute = geometry.getAttribute(name)
          for (let i = 0; i < Math.min(attribute?.count ?? 0, count ?? Infinity); i++) put(part, attribute, i)
        }
      }
      for (const child of part.children) walk(child)
    }
    walk(content)
    const { left, right, top, bottom } = document.querySelector('.clear')!.getBoundingClientRect()
    return { ...out, free: { left, right, top, bottom } }
  })
}

/** What is over the picture beside the part that is free: none of it may reach into that, and no legend under a timeline. */
export function inTheWay({ page }: StudioPage): Promise<string[]> {
  return page.evaluate(() => {
    const reach = (selector: string) =>
      [...document.querySelectorAll(selector)]
        .map((one) => ({ name: one.className, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.height > 0)
    const over = (all: string, others: string): string[] =>
      reach(all).flatMap(({ name, box }) =>
        reach(others).some((other) => box.top < other.box.bottom - 1 && box.bottom > other.box.top + 1) ? [name] : [],
      )
    const end = document.querySelector('main')!.getBoundingClientRect().bottom
    const cut = reach('.overlay').filter(({ box }) => box.bottom > end)
    return [
      ...cut.map(({ name }) => `${name}, cut off`),
      ...over('.sentence, .under > *, .overlay', '.clear'),
      ...over('.under > *', '.overlay'),
    ]
  })
}

/** Camera and target. */
export async function camera(studio: StudioPage): Promise<{ position: number[]; target: number[] }> {
  return studio.page.evaluate(() => {
    const canvas = document.querySelector('.stage canvas') as unknown as {
      limberStage: { camera: { position: { toArray(): number[] } }; controls: { target: { toArray(): number[] } } }
    }
    const { camera: lens, controls } = canvas.limberStage
    return { position: lens.position.toArray(), target: controls.target.toArray() }
  })
}
