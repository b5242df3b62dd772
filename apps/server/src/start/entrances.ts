import { defaultIncludeSpecs } from '@sluice/metadata/include-specs'
import { createApp } from '../api/app.ts'
import { commands } from '../commands/commands.ts'
import { startLooker } from '../looks/looker.ts'
import type { Context } from '../context.ts'
import { registerGitHost } from '../git-host/git-host.ts'
import { startHub } from '../hub/hub.ts'
import { startTick } from '../worker/tick.ts'
import { startWorker } from '../worker/worker.ts'
import { listenProblem } from './port.ts'

export interface Entrance {
  stop(): Promise<void>
}

/** Calls, the live channel and the Git host: one server on one port. */
export async function startApi(ctx: Context): Promise<Entrance> {
  const { listen } = ctx.config
  const app = await createApp(ctx, { defaultIncludeSpecs })
  await registerGitHost(app, ctx)
  const hub = await startHub(ctx, app.server)
  try {
    await app.listen({ host: listen.host, port: listen.port })
  } catch (error) {
    throw listenProblem(error, listen)
  }
  return {
    async stop() {
      await hub.close()
      await app.close()
    },
  }
}

/** Jobs, periodic tasks and looks at what differs. */
export async function startJobs(ctx: Context): Promise<Entrance> {
  const worker = await startWorker(ctx, commands)
  const tick = startTick(ctx)
  const looker = await startLooker(ctx)
  return {
    async stop() {
      await looker.stop()
      await tick.stop()
      await worker.stop()
    },
  }
}
