import { newId } from '../ids.ts'
import type { OrgState } from '../org-state.ts'
import { mapUserNames } from './user-names.ts'
import { childOf, leaf, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { wording } from '../wording.ts'

/** What a retrieve shows in the place of a secret, as seen in public repositories. */
export const secretPlaceholder = 'Placeholder_Value'

/** A document of an archive, and what the org holds in its place. */
interface Deployed {
  type: string
  deployed: XmlElement
  stored: XmlElement | undefined
}

/**
 * Settles values that belong to one org, in the deployed document itself: consumer keys of connected
 * apps, secrets of authentication providers, user names. Returns why the component is refused.
 */
export function takeValuesOfOneOrg(org: OrgState, document: Deployed): string | undefined {
  if (document.type === 'ConnectedApp') return takeConsumerKey(org, document)
  if (document.type === 'AuthProvider') keepSecret(org, document)
  if (!org.holds('mapsUserNames')) return undefined
  const unknown = mapUserNames(org, document.deployed)
  return unknown.length === 0 ? undefined : wording.deploy.unknownUsers(unknown.join(', '))
}

/**
 * The service makes the consumer key of a connected app and refuses one from another org (public
 * output in forcedotcom/cli issue 336 and trailheadapps/ready-to-fly issue 29). A file without a key
 * leaves the key of the org alone; a new app gets one.
 */
function takeConsumerKey(org: OrgState, { deployed, stored }: Deployed): string | undefined {
  if (!org.holds('refusesConsumerKeys')) return undefined
  const config = childOf(deployed, 'oauthConfig')
  if (!config) return undefined
  const given = textOf(config, 'consumerKey')
  const storedConfig = stored && childOf(stored, 'oauthConfig')
  const own = storedConfig && textOf(storedConfig, 'consumerKey')
  if (given !== undefined && given !== own) return wording.deploy.consumerKey
  if (given === undefined) config.children.push(leaf('consumerKey', own ?? `3MVG9${newId('0H4')}`))
  sortByName(config)
  return undefined
}

function sortByName({ children }: XmlElement): void {
  children.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/**
 * Whether the placeholder replaces a secret that the org has is not documented; a new provider gets it as its secret. A file
 * without a secret leaves that of the org alone: once it is set it cannot be changed (Metadata API guide, AuthProvider).
 */
function keepSecret(org: OrgState, { deployed, stored }: Deployed): void {
  const secret = childOf(deployed, 'consumerSecret')
  const own = stored && textOf(stored, 'consumerSecret')
  if (secret === undefined && own !== undefined) {
    deployed.children.push(leaf('consumerSecret', own))
    sortByName(deployed)
  }
  if (secret?.text === secretPlaceholder && own !== undefined && !org.holds('placeholderReplacesSecret'))
    secret.text = own
}
