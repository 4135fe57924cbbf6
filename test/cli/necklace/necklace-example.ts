// The example `examples/coil.xyz`: a rope that winds up, frame by frame, until its turns touch.

const BEADS = 36
const FRAMES = 12

/** Beads 1 apart on a helix. From one to the next it turns by 0.05 to 0.5 rad, and rises by 0.5 to 0.05. */
export function coilXyz(): string {
  return Array.from({ length: FRAMES }, (_, k) => {
    const share = k / (FRAMES - 1)
    const [turn, rise] = [0.05 + 0.45 * share, 0.05 + 0.45 * (1 - share) ** 2]
    const radius = Math.sqrt(1 - rise * rise) / (2 * Math.sin(turn / 2))
    const beads = Array.from({ length: BEADS }, (_, i) => {
      const place = [radius * Math.cos(turn * i) - radius, radius * Math.sin(turn * i), rise * i]
      return `C ${place.map((x) => x.toFixed(3).replace(/^-(?=0\.0+$)/, '')).join(' ')}\n`
    })
    return `${BEADS}\na helix of radius ${radius.toFixed(3)}, ${((rise * 2 * Math.PI) / turn).toFixed(3)} a turn\n${beads.join('')}`
  }).join('')
}

const TREFOIL = 48
/** The last is a mirror image of the first. */
const HEIGHTS = [1, 1, 0.6, 0.2, -0.2, -0.6, -1] as const

/** The example `examples/trefoil.xyz`: a trefoil that swells, and is then pressed through the plane to its mirror image. */
export function trefoilXyz(): string {
  return HEIGHTS.map((height, k) => {
    const size = k === 0 ? 0.8 : 1
    const beads = Array.from({ length: TREFOIL }, (_, i) => {
      const turn = (2 * Math.PI * i) / TREFOIL
      const radius = size * (2 + Math.cos(3 * turn))
      const place = [radius * Math.cos(2 * turn), radius * Math.sin(2 * turn), size * height * Math.sin(3 * turn)]
      return `${place.map((x) => x.toFixed(4).replace(/^-(?=0\.0+$)/, '')).join(' ')}\n`
    })
    return `# frame ${k}: size ${size}, height ${height}\n${beads.join('')}`
  }).join('\n')
}
