import { ConfigError } from './platform/config/config-error.ts'
import { environmentVariables } from './platform/config/environment.ts'
import { readConfig } from './platform/config/read-config.ts'
import { createLog } from './platform/log/log.ts'
import { findPort } from './start/port.ts'
import { readRoles } from './start/roles.ts'
import { StartError } from './start/start-error.ts'
import { stopOnSignal } from './start/stop-on-signal.ts'

/** Errors whose message is all that a person needs; of the parts that are loaded late, by their names. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof ConfigError ||
  error instanceof StartError ||
  (error instanceof Error && ['DatabaseError', 'EmbeddedPostgresError'].includes(error.name))

async function main(): Promise<void> {
  const roles = readRoles(process.argv.slice(2))
  const variables = environmentVariables()
  const wanted = readConfig(variables)
  const { host, port } = wanted.config.listen
  const found = roles.has('api') ? await findPort(host, port) : port
  const { config, printed } =
    found === port ? wanted : readConfig({ ...variables, SLUICE_PORT: String(found) })
  const log = createLog({ level: config.logLevel })
  // Warnings of the runtime become lines of the log like everything else.
  process
    .removeAllListeners('warning')
    .on('warning', (warning) => log.debug({ err: warning }, 'runtime warning'))
    .on('unhandledRejection', (error) => log.error({ err: error }, 'an error that nobody handled'))
  const settings = Object.entries(printed).map(([name, value]) => `${name}=${value}`)
  log.info({ roles: [...roles], version: config.product.version, settings }, 'starting')
  // Loaded only now: a wrong setting is told before the whole server is read from the disk.
  const starting = import('./start/serve.ts').then(({ serve }) => serve(config, roles, log))
  stopOnSignal(starting, log)
  await starting
  log.info({ publicUrl: config.publicUrl, milliseconds: Math.round(performance.now()) }, 'ready')
}

/** The exit code of a start that was refused for a reason that the message says in full. */
const refused = 2

main().catch((error: unknown) => {
  const refusal = isRefusal(error)
  process.stderr.write(`${refusal ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  process.exit(refusal ? refused : 1)
})
