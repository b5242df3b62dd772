import { showUserNames } from '../deploy/user-names.ts'
import { secretPlaceholder } from '../deploy/values-of-one-org.ts'
import type { OrgState } from '../org-state.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import { childOf } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'
import { writeXml } from '../xml/write.ts'

/** Types whose files name users. */
const typesWithUsers = new Set([
  'ApprovalProcess',
  'AssignmentRules',
  'AutoResponseRules',
  'Dashboard',
  'EscalationRules',
  'Group',
  'Queue',
  'Workflow',
])

/**
 * A file as a retrieve shows it: secrets of authentication providers as a placeholder, and user names
 * as they are in this sandbox. Other files come as they are stored.
 */
export function shownContent(org: OrgState, record: ComponentRecord, content: Buffer): Buffer {
  const isProvider = record.type === 'AuthProvider'
  const namesUsers = org.info.isSandbox && org.holds('mapsUserNames') && typesWithUsers.has(record.type)
  if (!isProvider && !namesUsers) return content
  const document = parseXml(content.toString('utf8'))
  const secret = isProvider ? childOf(document, 'consumerSecret') : undefined
  if (secret) secret.text = secretPlaceholder
  if (namesUsers) showUserNames(org, document)
  return Buffer.from(writeXml(document))
}
