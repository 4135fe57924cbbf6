// The elements and attributes of MuJoCo's XML, as far as Limber reads them. What is passed over says nothing about shapes, about where
// they are or about how they move; everything that is in none of these lists is refused by line.

const set = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/))

const ORIENTATION = 'quat axisangle xyaxes zaxis euler'

export const COMPILER = set(
  'autolimits boundmass boundinertia settotalmass balanceinertia strippath coordinate angle fitaabb eulerseq meshdir ' +
    'texturedir discardvisual convexhull usethread fusestatic inertiafromgeom inertiagrouprange exactmeshinertia ' +
    'saveinertial assetdir alignfree conflict',
)
export const BODY = set(`name childclass pos ${ORIENTATION} mocap gravcomp sleep simple fuse user`)
export const FRAME = set(`name childclass pos ${ORIENTATION}`)
export const JOINT = set(
  'name class type group pos axis springdamper limited actuatorfrclimited solreflimit solimplimit solreffriction ' +
    'solimpfriction stiffness range actuatorfrcrange actuatorgravcomp margin ref springref armature damping frictionloss user',
)
export const FREE_JOINT = set('name group align')
export const GEOM = set(
  'name class type contype conaffinity condim group priority size material friction mass density shellinertia solmix ' +
    'solref solimp margin gap surfacevel adhesion fromto pos hfield mesh fitscale rgba fluidshape fluidcoef user ' +
    ORIENTATION,
)
export const MESH = set(
  'name class content_type file vertex normal texcoord face refpos refquat scale smoothnormal maxhullvert inertia ' +
    'builtin params material',
)
export const EQUALITY_JOINT = set('name class joint1 joint2 polycoef active solref solimp')
export const EQUALITY_CONNECT = set('name class body1 body2 anchor site1 site2 active solref solimp')
/** What <default> may say of all equality constraints. */
export const EQUALITY = set('active solref solimp')
export const EXCLUDE = set('name body1 body2')
export const PAIR = set('name class geom1 geom2 condim friction solref solreffriction solimp gap margin adhesion')
export const KEY = set('name time qpos qvel act ctrl mpos mquat')

/** Sections that are passed over whole. */
export const OTHER_SECTIONS = set('size visual statistic extension custom actuator sensor')
/** Elements of a body that are passed over. */
export const OTHER_PARTS = set('inertial site camera light plugin')
/** Elements of <default> that are passed over. */
export const OTHER_DEFAULTS = set(
  'material site camera light pair tendon general motor position velocity intvelocity orientation pid damper cylinder ' +
    'muscle adhesion dcmotor plugin',
)
export const OTHER_ASSETS = set('texture material skin hfield')

/** Elements that stand for others, and what to do about them. */
export const REFUSED: ReadonlyMap<string, string> = new Map([
  ...['replicate', 'composite', 'attach', 'model'].map(
    (name) => [name, 'a model without it: MuJoCo writes one, with all elements spelt out, by mj_saveLastXML'] as const,
  ),
  ...['flexcomp', 'flex'].map(
    (name) => [name, 'rigid bodies only: Limber does not read those that MuJoCo bends'] as const,
  ),
])
