/** What a page tells scripts that count its use. */
type AnalyticsEventName =
  | 'user_created'
  | 'signed_in'
  | 'onboarding_completed'
  | 'workspace_created'
  | 'stack_created'
  | 'stack_initialization_started'

/** Fires the DOM event `sluice:analytics` with the name alone. The console itself listens to none and sends nothing anywhere. */
export const fireAnalyticsEvent = (name: AnalyticsEventName): void => {
  globalThis.dispatchEvent(new CustomEvent('sluice:analytics', { detail: { name } }))
}
