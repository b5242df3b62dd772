import type { Context } from '../context.ts'
import type { Config } from '../platform/config/config.ts'
import type { Log } from '../platform/log/log.ts'
import { type Entrance, startApi, startJobs } from './entrances.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { openContext } from './open-context.ts'
import { printAdministratorLinks } from './print-administrator-links.ts'
import { registerReadinessChecks } from './readiness-checks.ts'
import type { Role } from './roles.ts'

export interface Server {
  /** Lets what is going on come to its end, last the database. */
  stop(): Promise<void>
  /** Only what must not stay behind. */
  stopAtOnce(): Promise<void>
}

/** Starts the entrances of the roles; when one cannot start, nothing stays behind. */
export async function serve(config: Config, roles: ReadonlySet<Role>, log: Log): Promise<Server> {
  const opened = await openContext(config, log)
  const { ctx } = opened
  const entrances: Entrance[] = []
  const server: Server = {
    async stop() {
      ctx.readiness.drain()
      for (const entrance of entrances) await entrance.stop()
      await opened.close()
    },
    stopAtOnce: () => opened.close(),
  }
  try {
    registerReadinessChecks(ctx)
    if (roles.has('worker')) entrances.push(await startJobs(ctx))
    if (roles.has('api')) entrances.unshift(await startApi(ctx))
    await recordStart(ctx, roles)
    if (roles.has('api')) await printAdministratorLinks(ctx, printToOperator)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** `npm start` shows what it is sent; standard output, which it writes to a log, is for a server that was started without it. */
function printToOperator(line: string): void {
  if (process.send) process.send({ print: line })
  else process.stdout.write(`${line}\n`)
}

async function recordStart({ database, config }: Context, roles: ReadonlySet<Role>): Promise<void> {
  const details = { version: config.product.version, roles: [...roles] }
  await database.asSystem(async (tx) =>
    recordAudit(tx, { action: 'server.started', actorUserId: null, details }),
  )
}
