import type { DiffComponent, DiffResult } from '@sluice/contract/job-commands/diff-result'
import type { ComponentChange, ContentItemChange } from '@sluice/metadata/diff/component-changes'

/** The changes of a flow out in the words of the contract. */
export function diffResultOf(changes: readonly ComponentChange[]): DiffResult {
  const packageNames = [...new Set(changes.map((change) => change.identity.packageName))].toSorted()
  return {
    diffCounts: {
      anyChanges: changes.length > 0,
      added: of(changes, 'Added').length,
      modified: of(changes, 'Modified').length,
      deleted: of(changes, 'Deleted').length,
    },
    packageDiffResults: packageNames.map((packageName) => {
      const inPackage = changes.filter((change) => change.identity.packageName === packageName)
      return {
        packageName,
        added: of(inPackage, 'Added'),
        modified: of(inPackage, 'Modified'),
        deleted: of(inPackage, 'Deleted'),
      }
    }),
  }
}

function of(list: readonly ComponentChange[], type: ComponentChange['changeType']): DiffComponent[] {
  return list.filter((change) => change.changeType === type).map((change) => diffComponent(change))
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
