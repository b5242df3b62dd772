import { type SubscriptionStatus, subscriptionStatuses } from '@sluice/contract/billing'
import type { Tone } from '../../platform/ui/palette.ts'

interface Subscription {
  readonly label: string
  readonly tone: Tone
  readonly explanation: string
}

const known: Record<SubscriptionStatus, Subscription> = {
  Active: { label: 'Active', tone: 'green', explanation: 'The subscription is valid and active.' },
  Paused: {
    label: 'Paused',
    tone: 'amber',
    explanation: 'The subscription is not active, but it can be re-activated.',
  },
  Unpaid: {
    label: 'Unpaid',
    tone: 'red',
    explanation: 'The subscription is suspended due to overdue payment.',
  },
  Terminated: { label: 'Terminated', tone: 'red', explanation: 'The subscription is cancelled.' },
}

/** What a subscription status is called and what it means. */
export function subscriptionOf(status: string): Subscription {
  const found = subscriptionStatuses.find((each) => each === status)
  return found
    ? known[found]
    : { label: 'Unknown', tone: 'neutral', explanation: 'The status of the subscription is unknown.' }
}
