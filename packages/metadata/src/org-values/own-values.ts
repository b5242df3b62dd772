/** A value that belongs to one org: it differs between orgs and is not deployed from one to another. */
export interface OwnValue {
  /** The metadata type, which is the name of the root element. */
  readonly type: string
  /** Element names from below the root down to the value; all elements of the last name are the value. */
  readonly path: readonly string[]
  /** Whether the schema of the Metadata API requires it: a component that a deployment creates keeps that of the file. */
  readonly isRequired?: true
  /** Whether it is never deployed: what a retrieve shows is not the secret, and a file without it leaves the org's alone. */
  readonly isSecret?: true
  readonly source: string
}

/** What belongs to one org (decision 6). Addresses that teams edit, such as those of named credentials and senders of alerts, are not here. */
export const ownValues: readonly OwnValue[] = [
  {
    type: 'AuthProvider',
    path: ['consumerKey'],
    source: 'Metadata API guide, AuthProvider: the key of the app that is registered at the third party',
  },
  {
    type: 'AuthProvider',
    path: ['consumerSecret'],
    isSecret: true,
    source:
      'Metadata API guide, AuthProvider: cannot be changed once it is set; retrieved files in public repositories hold Placeholder_Value',
  },
  {
    type: 'ConnectedApp',
    path: ['oauthConfig', 'consumerKey'],
    source:
      'forcedotcom/cli issue 336, trailheadapps/ready-to-fly issue 29: the org makes it and refuses that of another org',
  },
  {
    type: 'ConnectedApp',
    path: ['oauthConfig', 'consumerSecret'],
    isSecret: true,
    source: 'Metadata API guide, ConnectedApp: the secret that goes with the consumer key',
  },
  {
    type: 'CustomSite',
    path: ['customWebAddresses'],
    source: 'Metadata API guide, CustomSite: domains of the org; a domain leads to one org',
  },
  {
    type: 'CustomSite',
    path: ['siteAdmin'],
    source: 'Gearset help 2924091: a user of the org; a deployment fails where there is no such user',
  },
  {
    type: 'CustomSite',
    path: ['siteGuestRecordDefaultOwner'],
    source: 'Metadata API guide, CustomSite: a user of the org',
  },
  {
    type: 'CustomSite',
    path: ['subdomain'],
    source: 'Metadata API guide, CustomSite: the subdomain that the org registered for its sites',
  },
  {
    type: 'ExtlClntAppGlobalOauthSettings',
    path: ['consumerKey'],
    source: 'Metadata API guide, ExtlClntAppGlobalOauthSettings: must not be added to source control',
  },
  {
    type: 'ExtlClntAppGlobalOauthSettings',
    path: ['consumerSecret'],
    isSecret: true,
    source: 'Metadata API guide, ExtlClntAppGlobalOauthSettings: must not be added to source control',
  },
  {
    type: 'ExtlClntAppOauthSettings',
    path: ['oauthLink'],
    source:
      'Metadata API guide, ExtlClntAppOauthSettings: made from the id of the org and that of the consumer',
  },
  {
    type: 'Network',
    path: ['emailSenderAddress'],
    isRequired: true,
    source:
      'public deployment scripts: an address that has to be verified in each org, locked once it is set',
  },
  {
    type: 'Network',
    path: ['newSenderAddress'],
    source: 'Metadata API guide, Network: the sender address that waits for its verification in the org',
  },
]

const byType = new Map<string, readonly OwnValue[]>()
for (const { type } of ownValues) {
  if (!byType.has(type))
    byType.set(
      type,
      ownValues.filter((value) => value.type === type),
    )
}

/** The values of one org in files of a type; empty for nearly all types. */
export function ownValuesOf(type: string): readonly OwnValue[] {
  return byType.get(type) ?? []
}

const plainPaths = ownValues.map(({ type, path }) => `/${[type, ...path].join('/')}`)

/** Whether the element at this path (names only, from the root on) is such a value or stands inside one. */
export function isOwnValue(plainPath: string): boolean {
  return plainPaths.some((path) => plainPath === path || plainPath.startsWith(`${path}/`))
}
