import type { InquiryPrompt } from '@sluice/contract/inquiry'
import type { DiffComponent } from '@sluice/contract/job-commands/diff-result'
import type { inquiry } from '../../platform/database/schema/inquiries.ts'
import { newId } from '../../platform/ids.ts'

type Subject = (typeof inquiry.$inferInsert)['subject']
export interface Asked {
  readonly subject: Subject
  readonly prompt: Record<string, unknown>
}
export const mergeConflict: Asked = { subject: 'MergeConflict', prompt: { conflictId: newId() } }

export const component = (componentName: string, deployable: boolean): DiffComponent => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  contentItems: [],
  addedContentItems: [],
  modifiedContentItems: [],
  deletedContentItems: [],
  canDeployAdd: deployable,
  canDeployModify: deployable,
  canDeployDelete: deployable,
  isCompositeComponent: false,
  alwaysSingleContentItem: true,
})
export const identityOf = ({ packageName, componentType, componentName }: DiffComponent) => ({
  packageName,
  componentType,
  componentName,
})
export const stays = component('Stays', false)

/** A flow out that would deploy many components, one of which cannot be deployed. */
export function confirmation(names: readonly string[]): Asked {
  const deleted = [stays, ...names.map((name) => component(name, true))]
  const prompt: InquiryPrompt<'FlowOutConfirmDeployment'> = {
    diffResult: {
      diffCounts: { anyChanges: true, added: 0, modified: 0, deleted: deleted.length },
      packageDiffResults: [{ packageName: 'unpackaged', added: [], modified: [], deleted }],
    },
    isCheckOnly: false,
    excludedComponents: [],
    clobberedOrgChanges: [],
    clobberWarningText: null,
    newChangesCommitRange: null,
  }
  return { subject: 'FlowOutConfirmDeployment', prompt }
}
