// Names in an SRDF file that nothing has, where they say nothing of which pairs are checked: passed over, with one note a kind.
import { plural } from '../text/plural.js'
import { listed } from './urdf.js'

/** What a name was to be, one and several of them, and what is said where it is not there. */
const KINDS = {
  'links of groups': ['link of a group', 'links of groups', 'that the robot does not have, passed over'],
  'joints of groups': ['joint of a group', 'joints of groups', 'that the robot does not have, passed over'],
  'chains of groups': ['chain of a group', 'chains of groups', 'between whose ends the robot has no way, passed over'],
  'groups of groups': ['group in a group', 'groups in groups', 'that the file does not have, passed over'],
  'joints of states': ['joint of a named state', 'joints of named states', 'that the robot does not have, passed over'],
  'states of groups': ['named state of a group', 'named states of groups', 'that the file does not have'],
  'virtual joints': ['virtual joint on a link', 'virtual joints on links', 'that the robot does not have, passed over'],
  'passive joints': ['passive joint', 'passive joints', 'that the robot does not have, passed over'],
  'effectors on links': ['end effector on a link', 'end effectors on links', 'that the robot does not have'],
  'effectors of groups': ['end effector of a group', 'end effectors of groups', 'that the file does not have'],
} as const

export class PassedOver {
  private readonly found = new Map<keyof typeof KINDS, { readonly line: number; readonly names: Set<string> }>()

  add(kind: keyof typeof KINDS, name: string, line: number): void {
    const known = this.found.get(kind)
    if (known === undefined) this.found.set(kind, { line, names: new Set([name]) })
    else known.names.add(name)
  }

  /** One sentence a kind, with the line of the first. `base`: the file. */
  notes(base: string): string[] {
    return [...this.found].map(([kind, { line, names }]) => {
      const [one, several, why] = KINDS[kind]
      return `${base}, line ${line}: ${plural(names.size, one, several)} ${why}: ${listed([...names])}.`
    })
  }
}
