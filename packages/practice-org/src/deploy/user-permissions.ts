import type { OrgState } from '../org-state.ts'
import { childrenOf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { wording } from '../wording.ts'

const holders = new Set(['Profile', 'PermissionSet', 'MutingPermissionSet'])

/**
 * Why an org refuses a profile or permission set: a user permission of another edition, licence or release. The message
 * names the first one (seen in public output: forcedotcom/cli issue 1529). Undefined when all are known.
 */
export function unknownUserPermission(org: OrgState, document: XmlElement): string | undefined {
  if (!holders.has(document.name)) return undefined
  const unknown = new Set(org.listOf('unknownUserPermissions'))
  const names = childrenOf(document, 'userPermissions').map((entry) => textOf(entry, 'name') ?? '')
  const name = names.find((one) => unknown.has(one))
  return name === undefined ? undefined : wording.deploy.unknownUserPermission(name)
}
