import type { AuthorizationResult } from '@sluice/contract/salesforce-sign-in'
import type { Answers } from './answers.ts'

export const sampleInitiation = {
  initiatedUtc: '2026-01-31T12:00:00.000Z',
  userCodeValidForSeconds: 600,
  deviceCode: 'code',
  recommendedPollingIntervalSeconds: 0.05,
  verificationUrl: 'https://login.salesforce.com/setup/connect',
  userCode: 'ABCD1234',
}

/** What Salesforce answers when the admin of a production org has approved the sign-in. */
export const approval: AuthorizationResult = {
  status: 'Completed',
  tokenResponse: {
    encryptedToken: 'sealed',
    orgName: 'Northbeam',
    domain: 'northbeam.my.salesforce.com',
    username: 'admin@northbeam.example',
  },
  orgType: 'Production',
  username: 'admin@northbeam.example',
}

/** A Salesforce sign-in that begins and then ends as `result` says. */
export const signInAnswers = (result: AuthorizationResult = approval): Answers['stacks'] => ({
  startDeviceCodeSignIn: sampleInitiation,
  pollDeviceCodeSignIn: result,
})
