// Frees what the graphics card holds of an object and all below it.
import type { Object3D } from 'three'

interface Disposable {
  dispose(): void
}

export function disposeOf(object: Object3D): void {
  object.traverse((part) => {
    const { geometry, material } = part as { geometry?: Disposable; material?: Disposable | Disposable[] }
    geometry?.dispose()
    for (const one of Array.isArray(material) ? material : [material]) one?.dispose()
    const own = part as Partial<Disposable>
    if ('isInstancedMesh' in part) own.dispose?.()
  })
}
