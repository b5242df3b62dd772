import type { OrgState, OrgUser } from '../org-state.ts'
import type { XmlElement } from '../xml/element.ts'

/** Elements that hold user names: of dashboards, queues, workflows, assignment and escalation rules. */
const userElements = new Set(['assignedTo', 'integrationUser', 'recipient', 'runningUser', 'user'])

/** A user name without the suffix of its sandbox: the name that production gives the same person. */
function nameInProduction(org: OrgState, { username }: OrgUser): string {
  const suffix = `.${org.info.sandboxName?.toLowerCase() ?? ''}`
  return suffix.length > 1 && username.endsWith(suffix) ? username.slice(0, -suffix.length) : username
}

/**
 * Brings the user names of a deployed document into the form of production, in which the org keeps
 * them. The service compares a name first as it is and then without what a sandbox has put behind it
 * (documented in "User References in Metadata"). Returns the names that belong to nobody here.
 */
export function mapUserNames(org: OrgState, document: XmlElement): string[] {
  const unknown: string[] = []
  for (const element of holders(document)) {
    const name = element.text.trim()
    if (!name.includes('@')) continue
    const user =
      org.users.find((candidate) => candidate.username === name) ??
      org.users.find((candidate) => `${name}.`.startsWith(`${nameInProduction(org, candidate)}.`))
    if (user) element.text = nameInProduction(org, user)
    else unknown.push(name)
  }
  return unknown
}

/** Gives user names the form that they have in this org: with the suffix of the sandbox. */
export function showUserNames(org: OrgState, document: XmlElement): void {
  for (const element of holders(document)) {
    const user = org.users.find((candidate) => nameInProduction(org, candidate) === element.text.trim())
    if (user) element.text = user.username
  }
}

function* holders(element: XmlElement): Generator<XmlElement> {
  if (userElements.has(element.name) && element.children.length === 0) yield element
  for (const child of element.children) yield* holders(child)
}
