import type { DeviceCodeInitiation, OrgType, TokenResponse } from '@sluice/contract/salesforce-sign-in'
import { wrongOrgType } from './connection.ts'

/** Where a sign-in to Salesforce by device code stands. `details` says what to do, where the server knows it. */
export type DeviceCodeState =
  | { kind: 'Unknown' }
  | { kind: 'Initiating' }
  | { kind: 'InitiationInvalidSignInUrl'; details: string | null }
  | { kind: 'InitiationError'; details: string | null }
  | { kind: 'AuthorizationPending'; initiation: DeviceCodeInitiation }
  | { kind: 'AuthorizationWrongOrgType' }
  | { kind: 'AuthorizationWrongUsername'; wanted: string }
  | { kind: 'AuthorizationError'; details: string }
  | { kind: 'AuthorizationTimeout' }
  | { kind: 'Authorized'; token: TokenResponse }

/** What the signed-in org must be. */
export interface DeviceCodeRequirement {
  orgType: OrgType | null
  username: string | null
}

/** What a person is told: the sentence of the state, and what to do. */
export interface DeviceCodeFailure {
  heading: string
  details: string | null
}

/** Null when there is nothing to tell. A flow that has failed goes on with "Try again" only. */
export function deviceCodeFailure(state: DeviceCodeState): DeviceCodeFailure | null {
  switch (state.kind) {
    case 'InitiationInvalidSignInUrl':
      return {
        heading: "This doesn't seem to be a working Salesforce sign-in URL",
        details: state.details,
      }
    case 'InitiationError':
      return { heading: "We couldn't connect to verify this URL", details: state.details }
    case 'AuthorizationTimeout':
      return {
        heading: 'The Salesforce authorization flow timed out.',
        details: 'The code is no longer valid. Get a new one and approve it within its time.',
      }
    case 'AuthorizationWrongOrgType':
      return {
        heading: 'The connected org is not a Salesforce production org.',
        details: wrongOrgType,
      }
    case 'AuthorizationWrongUsername':
      return {
        heading: 'The authorization was made with the wrong username.',
        details: `Sign out of Salesforce in this browser, then approve the new code as ${state.wanted}.`,
      }
    case 'AuthorizationError':
      return { heading: 'The Salesforce authorization failed. Try again.', details: state.details }
    case 'Unknown':
    case 'Initiating':
    case 'AuthorizationPending':
    case 'Authorized':
      return null
    default:
      return state satisfies never
  }
}
