import type { OnboardingResult } from '@sluice/contract/job-commands/onboarding'
import { Facts } from './result-section.tsx'

/** What the set-up of a new user has left behind. */
export function OnboardingResultView({ result }: { result: OnboardingResult }) {
  const value = result.stackIsInitialized ? 'is initialized' : 'is not initialized'
  return <Facts facts={[{ label: 'Stack', value }]} />
}
