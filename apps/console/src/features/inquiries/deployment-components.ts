import type { ChangeType, ComponentIdentity } from '@sluice/contract/component'
import type { DiffComponent, DiffResult } from '@sluice/contract/job-commands/diff-result'

/** A component that differs, with what the deployment does to it. */
export interface DeploymentComponent {
  readonly key: string
  readonly changeType: Exclude<ChangeType, 'None'>
  readonly identity: ComponentIdentity
  readonly canDeploy: boolean
  /** What changes inside: fields of an object, files of a bundle. */
  readonly items: readonly { readonly changeType: ChangeType; readonly name: string }[]
}

export const keyOfComponent = ({ packageName, componentType, componentName }: ComponentIdentity): string =>
  `${packageName} ${componentType} ${componentName}`

/** All components of a difference: deletions first, because they cannot be taken back. */
export function deploymentComponents({ packageDiffResults }: DiffResult): DeploymentComponent[] {
  return (['Deleted', 'Modified', 'Added'] as const).flatMap((changeType) =>
    packageDiffResults.flatMap(({ deleted, modified, added }) => {
      const of = { Deleted: deleted, Modified: modified, Added: added }[changeType]
      return of.map((component) => toComponent(component, changeType))
    }),
  )
}

function toComponent(
  component: DiffComponent,
  changeType: DeploymentComponent['changeType'],
): DeploymentComponent {
  const { packageName, componentType, componentName } = component
  const identity = { packageName, componentType, componentName }
  const canDeploy = {
    Added: component.canDeployAdd,
    Modified: component.canDeployModify,
    Deleted: component.canDeployDelete,
  }[changeType]
  return { key: keyOfComponent(identity), changeType, identity, canDeploy, items: itemsOf(component) }
}

const named = (changeType: ChangeType, items: DiffComponent['contentItems']) =>
  items.map(({ name }) => ({ changeType, name }))

/** Nothing for a component that always is a single item, which its own row names. */
function itemsOf(component: DiffComponent): DeploymentComponent['items'] {
  if (component.alwaysSingleContentItem) return []
  return [
    ...named('Deleted', component.deletedContentItems),
    ...named('Modified', component.modifiedContentItems),
    ...named('Added', component.addedContentItems),
  ]
}
