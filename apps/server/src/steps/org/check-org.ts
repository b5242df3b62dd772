import { eq } from 'drizzle-orm'
import { type OrgInfo, type UserInfo, fetchOrgInfo, fetchUserInfo } from '@sluice/salesforce/org-info'
import { JobFailure } from '../../durable/run-errors.ts'
import { salesforceOrgInfo } from '../../platform/database/schema/environment-state.ts'
import { environment as environmentTable } from '../../platform/database/schema/environments.ts'
import { stack as stackTable } from '../../platform/database/schema/stacks.ts'
import { effectiveApiVersion } from './api-version.ts'
import type { TargetEnvironment } from '../session/flow-target.ts'
import type { JobSession } from '../session/job-session.ts'
import { whileBrieflyTransient } from '../session/transient-retry.ts'

/** Which org answered, as whom, and which API version to speak with it. */
export interface CheckedOrg {
  readonly orgId: string
  readonly isSandbox: boolean
  readonly userId: string
  readonly username: string
  readonly instanceUrl: string
  readonly apiVersion: string
  /** The newest version of the org; absent where an earlier release recorded the check. */
  readonly platformVersion?: string
}

type Expected = Pick<TargetEnvironment, 'isProduction' | 'username'> & { readonly id: string | null }

/** Asks the org who it is and stops the job when it is not the one that the environment was connected to. */
export async function checkOrg(session: JobSession, expected: Expected): Promise<CheckedOrg> {
  const { org, user, instanceUrl } = await askOrg(session, expected.id)
  const known = await knownOrg(session, expected.id)
  refuseOtherOrg(org, { isProduction: expected.isProduction, orgId: known.orgId })
  await refuseOtherUser(session, user, expected.username)
  return {
    orgId: org.orgId,
    isSandbox: org.isSandbox,
    userId: user.userId,
    username: user.username,
    instanceUrl,
    platformVersion: org.platformVersion,
    apiVersion: effectiveApiVersion({ ...known, platform: org.platformVersion }),
  }
}

/** An environment and the org that answered for it when the job began. */
export interface CheckedEnvironment {
  readonly session: JobSession
  readonly environment: Pick<TargetEnvironment, 'id'>
  readonly org: CheckedOrg
}

/** The check before an effect: everything must still be as it was when the job began. */
export async function checkOrgAgain({
  session,
  environment,
  org: checked,
}: CheckedEnvironment): Promise<void> {
  const { org, user } = await askOrg(session, environment.id)
  refuseOtherOrg(org, { isProduction: !checked.isSandbox, orgId: checked.orgId })
  await refuseOtherUser(session, user, checked.username)
}

async function askOrg(
  session: JobSession,
  environmentId: string | null,
): Promise<{ org: OrgInfo; user: UserInfo; instanceUrl: string }> {
  const { signal } = session.run
  const retry = { signal, deadline: session.deadline }
  const connection = await session.org(environmentId)
  const org = await whileBrieflyTransient(() => fetchOrgInfo(connection, { signal }), retry)
  const user = await whileBrieflyTransient(() => fetchUserInfo(connection, { signal }), retry)
  return { org, user, instanceUrl: connection.instanceUrl }
}

async function knownOrg(session: JobSession, environmentId: string | null) {
  return await session.ctx.database.inWorkspace(session.job.workspaceId, null, async (tx) => {
    const [stack] = await tx.select().from(stackTable).where(eq(stackTable.id, session.stack.id))
    const baseline = stack?.sfdcApiVersionBaseline ?? null
    const stackMode = stack?.sfdcApiVersionMode ?? 'Baseline'
    if (environmentId === null) return { orgId: null, mode: stackMode, baseline }
    const [row] = await tx.select().from(environmentTable).where(eq(environmentTable.id, environmentId))
    const [info] = await tx
      .select({ orgId: salesforceOrgInfo.orgId })
      .from(salesforceOrgInfo)
      .where(eq(salesforceOrgInfo.environmentId, environmentId))
    return { orgId: info?.orgId ?? null, mode: row?.sfdcApiVersionMode ?? stackMode, baseline }
  })
}

/** Raises an error when an org is not the one that an environment was connected to, or of the other kind. */
export function refuseOtherOrg(
  org: Pick<OrgInfo, 'orgId' | 'isSandbox'>,
  expected: { isProduction: boolean; orgId: string | null },
): void {
  if (expected.isProduction && org.isSandbox) {
    throw new JobFailure('The Salesforce credentials belong to a sandbox, but a production org is required.')
  }
  if (!expected.isProduction && !org.isSandbox) {
    throw new JobFailure('The Salesforce credentials belong to a production org, but a sandbox is required.')
  }
  if (expected.orgId !== null && expected.orgId !== org.orgId) {
    throw new JobFailure(
      'The Salesforce org is not the one that this environment was connected to.',
      `Expected org ${expected.orgId}, found ${org.orgId}.`,
    )
  }
}

async function refuseOtherUser(session: JobSession, user: UserInfo, expected: string | null): Promise<void> {
  if (expected === null || expected.toLowerCase() === user.username.toLowerCase()) return
  await session.run.notice('OrgAccessUsernameIncorrect', {
    actualUsername: user.username,
    expectedUsername: expected,
  })
  throw new JobFailure(
    `Connected to Salesforce with wrong username ${user.username}. Expected username is ${expected}.`,
  )
}
