import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import { resolveCommit } from '@sluice/git/rev-parse'
import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { isIncluded } from '@sluice/metadata/include-specs'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { changesByHistory } from '../branch-changes/history-diff.ts'
import type { DiscardedChange, DiscardedInput } from './discarded-task.ts'

/**
 * The changes that only the branch has and that a commit of the org's state undoes. Where it is not known what the org was offered last,
 * everything that the commit changes may be such a change.
 */
export async function findDiscarded(
  input: DiscardedInput,
  signal: AbortSignal,
): Promise<readonly DiscardedChange[]> {
  const { gitDir, head, tip, since, undeployed } = input
  const reader = openObjectReader({ gitDir }, { signal })
  try {
    const brought = await changesBetween(input, reader, { since: head, head: tip, undeployed: [] })
    const isKnown = since !== null && (await resolveCommit({ gitDir, reader }, since)) !== null
    const ours = isKnown ? await changesBetween(input, reader, { since, head, undeployed }) : brought
    const inBranch = new Set(ours.map(({ identity }) => componentKey(identity)))
    return brought
      .filter(({ identity }) => inBranch.has(componentKey(identity)) && isIncluded(input.specs, identity))
      .map(({ identity: { packageName, componentType, componentName }, changeType }) => ({
        packageName,
        componentType,
        componentName,
        changeType,
      }))
  } finally {
    await reader.close()
  }
}

type Compared = Pick<DiscardedInput, 'head' | 'undeployed'> & { readonly since: string }

async function changesBetween(
  { gitDir, metadataDirectory: folder }: DiscardedInput,
  reader: ObjectReader,
  compared: Compared,
): Promise<readonly ComponentChange[]> {
  const directory = metadataDirectory(folder)
  return (await changesByHistory({ repository: { gitDir }, reader, directory, ...compared })).changes
}
