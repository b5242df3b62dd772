import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import { type RetrieveMember, memberOf } from '@sluice/metadata/retrieve-plan'
import type { Run } from '../../../durable/run.ts'
import { type KeepReason, type KeptMetadata, type MissingComponent, memberKey } from './missing-components.ts'

export interface KeptComponent {
  readonly identity: ComponentIdentity
  readonly reason: KeepReason
}

/** What stays in the branch: what was not asked for, and what Salesforce did not say to be gone (decision 2). */
export function keptOf(
  missing: readonly MissingComponent[],
  found: { readonly notFound: readonly RetrieveMember[]; readonly cameBack: ReadonlySet<string> },
): KeptComponent[] {
  const gone = new Set(
    found.notFound.map(({ type, fullName }) =>
      componentKey({ packageName: unpackaged, componentType: type, componentName: fullName }),
    ),
  )
  return missing.flatMap(({ identity, asked, reason }) => {
    if (reason !== null) return { identity, reason }
    const isGone = asked.every((one) => gone.has(memberKey(one)))
    return isGone || found.cameBack.has(memberKey(identity)) ? [] : { identity, reason: 'notProven' as const }
  })
}

/** What Salesforce could not retrieve stays as the branch has it. */
export function notRetrieved(leftOut: readonly RetrieveMember[]): KeptComponent[] {
  return leftOut.map(({ type, fullName }) => ({
    identity: { packageName: unpackaged, componentType: type, componentName: fullName },
    reason: 'notRetrieved',
  }))
}

/** Names that a notice lists for each reason. */
const shown = 20

/** The kept components by reason; whole types and folders by their own names. */
export function keptMetadata(kept: readonly KeptComponent[]): KeptMetadata {
  const byReason = new Map<KeepReason, { count: number; names: Set<string> }>()
  for (const { identity, reason } of kept) {
    const known = byReason.get(reason) ?? { count: 0, names: new Set<string>() }
    byReason.set(reason, { count: known.count + 1, names: known.names.add(nameOf(identity, reason)) })
  }
  return {
    kept: [...byReason]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([reason, { count, names }]) => ({ reason, count, names: [...names].toSorted().slice(0, shown) })),
  }
}

function nameOf(identity: ComponentIdentity, reason: KeepReason): string {
  const { type, fullName } = memberOf(identity)
  switch (reason) {
    case 'typeNotListed':
    case 'typeMostlyMissing':
      return type
    case 'folderNotListed':
      return `${type} ${fullName.includes('/') ? fullName.slice(0, fullName.lastIndexOf('/')) : fullName}`
    case 'notProven':
    case 'notRetrieved':
      return `${type} ${fullName}`
    default:
      return reason satisfies never
  }
}

/** Says on the job's timeline what was kept, once; says nothing when nothing was. */
export async function noticeKept(run: Run, { kept }: KeptMetadata): Promise<void> {
  if (kept.length > 0) await run.notice('MetadataKept', { kept })
}
