// The names of the studio's cells, for the page, which does not load the cells themselves.
export const CELL_TITLES: readonly (readonly [string, string])[] = [
  ['arm', 'An arm at a bench'],
  ['six', 'Six arms at a car body'],
  ['workshop', 'A workshop'],
  ['figure', 'A figure of 31 joints'],
]
