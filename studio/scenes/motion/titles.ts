// The names of the studio's motions, for the page, which does not load them.
export const MOTION_TITLES: readonly (readonly [string, string])[] = [
  ['rod', 'Past a thin rod'],
  ['bench', 'Over a crate'],
  ['workshop', 'Through a workshop'],
  ['six', 'Six arms at a car body'],
]
