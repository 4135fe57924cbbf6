// A few words in the picture, always the same size and upright; they are in saved pictures as well.
import { CanvasTexture, type Group, LinearFilter, Sprite, SpriteMaterial, SRGBColorSpace } from 'three'
import { disposeOf } from '../../view/dispose.js'
import type { Stage } from './stage.js'

const SCALE = 2
const FONT = 26
const HEIGHT = 40

export class Label {
  private readonly canvas = document.createElement('canvas')
  private readonly texture = new CanvasTexture(this.canvas)
  private readonly sprite: Sprite
  private shown = ''

  /** `above`: above its place, which stays to be seen. `root`: what it is a part of. */
  constructor(
    private readonly stage: Stage,
    above = false,
    root: Group = stage.content,
  ) {
    this.texture.minFilter = LinearFilter
    this.texture.colorSpace = SRGBColorSpace
    const material = new SpriteMaterial({ map: this.texture, depthTest: false, sizeAttenuation: false })
    material.addEventListener('dispose', () => this.texture.dispose())
    this.sprite = new Sprite(material)
    this.sprite.renderOrder = 10
    this.sprite.center.set(0.5, above ? -1 : -0.35)
    this.sprite.raycast = () => {}
    this.sprite.visible = false
    // In parts of the picture's height, as the lens sees it.
    this.sprite.onBeforeRender = (renderer) => {
      const pixels = 2 * Math.tan((stage.camera.fov * Math.PI) / 360)
      const height = (HEIGHT / SCALE / renderer.domElement.clientHeight) * pixels
      this.sprite.scale.set((height * this.canvas.width) / this.canvas.height, height, 1)
      this.sprite.updateMatrixWorld()
    }
    root.add(this.sprite)
  }

  show(text: string, at: readonly number[], colour: string): void {
    const { background } = this.stage.theme.peek()
    const key = `${text} ${colour} ${background}`
    if (key !== this.shown) this.paint(text, colour, background)
    this.shown = key
    this.sprite.position.fromArray(at as number[])
    this.sprite.visible = true
    this.stage.draw()
  }

  hide(): void {
    this.sprite.visible = false
    this.stage.draw()
  }

  private paint(text: string, colour: string, background: string): void {
    const { canvas, texture } = this
    const context = canvas.getContext('2d')!
    const font = `600 ${FONT}px system-ui, sans-serif`
    context.font = font
    const width = Math.ceil(context.measureText(text).width) + 28
    canvas.width = width
    canvas.height = HEIGHT
    context.font = font
    context.fillStyle = background
    context.globalAlpha = 0.86
    context.beginPath()
    context.roundRect(0, 0, width, HEIGHT, 10)
    context.fill()
    context.globalAlpha = 1
    context.fillStyle = colour
    context.textBaseline = 'middle'
    context.fillText(text, 14, HEIGHT / 2 + 1)
    // A texture of another size is another texture.
    texture.dispose()
    texture.needsUpdate = true
  }

  close(): void {
    this.sprite.removeFromParent()
    disposeOf(this.sprite)
  }
}
