// Keeps the embedded PostgreSQL of a folder running, as the server does, until this process is killed.
import { silentLog } from '../platform/log/log.ts'
import { ensureEmbedded } from '../platform/database/embedded/supervisor.ts'

const postgres = await ensureEmbedded({ folder: process.argv[2] ?? '', log: silentLog })
process.send?.(postgres.urlOf('postgres'))
