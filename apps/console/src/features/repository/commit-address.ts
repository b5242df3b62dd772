import type { Stack } from '@sluice/contract/stack'

/** Where a commit can be looked at, or null when the provider shows none. */
export const commitAddress = (stack: Pick<Stack, 'gitDisplayInfo'>, hash: string): string | null =>
  stack.gitDisplayInfo?.commitDetailsDisplayUrlTemplate?.replace('{hash}', hash) ?? null

/** Where two commits can be compared, or null when the provider shows no comparison. */
export const comparisonAddress = (
  stack: Pick<Stack, 'gitDisplayInfo'>,
  { from, to }: { from: string; to: string },
): string | null =>
  stack.gitDisplayInfo?.commitCompareDisplayUrlTemplate?.replace('{from}', from).replace('{to}', to) ?? null
