import { z } from 'zod'
import { utc } from './fields.ts'

/** What is counted. Minutes are of the current period, the others of this moment. */
export const usageKeys = [
  'Environments',
  'ConcurrentWorkers',
  'ActiveWorkerMinutes',
  'PassiveWorkerMinutes',
] as const
export type UsageKey = (typeof usageKeys)[number]

/** A null entitlement is unlimited, and then nothing is "available" in numbers. */
const usage = z.object({
  inUseQuantity: z.number(),
  entitlementQuantity: z.number().nullable(),
  availableQuantity: z.number().nullable(),
})
export type Usage = z.infer<typeof usage>

export const subscriptionStatuses = ['Active', 'Paused', 'Unpaid', 'Terminated'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** `dataRetentionPeriod` is a text whose leading number is days. */
export const billing = z.object({
  currentPeriodStartsUtc: utc,
  currentPeriodEndsUtc: utc,
  /** Another text is shown as unknown: a later server may have more of them. */
  subscriptionStatus: z.union([z.enum(subscriptionStatuses), z.string()]),
  dataRetentionPeriod: z.string(),
  usage: z.record(z.enum(usageKeys), usage),
})
export type Billing = z.infer<typeof billing>

/** Floor of the part in use, in percent; null when unlimited. */
export function percentInUse({ inUseQuantity, entitlementQuantity }: Usage): number | null {
  if (entitlementQuantity === null) return null
  return entitlementQuantity === 0 ? 100 : Math.floor((inUseQuantity / entitlementQuantity) * 100)
}

/** Reached at the limit, exceeded above it. */
export function limitState({ inUseQuantity, entitlementQuantity }: Usage): 'within' | 'reached' | 'exceeded' {
  if (entitlementQuantity === null || inUseQuantity < entitlementQuantity) return 'within'
  return inUseQuantity === entitlementQuantity ? 'reached' : 'exceeded'
}
