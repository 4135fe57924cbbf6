// The queue that chunks travel through: BullMQ on a Redis server. Both packages are loaded when a queue is asked for. A queue belongs
// to one version of Limber, since answers of another one may differ.
import type { Redis } from 'ioredis'
import { LimberError } from '../../src/index.js'
import { version } from '../version.js'

/** A queue that cannot be used, and why. */
export class QueueError extends LimberError {}

/** Where a queue is. */
export interface QueueOptions {
  /** `redis://user:password@host:port/database`, or `rediss://` for TLS. The password may be in LIMBER_QUEUE_PASSWORD. */
  readonly address: string
}

/** What a queue is reached through. */
export interface QueueConnection {
  readonly bullmq: typeof import('bullmq')
  /** For BullMQ. */
  readonly settings: Settings
  readonly redis: Redis
  /** Marks an empty server as this version's queue. */
  claim(): Promise<void>
}

interface Settings {
  readonly host: string
  readonly port: number
  readonly db: number
  readonly username?: string
  readonly password?: string
  readonly tls?: object
  readonly maxRetriesPerRequest: null
}

/** Of the keys on the server, and of the queue. */
export const PREFIX = 'limber'
export const QUEUE = 'chunks'

/** A chunk as it travels. */
export interface QueuedChunk {
  readonly version: string
  readonly folder: string
  readonly root: string
  readonly records: Readonly<Record<string, string>>
  readonly deadline: number
  /** Place of its first job: chunks of the same jobs are told apart by it. */
  readonly first: number
  readonly jobs: readonly object[]
}

/** How a worker says that files are not on the server. */
export const MISSING = 'files are missing'

export function contentKey(hash: string): string {
  return `${PREFIX}:content:${hash}`
}

/** Connects, and checks that it is this version's queue. Throws QueueError. */
export async function connectQueue({ address }: QueueOptions): Promise<QueueConnection> {
  const settings = settingsOf(address)
  const shown = `redis://${settings.host}:${settings.port}/${settings.db}`
  const { bullmq, ioredis } = await load()
  // Once, without patience: an address that is wrong is said at once. Later a server may come and go.
  const probe = new ioredis.Redis({ ...settings, lazyConnect: true, retryStrategy: () => null, connectTimeout: 5000 })
  let reason: unknown
  probe.on('error', (error) => {
    reason ??= error
  })
  try {
    await probe.connect()
    await probe.ping()
  } catch (error) {
    throw new QueueError(`${shown}: ${refusal(reason ?? error, settings)}`)
  } finally {
    probe.disconnect()
  }
  const redis = new ioredis.Redis(settings)
  // It connects again by itself.
  redis.on('error', () => {})
  const claim = async (): Promise<void> => {
    const wanted = version()
    await redis.set(`${PREFIX}:version`, wanted, 'NX')
    const found = await redis.get(`${PREFIX}:version`)
    if (found === wanted) return
    const advice = 'use another database of the server, as in redis://host/1'
    throw new QueueError(`${shown}: expected a queue of Limber ${wanted}, got one of ${found}; ${advice}`)
  }
  try {
    await claim()
  } catch (error) {
    redis.disconnect()
    throw error
  }
  return { bullmq, settings, redis, claim }
}

async function load() {
  try {
    return { bullmq: await import('bullmq'), ioredis: await import('ioredis') }
  } catch {
    throw new QueueError('a queue needs the packages bullmq and ioredis: npm install bullmq ioredis')
  }
}

function settingsOf(address: string): Settings {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw new QueueError(`expected an address like redis://host:6379, got ${JSON.stringify(address)}`)
  }
  const database = /^\/?(\d{0,4})$/.exec(url.pathname)
  if (!['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '' || database === null) {
    // Not as it is: it may hold a password.
    throw new QueueError(
      `expected an address like redis://host:6379/0, got ${url.protocol}//${url.host}${url.pathname}`,
    )
  }
  const password = url.password === '' ? process.env.LIMBER_QUEUE_PASSWORD : decodeURIComponent(url.password)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 6379),
    db: Number(database[1]),
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(password === undefined ? {} : { password }),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
    maxRetriesPerRequest: null,
  }
}

function refusal(error: unknown, { password }: Settings): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (/WRONGPASS|NOAUTH|invalid password/i.test(message)) {
    const got = password === undefined ? 'none' : 'another'
    return `expected the password of the server (in the address or in LIMBER_QUEUE_PASSWORD), got ${got}`
  }
  return `expected a Redis server, got ${code ?? message}`
}
