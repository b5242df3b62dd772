import type { OnboardingResult } from '@sluice/contract/job-commands/onboarding'
import { ResultSentence } from './result-sentence.tsx'
import { Facts } from '../../jobs/result-section.tsx'

/** What the set-up of a new user has left behind. */
export function OnboardingResultView({ result }: { result: OnboardingResult }) {
  const { stackIsInitialized, environmentNames, sandboxRefusal, invitedUsername, invitationRefusal } = result
  const facts = [{ label: 'Stack', value: stackIsInitialized ? 'is initialized' : 'is not initialized' }]
  if (environmentNames.length > 0)
    facts.push({ label: 'Sandboxes', value: `${environmentNames.join(', ')}: jobs of their own create them` })
  if (sandboxRefusal !== null) facts.push({ label: 'Sandboxes missing', value: sandboxRefusal })
  if (invitedUsername !== null) facts.push({ label: 'Invited to the repository', value: invitedUsername })
  if (invitationRefusal !== null) facts.push({ label: 'Not invited', value: invitationRefusal })
  const sentence = stackIsInitialized ? 'The stack is set up.' : 'The stack is not set up.'
  return (
    <>
      <ResultSentence
        status={stackIsInitialized ? 'Succeeded' : 'Failed'}
        sentence={sentence}
        text={[sentence, ...facts.map(({ label, value }) => `${label}: ${value}`)].join('\n')}
      />
      <Facts facts={facts} />
    </>
  )
}
