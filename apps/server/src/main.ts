import { ConfigError } from './platform/config/config-error.ts'
import { environmentVariables } from './platform/config/environment.ts'
import { readConfig } from './platform/config/read-config.ts'
import { DatabaseError } from './platform/database/database-error.ts'
import { EmbeddedPostgresError } from './platform/database/embedded/embedded-error.ts'
import { createLog } from './platform/log/log.ts'
import { type Entrance, startApi, startJobs } from './start/entrances.ts'
import { openContext } from './start/open-context.ts'
import { registerReadinessChecks } from './start/readiness-checks.ts'
import { findPort } from './start/requirements.ts'
import { readRoles } from './start/roles.ts'
import { StartError } from './start/start-error.ts'
import { stopOnSignal } from './start/stop-on-signal.ts'

const isRefusal = (error: unknown): error is Error =>
  [ConfigError, DatabaseError, EmbeddedPostgresError, StartError].some((known) => error instanceof known)

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
  const settings = Object.entries(printed).map(([name, value]) => `${name}=${value}`)
  log.info({ roles: [...roles], version: config.product.version, settings }, 'starting')
  const { ctx, close } = await openContext(config, log)
  const entrances: Entrance[] = []
  stopOnSignal({
    log,
    async gracefully() {
      ctx.readiness.drain()
      for (const entrance of entrances) await entrance.stop()
      await close()
      log.info({}, 'stopped')
    },
    atOnce: close,
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'an error that nobody handled'))
  registerReadinessChecks(ctx)
  if (roles.has('worker')) entrances.push(await startJobs(ctx))
  if (roles.has('api')) entrances.unshift(await startApi(ctx))
  log.info({ publicUrl: config.publicUrl, milliseconds: Math.round(performance.now()) }, 'ready')
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${isRefusal(error) ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exit(1)
})
