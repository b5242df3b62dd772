import type { Environment } from '@sluice/contract/environment'

type Kinds = readonly Pick<Environment, 'isProduction' | 'latestKnownParityCommitHashOutbound'>[]

/** What a choice comes to in sandboxes and in production, for the environments that are meant. */
function byKind(
  environments: Kinds,
  of: { readonly sandbox: string; readonly production: string },
): string | null {
  const kinds = new Set(environments.map(({ isProduction }) => isProduction))
  if (kinds.size === 0) return null
  if (kinds.size === 2) return `${of.sandbox} in sandboxes, ${of.production.toLowerCase()} in production`
  return kinds.has(true) ? `${of.production}, production` : `${of.sandbox}, sandbox`
}

/** What Auto means for warnings. */
export const effectiveWarnings = (environments: Kinds): string | null =>
  byKind(environments, { sandbox: 'Always', production: 'Never' })

/** What Auto means for deletions that skip the recycle bin. */
export const effectivePurge = (environments: Kinds): string | null =>
  byKind(environments, { sandbox: 'Always', production: 'Never' })

/** What Auto means for the comparison, as far as it is known before the job runs. */
export function effectiveDiffMode(environments: Kinds): string | null {
  if (environments.length === 0) return null
  const known = environments.filter((one) => one.latestKnownParityCommitHashOutbound !== null).length
  if (known === environments.length) return 'History'
  return known === 0 ? 'Org' : 'History where something was deployed before, else Org'
}

/** A hint with the value that Auto stands for. */
export const hintWithAuto = (hint: string, isAuto: boolean, effective: string | null): string =>
  isAuto && effective !== null ? `${hint} Auto → ${effective}.` : hint
