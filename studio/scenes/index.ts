// The scenes of the studio, in the order in which they are shown; each is loaded when it is opened.
import type { Scene } from '../app/scene.js'

export interface SceneEntry {
  readonly id: string
  readonly title: string
  // biome-ignore lint/suspicious/noExplicitAny: each scene has its own state, which only it looks into
  load(): Promise<Scene<any>>
}

export const scenes: readonly SceneEntry[] = [
  { id: 'cell', title: 'Cell', load: () => import('./cell/scene.js').then((m) => m.scene) },
  { id: 'motion', title: 'Motion', load: () => import('./motion/scene.js').then((m) => m.scene) },
  { id: 'robots', title: 'Robots', load: () => import('./robots/scene.js').then((m) => m.scene) },
  { id: 'chain', title: 'Chain', load: () => import('./chain/scene.js').then((m) => m.scene) },
  { id: 'rope', title: 'Rope', load: () => import('./rope/scene.js').then((m) => m.scene) },
  { id: 'protein', title: 'Protein', load: () => import('./protein/scene.js').then((m) => m.scene) },
  { id: 'hand', title: 'Hand', load: () => import('./hand/scene.js').then((m) => m.scene) },
  { id: 'meshes', title: 'Meshes', load: () => import('./meshes/scene.js').then((m) => m.scene) },
  { id: 'lab', title: 'Lab', load: () => import('./lab/scene.js').then((m) => m.scene) },
]
