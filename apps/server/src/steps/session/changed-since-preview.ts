import type { ChangedSincePreview } from '@sluice/contract/inquiry'
import { type ComponentIdentity, unpackaged } from '@sluice/metadata/component'
import type { PreviewedChange } from '../../differences/previewed-changes.ts'
import { findJobPreview } from '../../jobs/job-preview-store.ts'
import type { JobSession } from './job-session.ts'

/** A component that the job changes. */
interface Change {
  readonly identity: ComponentIdentity
  readonly changeType: 'Added' | 'Modified' | 'Deleted'
}

interface Previewed {
  /** The preview that was shown; null where none was. */
  readonly revision: number | null
  /** Which changes of the preview the job makes: those of the branch in the org, or those of the org in the branch. */
  readonly side: 'outbound' | 'inbound'
}

/**
 * What a job does otherwise than the preview said that was shown before it was submitted, and says so on its timeline. Null where it
 * does just that, and where nothing was shown.
 */
export async function changedSincePreview(
  { ctx, run, job }: JobSession,
  { revision, side }: Previewed,
  changes: readonly Change[],
): Promise<ChangedSincePreview | null> {
  if (revision === null) return null
  const preview = await ctx.database.inWorkspace(job.workspaceId, null, (tx) => findJobPreview(tx, job.id))
  if (preview === null) return null
  const changed = otherThanShown({ preview, side }, changes)
  const all = [...changed.added, ...changed.gone, ...changed.different]
  if (all.length === 0) return null
  await run.notice('PreviewOutdated', {
    added: changed.added.length,
    gone: changed.gone.length,
    different: changed.different.length,
    names: all.slice(0, mostNamed).map((one) => `${one.componentType} ${one.componentName}`),
  })
  return changed
}

/** So many components are named; their numbers are always those of all of them. */
const mostNamed = 20

interface Shown extends Pick<Previewed, 'side'> {
  readonly preview: readonly PreviewedChange[]
}

/** Compares what a job does with what was shown, except for components that people had to decide about. */
export function otherThanShown({ preview, side }: Shown, changes: readonly Change[]): ChangedSincePreview {
  const undecided = new Set(preview.flatMap((one) => (one.isUndecided ? keyOf({ identity: one }) : [])))
  const isDecided = (change: Change) => !undecided.has(keyOf(change))
  const shown = preview.flatMap(({ componentType, componentName, [side]: changeType }) =>
    changeType === null
      ? []
      : [{ identity: { packageName: unpackaged, componentType, componentName }, changeType }],
  )
  return compare(shown.filter(isDecided), changes.filter(isDecided))
}

const keyOf = ({
  identity: { componentType, componentName },
}: {
  readonly identity: Pick<ComponentIdentity, 'componentType' | 'componentName'>
}): string => `${componentType} ${componentName}`

function compare(shown: readonly Change[], made: readonly Change[]): ChangedSincePreview {
  const before = new Map(shown.map((change) => [keyOf(change), change.changeType]))
  const after = new Set(made.map(keyOf))
  const listed = (changes: readonly Change[]) =>
    changes.map(({ identity: { packageName, componentType, componentName }, changeType }) => ({
      packageName,
      componentType,
      componentName,
      changeType,
    }))
  return {
    added: listed(made.filter((change) => !before.has(keyOf(change)))),
    gone: listed(shown.filter((change) => !after.has(keyOf(change)))),
    different: listed(
      made.filter((change) => (before.get(keyOf(change)) ?? change.changeType) !== change.changeType),
    ),
  }
}
