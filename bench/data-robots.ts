// The robots that benches and tests know by name: files of the folder `robots` in that which the environment variable LIMBER_DATA names.
import { join } from 'node:path'
import { readRobot } from '../node/index.js'
import type { Robot } from '../src/index.js'

/** Paths from the folder `robots`. */
export interface RobotFiles {
  readonly urdf: string
  readonly srdf?: string
  readonly packages?: Readonly<Record<string, string>>
}

export type DataRobot = 'panda' | 'ur5' | 'fetch' | 'irb2400' | 'iiwa' | 'fanuc' | 'shadow' | 'atlas' | 'pr2'

const VAMP = 'KavrakiLab+vamp/resources'
const TESSERACT = 'tesseract-robotics+tesseract'
const GEPETTO = 'Gepetto+example-robot-data'
const MOVEIT = 'moveit+moveit_resources'

export const DATA_ROBOTS: Readonly<Record<DataRobot, RobotFiles>> = {
  panda: vamp('panda'),
  ur5: vamp('ur5'),
  fetch: vamp('fetch'),
  irb2400: tesseract('abb_irb2400'),
  iiwa: tesseract('lbr_iiwa_14_r820'),
  fanuc: {
    urdf: `${MOVEIT}/fanuc_description/urdf/fanuc.urdf`,
    srdf: `${MOVEIT}/fanuc_moveit_config/config/fanuc.srdf`,
    packages: { moveit_resources_fanuc_description: `${MOVEIT}/fanuc_description` },
  },
  shadow: { urdf: 'dexsuite+dex-urdf/robots/hands/shadow_hand/shadow_hand_right.urdf' },
  pr2: {
    urdf: `${GEPETTO}/robots/pr2_description/urdf/pr2.urdf`,
    srdf: `${GEPETTO}/robots/pr2_description/srdf/pr2.srdf`,
    packages: { 'example-robot-data': GEPETTO },
  },
  atlas: { urdf: 'openai+roboschool/roboschool/models_robot/atlas_description/urdf/atlas_v4_with_multisense.urdf' },
}

function vamp(name: string): RobotFiles {
  const folder = `${VAMP}/${name}`
  return { urdf: `${folder}/${name}.urdf`, srdf: `${folder}/${name}.srdf`, packages: { meshes: `${folder}/meshes` } }
}

function tesseract(file: string): RobotFiles {
  const path = `${TESSERACT}/support/urdf/${file}`
  return { urdf: `${path}.urdf`, srdf: `${path}.srdf`, packages: { tesseract: TESSERACT } }
}

/** `data`: what LIMBER_DATA names. `srdf`: with the robot's own list of pairs, if it has one. */
export function dataRobot(data: string, name: DataRobot, options: { readonly srdf?: boolean } = {}): Promise<Robot> {
  const at = (path: string): string => join(data, 'robots', path)
  const { urdf, srdf, packages = {} } = DATA_ROBOTS[name]
  return readRobot(at(urdf), {
    ...(options.srdf === true && srdf !== undefined ? { srdf: at(srdf) } : {}),
    packages: Object.fromEntries(Object.entries(packages).map(([key, path]) => [key, at(path)])),
  })
}
