import type { DeviceCodeInitiation, OrgType, TokenResponse } from '@sluice/contract/salesforce-sign-in'

/** Where a sign-in to Salesforce by device code stands. */
export type DeviceCodeState =
  | { kind: 'Unknown' }
  | { kind: 'Initiating' }
  | { kind: 'InitiationInvalidSignInUrl' }
  | { kind: 'InitiationError' }
  | { kind: 'AuthorizationPending'; initiation: DeviceCodeInitiation }
  | { kind: 'AuthorizationWrongOrgType' }
  | { kind: 'AuthorizationWrongUsername' }
  | { kind: 'AuthorizationError'; details: string }
  | { kind: 'AuthorizationTimeout' }
  | { kind: 'Authorized'; token: TokenResponse }

/** What the signed-in org must be. */
export interface DeviceCodeRequirement {
  orgType: OrgType | null
  username: string | null
}

/** What a person is told, or null when there is nothing to tell. */
export function deviceCodeMessage(state: DeviceCodeState): string | null {
  switch (state.kind) {
    case 'InitiationInvalidSignInUrl':
      return "This doesn't seem to be a working Salesforce sign-in URL"
    case 'InitiationError':
      return "We couldn't connect to verify this URL"
    case 'AuthorizationTimeout':
      return 'The Salesforce authorization flow timed out.'
    case 'AuthorizationWrongOrgType':
      return 'The connected org is not a Salesforce production org.'
    case 'AuthorizationWrongUsername':
      return 'The authorization was made with the wrong username.'
    case 'AuthorizationError':
      return `The Salesforce authorization failed. Try again. ${state.details}`.trim()
    case 'Unknown':
    case 'Initiating':
    case 'AuthorizationPending':
    case 'Authorized':
      return null
    default:
      return state satisfies never
  }
}

/** Whether the flow has ended without a token, so that only "Try again" leads on. */
export const hasEnded = (state: DeviceCodeState): boolean => deviceCodeMessage(state) !== null
