// The engine's side of each scene, loaded in a worker when the scene is opened.
import type { EngineSide, Methods } from '../engine/protocol.js'

export const engines: Readonly<Record<string, () => Promise<EngineSide<Methods>>>> = {
  cell: () => import('./cell/engine.js').then((m) => m.engine),
  motion: () => import('./motion/engine.js').then((m) => m.engine),
  robots: () => import('./robots/engine.js').then((m) => m.engine),
  chain: () => import('./chain/engine.js').then((m) => m.engine),
  rope: () => import('./rope/engine.js').then((m) => m.engine),
  protein: () => import('./protein/engine.js').then((m) => m.engine),
  hand: () => import('./hand/engine.js').then((m) => m.engine),
  meshes: () => import('./meshes/engine.js').then((m) => m.engine),
  lab: () => import('./lab/engine.js').then((m) => m.engine),
}
