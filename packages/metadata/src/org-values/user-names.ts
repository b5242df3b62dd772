import type { XmlDocument } from '../xml/document.ts'

import { decodeUtf8, encodeUtf8 } from '../bytes.ts'
import { componentOfPath } from '../paths.ts'
import { readWellFormed } from '../xml/read-well-formed.ts'
import { textOf } from '../xml/text.ts'

/**
 * Elements that hold user names, by the name of the root element and their path below it. From the fields that the Metadata
 * API guide describes as users, and the types of Gearset help 12006173. Mail addresses, such as those of senders, are no user names:
 * a sandbox does not change them so.
 */
export const userNameElements: Readonly<Record<string, readonly string[]>> = {
  AnalyticSnapshot: ['runningUser'],
  ApexEmailNotifications: ['apexEmailNotification/user'],
  ApprovalProcess: ['allowedSubmitters/submitter', 'approvalStep/assignedApprover/approver/name'],
  AssignmentRules: ['assignmentRule/ruleEntry/assignedTo'],
  AuthProvider: ['executionUser'],
  Bot: ['botUser'],
  CaseSettings: ['defaultCaseOwner', 'defaultCaseUser', 'emailToCase/routingAddresses/caseOwner'],
  ConnectedApp: ['pluginExecutionUser'],
  CustomObject: ['fields/businessOwnerUser'],
  CustomSite: ['siteAdmin', 'siteGuestRecordDefaultOwner'],
  Dashboard: ['dashboardResultRunningUser', 'runningUser'],
  DashboardFolder: ['folderShares/sharedTo'],
  DocumentFolder: ['folderShares/sharedTo'],
  EmailFolder: ['folderShares/sharedTo'],
  EmailServicesFunction: ['emailServicesAddresses/runAsUser'],
  EmailTemplateFolder: ['folderShares/sharedTo'],
  EscalationRules: [
    'escalationRule/ruleEntry/assignedTo',
    'escalationRule/ruleEntry/escalationAction/assignedTo',
    'escalationRule/ruleEntry/escalationAction/notifyTo',
  ],
  LiveChatAgentConfig: ['assignments/users/user'],
  PlatformEventSubscriberConfig: ['user'],
  PresenceUserConfig: ['assignments/users/user'],
  Queue: ['queueMembers/users/user'],
  QueueRoutingConfig: ['userOverflowAssignee'],
  ReportFolder: ['folderShares/sharedTo'],
  SamlSsoConfig: ['executionUserId'],
  Skill: ['assignments/users/user'],
  TransactionSecurityPolicy: ['action/notifications/user', 'executionUser'],
  Workflow: [
    'alerts/recipients/recipient',
    'fieldUpdates/lookupValue',
    'outboundMessages/integrationUser',
    'tasks/assignedTo',
  ],
}

/** Metadata types with such files; the case settings are a file of the type Settings. */
const typesWithUsers = new Set(['Settings', ...Object.keys(userNameElements)])

/** Whether a file can hold user names. */
export function canNameUsers(path: string): boolean {
  const component = componentOfPath(path)
  return component !== null && component.isXml && typesWithUsers.has(component.identity.componentType)
}

/**
 * A file of a sandbox with the user names of production: `.dev1` behind `user@acme.com.dev1` is left out, in elements that
 * hold user names. A sandbox puts its name behind the user names that it copies; a deployment finds the user of its org with or without
 * it ("User References in Metadata", Metadata API guide). The very bytes where there is nothing to leave out.
 */
export function withoutSandboxSuffix(content: Uint8Array, sandboxName: string): Uint8Array {
  const text = decodeUtf8(content)
  // Most of these files hold no such name and need not be read as XML.
  if (text === null || !text.toLowerCase().includes(`.${sandboxName.toLowerCase()}<`)) return content
  const document = readWellFormed(content)
  if (document === null) return content
  const root = document.nameOf(0)
  const paths = Object.hasOwn(userNameElements, root) ? (userNameElements[root] ?? []) : []
  const suffix = new RegExp(`^([^@]+@.+)\\.${escaped(sandboxName)}$`, 'iu')
  const ends = paths
    .flatMap((path) => elementsAt(document, path.split('/')))
    .filter((element) => suffix.test(textOf(document, element)))
    .map((element) => document.contentEndOf(element))
  return ends.length === 0 ? content : encodeUtf8(withoutEnds(text, ends, sandboxName.length + 1))
}

function elementsAt(document: XmlDocument, path: readonly string[]): number[] {
  let found = [0]
  for (const name of path)
    found = found.flatMap((parent) =>
      document.childrenOf(parent).filter((child) => document.nameOf(child) === name),
    )
  return found
}

/** The text without so many characters before each of these offsets. */
function withoutEnds(text: string, ends: readonly number[], length: number): string {
  const pieces: string[] = []
  let at = 0
  for (const end of ends.toSorted((a, b) => a - b)) {
    pieces.push(text.slice(at, end - length))
    at = end
  }
  return pieces.join('') + text.slice(at)
}

function escaped(name: string): string {
  return name.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`)
}
