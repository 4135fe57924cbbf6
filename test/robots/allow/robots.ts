// Robots whose pairs can be told from the drawing.
import { box, capsule, type JointInput, type LinkInput, Robot, sphere } from '../../../src/entries/robots.js'

/**
 * A post, an arm that turns about z beside it, and a hand that turns about z at the arm's end; far above, a ball on a frame without
 * geometry. The classes are known:
 *   post and arm: the arm begins 0.15 from the axis, the post is 0.1 thick: never; adjacent
 *   post and hand: the hand folds back onto the post: sometimes
 *   arm and hand: the hand's ball is about the joint at the arm's end: always; adjacent
 *   the ball and all others: never
 */
export function knownArm(): Robot {
  const links: LinkInput[] = [
    { name: 'post', geometry: [{ shape: capsule({ radius: 0.1, from: [0, 0, 0], to: [0, 0, 1] }) }] },
    { name: 'arm', geometry: [{ shape: box({ size: [0.35, 0.06, 0.06], at: [0.325, 0, 0] }) }] },
    {
      name: 'hand',
      geometry: [{ shape: sphere({ radius: 0.05 }) }, { shape: box({ size: [0.45, 0.04, 0.04], at: [0.225, 0, 0] }) }],
    },
    { name: 'frame' },
    { name: 'far', geometry: [{ shape: sphere({ radius: 0.1, at: [0, 0, 5] }) }] },
  ]
  const joints: JointInput[] = [
    turn('shoulder', 'post', 'arm', [0, 0, 0.5], 3),
    turn('elbow', 'arm', 'hand', [0.5, 0, 0], 3.1),
    { name: 'mount', kind: 'fixed', parent: 'post', child: 'frame' },
    { name: 'spin', kind: 'continuous', parent: 'frame', child: 'far', axis: [0, 0, 1] },
  ]
  return new Robot({ name: 'known', links, joints })
}

export const KNOWN_CLASSES: Readonly<Record<string, string>> = {
  'post arm': 'never',
  'post hand': 'sometimes',
  'post far': 'never',
  'arm hand': 'always',
  'arm far': 'never',
  'hand far': 'never',
}

function turn(name: string, parent: string, child: string, at: readonly number[], limit: number): JointInput {
  return {
    ...{ name, parent, child, axis: [0, 0, 1], kind: 'revolute' },
    origin: { at },
    limits: { lower: -limit, upper: limit },
  }
}
