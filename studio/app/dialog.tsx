// A dialogue: over everything, with the keys to itself; Escape closes it.
import { type ComponentChildren, type ComponentType, h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current!.showModal(), [])
  return (
    <dialog ref={dialog} class="dialog" onClose={onClose} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button
          type="button"
          class="button plain"
          aria-label="Close"
          title="Close"
          onClick={() => dialog.current!.close()}
        >
          ×
        </button>
      </header>
      {children}
    </dialog>
  )
}

/** A component whose code is loaded when it is first shown. */
export function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | undefined
  return (props: P) => {
    const [loaded, setLoaded] = useState<ComponentType<P> | undefined>(() => known)
    useEffect(() => {
      if (known === undefined)
        void load().then((component) => {
          known = component
          setLoaded(() => component)
        })
    }, [])
    return loaded === undefined ? null : h(loaded, props)
  }
}
