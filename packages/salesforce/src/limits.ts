import type { Limits } from '@sluice/http/limits'

const mebibyte = 1024 * 1024

/** For calls whose reply is parsed in memory. */
export const callLimits: Limits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  idleMs: 60_000,
  totalMs: 300_000,
  maxReplyBytes: 64 * mebibyte,
}

/** For the calls that anybody may cause before signing in: 1 MB and 10 s. */
export const signInLimits: Limits = {
  connectMs: 5_000,
  firstByteMs: 10_000,
  idleMs: 5_000,
  totalMs: 10_000,
  maxReplyBytes: mebibyte,
}

/** For one request of a new access token, which Salesforce sometimes answers late. */
export const refreshLimits: Limits = {
  connectMs: 10_000,
  firstByteMs: 30_000,
  idleMs: 10_000,
  totalMs: 30_000,
  maxReplyBytes: mebibyte,
}

/**
 * For archives. Salesforce's own cap is 39 MB of zip for SOAP; base64 adds a third and 10,000
 * file properties about 6 MB.
 */
export const transferLimits: Limits = {
  connectMs: 10_000,
  firstByteMs: 600_000,
  idleMs: 60_000,
  totalMs: 3_600_000,
  maxReplyBytes: 256 * mebibyte,
}
