// A part of the page that is made again only where its properties say so. As memo of preact/compat, without the rest of it.
import { Component, type ComponentChild, type ComponentClass } from 'preact'

/** `same`: do two sets of properties look the same? */
export function memo<P>(
  part: (props: P) => ComponentChild,
  same: (before: Readonly<P>, now: Readonly<P>) => boolean,
): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(now: Readonly<P>): boolean {
      return !same(this.props, now)
    }

    override render(): ComponentChild {
      return part(this.props)
    }
  }
}
