import type { DiffComponent, DiffResult } from '@sluice/contract/job-commands/diff-result'
import type { ComponentChange, ContentItemChange } from '@sluice/metadata/diff/component-changes'
import { mapYielding } from '../../platform/map-yielding.ts'

type ChangeType = ComponentChange['changeType']

/** The changes of a flow out in the words of the contract. */
export async function diffResultOf(changes: readonly ComponentChange[]): Promise<DiffResult> {
  const count = (type: ChangeType) => changes.filter((change) => change.changeType === type).length
  const packageDiffResults = []
  for (const packageName of [...new Set(changes.map((change) => change.identity.packageName))].toSorted()) {
    const of = (type: ChangeType) =>
      mapYielding(
        changes.filter((change) => change.identity.packageName === packageName && change.changeType === type),
        diffComponent,
      )
    const [added, modified, deleted] = [await of('Added'), await of('Modified'), await of('Deleted')]
    packageDiffResults.push({ packageName, added, modified, deleted })
  }
  return {
    diffCounts: {
      anyChanges: changes.length > 0,
      added: count('Added'),
      modified: count('Modified'),
      deleted: count('Deleted'),
    },
    packageDiffResults,
  }
}

function diffComponent(change: ComponentChange): DiffComponent {
  const items = (type?: ContentItemChange['changeType']) =>
    change.contentItems
      .filter((item) => type === undefined || item.changeType === type)
      .map(({ item }) => ({
        name: item.name,
        type: item.type,
        isComponent: item.identity !== undefined,
        componentIdentity: item.identity ?? null,
      }))
  return {
    ...change.identity,
    contentItems: items(),
    addedContentItems: items('Added'),
    modifiedContentItems: items('Modified'),
    deletedContentItems: items('Deleted'),
    canDeployAdd: change.canDeployAdd,
    canDeployModify: change.canDeployModify,
    canDeployDelete: change.canDeployDelete,
    isCompositeComponent: change.isComposite,
    alwaysSingleContentItem: change.alwaysSingleContentItem,
  }
}
