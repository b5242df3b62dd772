import { z } from 'zod'
import { entityId, optionalText, nameText } from './fields.ts'
import { jobCommandName } from './job-command-name.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

/** What the onboarding form sends; `emailAddressesToInvite` is always empty. */
export const onboardingRequest = z.strictObject({
  companyName: nameText('Company name', limits.companyName),
  sfdcEncryptedToken: z.string().min(1).max(limits.encryptedToken),
  createSandboxEnvironments: z.boolean().default(false),
  emailAddressesToInvite: z.array(z.string()).max(0).default([]),
  repositoryUsernameToInvite: optionalText('GitHub username', limits.gitHubUsername).default(null),
})

/** `stack` is null when only the workspace could be made. */
const onboardingResponse = z.object({
  workspace: z.object({ name: z.string(), slug: z.string() }),
  stack: z.object({ name: z.string(), slug: z.string(), gitRepositoryUrl: z.string() }).nullable(),
  /** False: the job that ends the set-up sends the invitation, once the repository is made. */
  repositoryUserWasInvited: z.boolean(),
  jobs: z.array(z.object({ wasProvisioned: z.boolean(), jobCommandName, id: entityId.nullable() })),
})
export type OnboardingResponse = z.infer<typeof onboardingResponse>

/** The one call that takes a new user from a connected org to a running job. */
export const onboarding = {
  start: route({
    method: 'POST',
    path: '/onboarding',
    summary: 'Create workspace, repository and stack and begin to initialize it',
    access: 'signedIn',
    body: onboardingRequest,
    response: onboardingResponse,
    problems: [
      'validationFailed',
      'sfdcCredentialsInvalid',
      'sfdcCredentialsOrgTypeIncorrect',
      'collaboratorUsernameInvalid',
      'repositoryNotSupported',
    ],
    rate: 'write',
  }),
}
