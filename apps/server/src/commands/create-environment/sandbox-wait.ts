import type { SandboxLicenseType } from '@sluice/contract/sandbox'
import type { JobSession } from '../../steps/session/job-session.ts'

/** The announced time is up; the job ends as Cancelled. */
export class SandboxWaitError extends Error {
  override name = 'SandboxWaitError'
}

/** When a job stops waiting for its sandbox, in milliseconds since 1970. */
export interface SandboxWait {
  readonly until: number
}

/** A copying takes minutes to days. */
const firstPauseMs = 10_000
const longestPauseMs = 60_000

/** Recorded, so that a run that takes the job over waits no longer. A full copy takes up to days. */
export function beginToWait({ run, ctx }: JobSession, licenseType: SandboxLicenseType): Promise<SandboxWait> {
  const { sandboxHours, fullSandboxHours } = ctx.config.waits
  const waitMs = (licenseType === 'Full' ? fullSandboxHours : sandboxHours) * 3_600_000
  return run.step('begin to wait', async () => ({ until: ctx.clock.now().getTime() + waitMs }))
}

export async function noticeDelay(
  { run }: JobSession,
  sandboxName: string,
  remainingMs: number,
): Promise<void> {
  const remainingTimeout = Math.max(0, Math.ceil(remainingMs / 60_000))
  await run.notice('SandboxAvailabilityDelay', { sandboxName, remainingTimeout })
}

interface Look {
  readonly poll: number
  readonly remainingMs: number
}

/** Pauses until the next look at the sandbox, as passive time. @throws SandboxWaitError when the time is up */
export async function pauseOrGiveUp(
  { run }: JobSession,
  sandboxName: string,
  { poll, remainingMs }: Look,
): Promise<void> {
  if (remainingMs <= 0)
    throw new SandboxWaitError(
      `The sandbox ${sandboxName} was not available until the time to wait was over.`,
    )
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 1.2 ** poll)
  await run.sleep('sandbox', Math.min(remainingMs, Math.round(pauseMs)))
}
