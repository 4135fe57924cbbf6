// The names of the studio's cells of several robots, for the page, which does not load them.
export const ROBOT_CELL_TITLES: readonly (readonly [string, string])[] = [
  ['two', 'Two arms at a table'],
  ['four', 'Four arms at a table'],
  ['swap', 'Two arms that cannot pass'],
]
