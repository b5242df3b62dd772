import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import type { ValidationError } from '@sluice/contract/problem-details'
import { findDifference } from '../differences/difference-store.ts'
import { packedPreview } from '../differences/previewed-changes.ts'
import type { FoundEnvironment } from '../environments/environment-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { refusal } from './meant-environments.ts'

/** What was shown of an environment before a flow of it was submitted. */
interface ShownPreview {
  readonly revision: number | null
  /** Null where nothing was shown. */
  readonly preview: Buffer | null
  readonly errors: readonly ValidationError[]
}

const nothingShown: ShownPreview = { revision: null, preview: null, errors: [] }

/** Refuses a preview that is no longer the newest one: who submits it has not seen what the job would do. */
export async function shownPreview(
  tx: Transaction,
  { id, name }: Pick<FoundEnvironment, 'id' | 'name'>,
  previews: JobTemplate<'FlowOut'>['previews'],
): Promise<ShownPreview> {
  const shown = previews.find(({ environmentId }) => environmentId === id)
  if (shown === undefined) return nothingShown
  const row = await findDifference(tx, id)
  if (row === null || row.revision !== shown.revision) {
    const description = `What differs in ${name} has changed since it was shown. Look at the new preview and submit again.`
    return { ...nothingShown, errors: [refusal('PreviewOutdated', description, 'previews')] }
  }
  return { revision: shown.revision, preview: packedPreview(row), errors: [] }
}
