import type { ComponentIdentity } from '@sluice/metadata/component'
import {
  type SourceMember,
  latestRevision,
  listSourceMembers,
} from '@sluice/salesforce/tooling/source-members'
import { whileBrieflyTransient } from '../session/transient-retry.ts'
import type { FlowOut } from './flow-out-diff.ts'

type DeployedComponent = Pick<ComponentIdentity, 'componentType' | 'componentName'>

/**
 * How far the org's change log is known after a deployment of ours, which writes into that log itself: up to the
 * first entry that is not ours, so that what somebody else changed meanwhile is seen by the next flow in.
 */
export async function revisionAfterDeploy(
  { session, environment, org }: FlowOut,
  deployed: readonly DeployedComponent[],
): Promise<number | null> {
  const sinceRevision = environment.parity.revisionNumber
  if (!org.isSandbox || sinceRevision === null) return null
  const connection = await session.org(environment.id, org.apiVersion)
  const { signal } = session.run
  const retry = { signal, deadline: session.deadline }
  if ((await whileBrieflyTransient(() => latestRevision(connection, { signal }), retry)) === null) return null
  const settling = session.deadline.within(5_000 + 50 * deployed.length)
  for (;;) {
    const members = await whileBrieflyTransient(
      () => listSourceMembers(connection, { sinceRevision, signal }),
      retry,
    )
    const ours = isOurs(deployed, org.userId)
    const seen = members.filter((member) => ours(member)).length
    if (seen >= deployed.length || settling.hasPassed) return knownUpTo(members, ours, sinceRevision)
    await session.ctx.clock.wait(500, signal)
  }
}

/** Whether an entry of the change log is of a deployment of these components by this user. */
export function isOurs(
  deployed: readonly DeployedComponent[],
  userId: string,
): (member: SourceMember) => boolean {
  const names = new Set(deployed.map((one) => `${one.componentType}|${one.componentName}`))
  return (member) =>
    names.has(`${member.memberType}|${member.memberName}`) &&
    (member.changedBy === null || member.changedBy.slice(0, 15) === userId.slice(0, 15))
}

/** The highest revision below the first foreign entry. `members` in the order of their revisions. */
export function knownUpTo(
  members: readonly SourceMember[],
  ours: (member: SourceMember) => boolean,
  since: number,
): number {
  let known = since
  for (const member of members) {
    if (!ours(member)) return known
    known = Math.max(known, member.revisionCounter)
  }
  return known
}
