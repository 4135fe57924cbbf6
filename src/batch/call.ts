// What can be asked of a server besides jobs: worlds that stay open, many configurations in one call, and the server itself. One table
// holds the calls and their fields, as job.ts has the kinds of jobs.
import { type JsonSource, jsonValue } from '../formats/text/json-document.js'
import { demandNeeds, JOB_KINDS, type JobForm, READ } from './job.js'
import {
  count,
  type FieldValues,
  fileOrContent,
  flag,
  type JobField,
  listOf,
  name,
  names,
  number,
  readFields,
  schemasOf,
} from './job-fields.js'

const WORLD = name('A world that is open.')

const ROWS = listOf('Configurations.', listOf('A configuration.', number('A joint value.')))

/** Configurations as text: Float64, little-endian, one after the other, in base64; or as lists of numbers. */
const CONFIGURATIONS: JobField<string | readonly (readonly number[])[]> = {
  about: 'Configurations: Float64 values, little-endian, one configuration after the other, in base64; or lists.',
  schema: { anyOf: [{ type: 'string', contentEncoding: 'base64' }, ROWS.schema] },
  read(node) {
    if (typeof node.value === 'string') return node.value
    if (!Array.isArray(node.value)) node.fail('Float64 values in base64, or a list of configurations')
    return ROWS.read(node)
  },
}

const CONTENT = (about: string): JobField<object> => ({
  about,
  schema: { type: 'object' },
  read(node) {
    node.keys()
    return node.value as object
  },
})

const CHECK_FIELDS = fieldsOfCheck()

function fieldsOfCheck() {
  const { scene: _, path: __, read: ___, ...others } = JOB_KINDS.check.fields
  return others
}

/** Fields of each call; `needs` names those that cannot be left out. */
export const CALLS = {
  version: { about: 'The version of Limber.', needs: [], fields: {} },
  methods: { about: 'Every method, with the JSON Schema of its parameters.', needs: [], fields: {} },
  cancel: {
    about: 'Stops requests under way.',
    needs: ['id'],
    fields: {
      id: {
        about: 'The id of the request.',
        schema: { type: ['string', 'number'] },
        read(node): string | number {
          const { value } = node
          if (typeof value !== 'string' && typeof value !== 'number') node.fail('the id of a request')
          return value as string | number
        },
      } satisfies JobField<string | number>,
    },
  },
  batch: {
    about: 'Runs jobs in processes of their own, as limber batch does.',
    needs: ['jobs'],
    fields: {
      jobs: listOf('Jobs: schemas/job.json describes them.', CONTENT('A job.')),
      workers: count('Processes, at most 256. Default: one for each core.', 1),
      deadline: number('Seconds that a job may take. Default 600.', 0),
    },
  },
  'world.open': {
    about: 'Opens a world, which stays in memory until it is closed.',
    needs: ['scene'],
    fields: { scene: fileOrContent('A scene file, a URDF file, or what a scene file holds.'), read: READ },
  },
  'world.change': {
    about: 'Makes one change to a world.',
    needs: ['world'],
    fields: {
      world: WORLD,
      add: CONTENT('An obstacle as a scene file has it: name, shape, pose.'),
      remove: name('An obstacle.'),
      move: CONTENT('An obstacle that is there, and its new pose: name, pose.'),
      attach: CONTENT('An attached object as a scene file has it: name, link, shape, pose, touch.'),
      detach: name('An attached object.'),
      allow: names('Two objects that may touch.', 2),
      disallow: names('Two objects that may not touch.', 2),
    },
  },
  'world.close': { about: 'Closes a world.', needs: ['world'], fields: { world: WORLD } },
  collides: {
    about: 'Which configurations collide?',
    needs: ['world', 'q'],
    fields: { world: WORLD, q: CONFIGURATIONS },
  },
  distance: {
    about: 'The smallest distance at each configuration.',
    needs: ['world', 'q'],
    fields: { world: WORLD, q: CONFIGURATIONS, witness: flag('True: also the two objects and their nearest points.') },
  },
  motion: {
    about: 'Is the path through these configurations free at every instant? Answered as check does.',
    needs: ['world', 'q'],
    fields: { world: WORLD, q: CONFIGURATIONS, ...CHECK_FIELDS },
  },
  verify: {
    about: 'Does a certificate hold? Give the world, scene or robot that it is about.',
    needs: ['certificate'],
    fields: {
      certificate: fileOrContent('A certificate of a motion, or a report of allowed pairs.'),
      world: WORLD,
      scene: fileOrContent('A scene file, a URDF file, or a world document.'),
      robot: fileOrContent('For allowed pairs: the URDF file, or the document of the robot.'),
      read: READ,
      exact: flag('True: by the second verifier, in exact arithmetic.'),
    },
  },
} as const satisfies Readonly<Record<string, JobForm>>

/** The calls. */
export type CallName = keyof typeof CALLS
type Needed<K extends CallName> = (typeof CALLS)[K]['needs'][number]
type Values<K extends CallName> = FieldValues<(typeof CALLS)[K]['fields']>

/** The parameters of a call, checked. */
export type CallParams<K extends CallName> = Values<K> & {
  readonly [N in Needed<K> & keyof Values<K>]-?: NonNullable<Values<K>[N]>
}

/** The parameters of a call, from their value. `source` throws the error for a bad field. */
export function readCall<K extends CallName>(call: K, params: object, source: JsonSource): CallParams<K> {
  const node = jsonValue(source, params)
  demandNeeds(node, CALLS[call])
  return readFields(node, CALLS[call].fields) as CallParams<K>
}

/** The JSON Schema of the parameters of every call, by its name. */
export function callSchemas(): Record<CallName, object> {
  const schemas = Object.entries(CALLS).map(([call, form]: [string, JobForm]) => [
    call,
    {
      description: form.about,
      type: 'object',
      properties: schemasOf(form.fields),
      required: form.needs,
      additionalProperties: false,
    },
  ])
  return Object.fromEntries(schemas) as Record<CallName, object>
}
