import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { type Refusals, openStoredSession } from '@sluice/salesforce/auth/stored-session'
import type { Connection, PauseWatch } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import type { ApiUsageWatch } from '@sluice/salesforce/api-usage-count'
import type { Context } from '../../context.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { storedCredentials } from '../../environments/stored-credentials.ts'
import type { TargetJob, TargetStack } from '../session/flow-target.ts'

const refusals: Refusals = {
  missing: () => new JobFailure('The Salesforce credentials are missing. Connect to your org and try again.'),
  expired: (cause) =>
    new JobFailure(
      (cause && explainSignInRefusal(cause)?.text) ??
        'Salesforce no longer accepts the stored authorization. Connect to your org again.',
      cause?.message ?? null,
      { cause },
    ),
}

export interface JobOrg {
  readonly job: Pick<TargetJob, 'workspaceId'>
  readonly stack: Pick<TargetStack, 'id'>
  readonly environmentId: string | null
  readonly apiVersion: string | undefined
  readonly watchUsage: ApiUsageWatch
  readonly watchPause?: PauseWatch
}

/** The signed-in org of a job; the job fails with what a person can do about it when nobody can sign in. */
export function openOrg(
  ctx: Context,
  { job, stack, environmentId, apiVersion, watchUsage, watchPause }: JobOrg,
): Promise<Connection> {
  const owner = { workspaceId: job.workspaceId, stackId: stack.id, environmentId }
  const addresses = ctx.outgoing.salesforce
  const credentials = storedCredentials(ctx, owner)
  const watches = { watchUsage, watchPause }
  const session = openStoredSession({ ...credentials, refusals, apiVersion, addresses, ...watches })
  return session.catch((error: unknown) => {
    // A sign-in with user name and password, which fails here and not with the first call.
    const refusal = error instanceof SalesforceError ? explainSignInRefusal(error) : null
    throw refusal === null ? error : new JobFailure(refusal.text, null, { cause: error })
  })
}
