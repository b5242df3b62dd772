import type { Limits } from '../limits.ts'

/** Limits that no test reaches unless it sets one of them lower. */
export const usualLimits: Limits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  idleMs: 60_000,
  totalMs: 300_000,
  maxReplyBytes: 64 * 1024 * 1024,
}
