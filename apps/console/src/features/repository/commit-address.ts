import type { Stack } from '@sluice/contract/stack'

/** Where a commit can be looked at, or null when the provider shows none. */
export const commitAddress = (stack: Pick<Stack, 'gitDisplayInfo'>, hash: string): string | null =>
  stack.gitDisplayInfo?.commitDetailsDisplayUrlTemplate?.replace('{hash}', hash) ?? null
