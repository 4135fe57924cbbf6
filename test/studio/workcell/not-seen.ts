// Robots of which nothing, or not everything, can be checked: as files to be dropped.

/** Links with visuals only, of a two-joint arm. */
export const VISUAL_ONLY = `<robot name="seen">
  ${['base', 'upper', 'fore']
    .map((name) => `<link name="${name}"><visual><geometry><box size="0.2 0.2 0.8"/></geometry></visual></link>`)
    .join('\n')}
  ${jointTo('base', 'upper')}
  ${jointTo('upper', 'fore')}
</robot>`

function jointTo(parent: string, child: string): string {
  return `<joint name="to_${child}" type="revolute"><parent link="${parent}"/><child link="${child}"/>
    <origin xyz="0 0 1"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>`
}

/** The names and joints of a Panda, its collision meshes in a package that is not there; `solid`: links that are boxes. */
export function pandaWithoutMeshes(solid: readonly number[] = []): string {
  const links = Array.from({ length: 8 }, (_, k) => {
    const shape = solid.includes(k)
      ? '<box size="0.1 0.1 0.1"/>'
      : `<mesh filename="package://franka_description/meshes/collision/link${k}.stl"/>`
    return `<link name="panda_link${k}"><collision><geometry>${shape}</geometry></collision></link>`
  })
  const joints = Array.from(
    { length: 7 },
    (_, k) => `<joint name="panda_joint${k + 1}" type="revolute">
      <parent link="panda_link${k}"/><child link="panda_link${k + 1}"/><origin xyz="0 0 0.2"/><axis xyz="0 1 0"/>
      <limit lower="-2.8973" upper="2.8973" effort="87" velocity="2.175"/></joint>`,
  )
  return `<robot name="panda">${links.join('\n')}${joints.join('\n')}</robot>`
}
