import type { ReferenceRule } from './reference-rule.ts'

/** What an action says of its kind, and the type of the component that it names; other kinds have none of their own. */
const actionTypes = {
  Alert: 'WorkflowAlert',
  FieldUpdate: 'WorkflowFieldUpdate',
  FlowAction: 'WorkflowFlowAction',
  KnowledgePublish: 'WorkflowKnowledgePublish',
  OutboundMessage: 'WorkflowOutboundMessage',
  Send: 'WorkflowSend',
  Task: 'WorkflowTask',
} as const

/** Lists of actions, which are components of the workflow of an object. */
function actions(entries: readonly string[], object: ReferenceRule['object'] & {}): ReferenceRule[] {
  return entries.flatMap((path) =>
    Object.entries(actionTypes).map(([says, type]): ReferenceRule => ({
      entries: path,
      name: 'name',
      when: { child: 'type', says },
      to: [type],
      object,
    })),
  )
}

/** The actions of an approval process. */
export const approvalActions = actions(
  [
    'initialSubmissionActions/action',
    'approvalStep/approvalActions/action',
    'approvalStep/rejectionActions/action',
    'finalApprovalActions/action',
    'finalRejectionActions/action',
    'recallActions/action',
  ],
  'ofFile',
)

/** The actions of the milestones of an entitlement process. */
export const milestoneActions = actions(['milestones/successActions', 'milestones/timeTriggers/actions'], {
  child: 'SObjectType',
})
