import { type ComponentIdentity, componentKey } from '@sluice/metadata/component'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { componentOfPath, parentOf } from '@sluice/metadata/paths'
import type { Config } from '../../../platform/config/config.ts'
import { JobFailure } from '../../../durable/run-errors.ts'
import type { FileHashes } from '../../session/metadata-directory.ts'
import type { AttributedComponent } from '../attribution.ts'

/** The components that a flow in would delete from the branch. */
export interface Deletions {
  readonly count: number
  /** How many components the branch has files of. */
  readonly of: number
  /** The first of them, by type and name. */
  readonly first: readonly string[]
}

/** So many deletions are listed in the error; the count is always of all of them. */
const mostListed = 100

/** From so many deletions on their share of the branch counts: one of ten components is no mass deletion. */
const fewestByShare = 10

/** What the org has deleted. What goes with its composite is not counted by itself, nor what the include specs leave out. */
export function deletionsIn(
  components: readonly AttributedComponent[],
  { parityFiles, specs }: { readonly parityFiles: FileHashes; readonly specs: IncludeSpecs },
): Deletions {
  const deleted = components.flatMap(({ identity, changeType }) =>
    changeType === 'Deleted' && isIncluded(specs, identity) ? identity : [],
  )
  const keys = new Set(deleted.map(componentKey))
  const counted = deleted.filter((identity) => {
    const parent = parentOf(identity)
    return parent === null || !keys.has(componentKey(parent))
  })
  return {
    count: counted.length,
    of: counted.length < fewestByShare ? 0 : componentsIn(parityFiles),
    first: counted.slice(0, mostListed).map(nameOf),
  }
}

function componentsIn(files: FileHashes): number {
  const keys = new Set<string>()
  for (const path of files.keys()) {
    const component = componentOfPath(path)
    if (component !== null) keys.add(componentKey(component.identity))
  }
  return keys.size
}

const nameOf = ({ componentType, componentName }: ComponentIdentity) => `${componentType} ${componentName}`

/** Whether so many deletions need a person's consent. */
export function isMassDeletion({ count, of }: Deletions, limit: Config['deletionLimit']): boolean {
  return count > limit.components || (count >= fewestByShare && count * 100 > limit.percent * of)
}

/** Ends a job that would delete more from the branch than it may without consent. */
export function massDeletionFailure({ count, first }: Deletions): JobFailure {
  const more = count > first.length ? [`and ${count - first.length} more`] : []
  return new JobFailure(
    `The org no longer has ${count} components of the branch, which is more than a flow in deletes without consent. Nothing was pushed. To delete them, run the flow in again with “Accept deletions”.`,
    [
      'Look whether they are really gone first. By the API, the consent is the input acceptDeletions.',
      'Components:',
      ...first,
      ...more,
    ].join('\n'),
  )
}
