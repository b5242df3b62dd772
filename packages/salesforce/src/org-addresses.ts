import type { AddressPolicy } from '@sluice/http/address-policy'

/** What may be called of Salesforce. */
export interface OrgAddresses extends AddressPolicy {
  /** What the host of a kept sign-in address must end with, such as `.salesforce.com`; absent: any host. */
  readonly signInHost?: string | undefined
}
