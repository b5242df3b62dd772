import type { Call } from '../http/request.ts'
import type { OrgState } from '../org-state.ts'

/**
 * True when the port that a call came to signs in users of this org: login.salesforce.com knows
 * those of production, test.salesforce.com those of sandboxes, and one of them never those of the
 * other. A practice org with a single port signs in everybody.
 */
export function isAtHome(call: Call, org: OrgState): boolean {
  return call.door === 'any' || (call.door === 'sandbox') === org.info.isSandbox
}
