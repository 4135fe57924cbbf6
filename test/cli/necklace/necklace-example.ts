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
