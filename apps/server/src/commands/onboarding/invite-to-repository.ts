import type { OnboardingResult } from '@sluice/contract/job-commands/onboarding'
import { explainGitHubError, GitHubError } from '../../platform/github-error.ts'
import { connectedGitHub } from '../../steps/session/github-failure.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { whileBrieflyTransient } from '../../steps/session/transient-retry.ts'

export type Invitation = Pick<OnboardingResult, 'invitedUsername' | 'invitationRefusal'>

/** Gives read access to the repository at GitHub. What GitHub refuses is said in the result: the stack can be used without it. */
export async function inviteToRepository(session: JobSession, username: string): Promise<Invitation> {
  const { ctx, run, stack, deadline } = session
  const kept = stack.managedRepository
  if (kept === null || kept.gitHubUrl === null)
    return { invitedUsername: null, invitationRefusal: 'The repository of the stack is not at GitHub.' }
  const gitHub = connectedGitHub(ctx, kept)
  const refusal = await run.effect<string, string | null>('invite to repository', {
    kind: 'RepositoryInvitation',
    changedNothing: (reason) => reason !== null,
    intent: async () => username,
    perform: async (invited) => {
      try {
        await gitHub.inviteCollaborator(kept.name, { username: invited, readOnly: true })
        return null
      } catch (error) {
        if (!(error instanceof GitHubError) || error.retryable || error.outcomeUnknown) throw error
        return explainGitHubError(error)
      }
    },
    reconcile: async (invited) => {
      const retry = { signal: run.signal, deadline }
      const people = await whileBrieflyTransient(() => gitHub.listCollaborators(kept.name), retry)
      const isThere = people.some((person) => person.username.toLowerCase() === invited.toLowerCase())
      return isThere ? { done: null } : 'notDone'
    },
  })
  return { invitedUsername: refusal === null ? username : null, invitationRefusal: refusal }
}
