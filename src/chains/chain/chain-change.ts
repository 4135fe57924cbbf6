// The changes a chain can undergo, as data; several of them make one change set.
import type { PoseInput } from '../../base/math/pose-input.js'
import type { Shape } from '../../shapes/shape.js'

/**
 * One change. Joint j joins links j and j + 1; what lies beyond it moves, axes and points are given in link j's frame.
 * - `rotate`: by `angle` (radians) about `axis` through `pivot`. Without an axis, about the bond from link j's origin to
 *   link j + 1's (a torsion); without a pivot, through link j + 1's origin (a revolute joint).
 * - `slide`: by `distance` along `axis`, or along the bond (a prismatic joint).
 * - `move`: by any rigid transform, as seen from link j's frame (a free joint).
 * - `set`: the pose of link j + 1 in link j's frame becomes `pose`.
 * - `shape`: link `link` gets another shape; nothing else moves (chaintree-2002, section 6.2).
 */
export type ChainChange =
  | {
      readonly kind: 'rotate'
      readonly joint: number
      readonly angle: number
      readonly axis?: ArrayLike<number>
      readonly pivot?: ArrayLike<number>
    }
  | { readonly kind: 'slide'; readonly joint: number; readonly distance: number; readonly axis?: ArrayLike<number> }
  | { readonly kind: 'move'; readonly joint: number; readonly by: PoseInput }
  | { readonly kind: 'set'; readonly joint: number; readonly pose: PoseInput }
  | { readonly kind: 'shape'; readonly link: number; readonly shape: Shape }
