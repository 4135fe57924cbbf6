// The examples `examples/strip-0.obj` to `strip-2.obj`: a strip that is rolled up until it overlaps itself, its end outside; in the last
// its end is inside. No file touches itself; the straight way from the second to the third does.

const LONG = 16
const WIDE = 2
/** Share of a full turn, and by how much it winds outward. */
const FRAMES = [
  [1.05, 0.3],
  [1.15, 0.2],
  [1.15, -0.2],
] as const

/** A strip of length about 6 and width 1, rolled up. */
export function stripObj(frame: number): string {
  const [share, outward] = FRAMES[frame]!
  const turn = 2 * Math.PI * share
  const vertices = Array.from({ length: (LONG + 1) * (WIDE + 1) }, (_, k) => {
    const along = Math.floor(k / (WIDE + 1)) / LONG
    const [angle, radius] = [turn * along, (6 / turn) * (1 + outward * along)]
    const place = [radius * Math.sin(angle), (k % (WIDE + 1)) / WIDE, radius * Math.cos(angle)]
    return `v ${place.map((x) => x.toFixed(4).replace(/^-(?=0\.0+$)/, '')).join(' ')}\n`
  })
  const faces = Array.from({ length: LONG * WIDE }, (_, k) => {
    const a = Math.floor(k / WIDE) * (WIDE + 1) + (k % WIDE) + 1
    const [b, c, d] = [a + 1, a + WIDE + 2, a + WIDE + 1]
    return `f ${a} ${b} ${c}\nf ${a} ${c} ${d}\n`
  })
  return `# a strip, rolled up by ${share} of a full turn\n${vertices.join('')}${faces.join('')}`
}
