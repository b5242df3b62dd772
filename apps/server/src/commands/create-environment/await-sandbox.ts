import { findCopying, type Sandbox } from '@sluice/salesforce/tooling/sandbox-info'
import { JobFailure } from '../../durable/run-errors.ts'
import { Deadline } from '../../platform/deadline.ts'
import { type ProductionOrg, connectToProduction } from '../../steps/org/production-org.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { whileBrieflyTransient } from '../../steps/session/transient-retry.ts'
import { type SandboxWait, noticeDelay, pauseOrGiveUp } from './sandbox-wait.ts'

/** Statuses of a copying that no wait changes. */
const ended = new Set(['Stopped', 'Deleted', 'Deleting', 'Discarding', 'Locked', 'Locking'])

const momentsMs = 10_000
const betweenLooksMs = 500

/** Salesforce may be away for so long between two looks. */
const outageMs = 10 * 60_000

export interface AwaitedSandbox {
  readonly sandbox: Pick<Sandbox, 'id' | 'name'>
  readonly production: ProductionOrg
}

/**
 * Waits until the copying of the sandbox is completed, which includes its activation; gives the id of its org, of 15 characters,
 * or null where Salesforce no longer knows. Leaves the notice SandboxAvailabilityDelay when it has to wait.
 * @throws SandboxWaitError after the configured time
 */
export async function awaitSandbox(
  session: JobSession,
  awaited: AwaitedSandbox,
  wait: SandboxWait,
): Promise<string | null> {
  const { run } = session
  const { name } = awaited.sandbox
  const scope = run.progress.scope('Wait for the sandbox', { total: 100, unit: '%' })
  let shown = 0
  for (let poll = 1; ; poll++) {
    const look = await run.step(`look at sandbox ${poll}`, async () => ({
      ...(await (poll === 1 ? lookForMoments(session, awaited) : lookAt(session, awaited))),
      remainingMs: wait.until - session.ctx.clock.now().getTime(),
    }))
    if (look.status === 'Completed') {
      scope.end()
      return look.orgId
    }
    if (ended.has(look.status))
      throw new JobFailure(
        `The sandbox ${name} is not available: Salesforce says ${look.status}.`,
        'Look at the sandbox in Setup. When it can be used, create the environment again with the existing sandbox.',
      )
    if (poll === 1) await noticeDelay(session, name, look.remainingMs)
    await pauseOrGiveUp(session, name, { poll, remainingMs: look.remainingMs })
    scope.setState(look.status)
    scope.advance(Math.max(0, (look.progress ?? shown) - shown))
    shown = Math.max(shown, look.progress ?? 0)
  }
}

/** A sandbox that exists is complete at once, and one that is nearly there is not worth a notice. */
async function lookForMoments(session: JobSession, awaited: AwaitedSandbox) {
  const { clock } = session.ctx
  const moments = new Deadline(clock, momentsMs)
  for (;;) {
    const look = await lookAt(session, awaited)
    if (look.status === 'Completed' || ended.has(look.status) || moments.hasPassed) return look
    await clock.wait(betweenLooksMs, session.run.signal)
  }
}

async function lookAt(session: JobSession, { sandbox, production }: AwaitedSandbox) {
  const { signal } = session.run
  const copying = await whileBrieflyTransient(
    async () => findCopying(await connectToProduction(session, production), sandbox.id, { signal }),
    // The time for Salesforce operations of the session is for a flow, and this wait may be longer.
    { signal, deadline: new Deadline(session.ctx.clock, outageMs) },
  )
  // A sandbox of which Salesforce tells no copying any more was made long ago.
  return copying ?? { status: 'Completed', progress: null, orgId: null }
}
