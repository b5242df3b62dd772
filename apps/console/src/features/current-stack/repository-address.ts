import type { Stack } from '@sluice/contract/stack'

/** Where a person looks at the repository: the provider's page, else the clone address. */
export const repositoryAddress = (stack: Pick<Stack, 'gitDisplayInfo' | 'gitRepositoryUrl'>): string | null =>
  stack.gitDisplayInfo?.repositoryDisplayUrl ?? (stack.gitRepositoryUrl || null)
