// A cell of several robots for others: the scene with its files, and a path file a robot.
import { strToU8, unzipSync, zipSync } from 'fflate'
import type { CellEdits } from '../../workcell/edits.js'
import type { Workcell } from '../../workcell/workcell.js'
import { writeScene } from '../../workcell/write-scene.js'
import type { TimedPath } from './timed-path.js'

export function writeCell(
  cell: Workcell,
  edits: CellEdits,
  paths: readonly TimedPath[],
): { readonly zip: Uint8Array; readonly notes: readonly string[] } {
  const { path, zip, notes } = writeScene(cell, edits)
  const files = unzipSync(zip)
  const folder = path.replace(/[^/]*$/, '')
  cell.parts.robots.forEach(({ robot, name = robot.name }, r) => {
    const written = { joints: robot.variables.map((variable) => `${name}/${variable}`), waypoints: paths[r]!.waypoints }
    files[`${folder}path-${name.replace(/[^\w.-]/g, '_')}.json`] = strToU8(`${JSON.stringify(written, null, 2)}\n`)
  })
  return { zip: zipSync(files, { level: 6 }), notes }
}
