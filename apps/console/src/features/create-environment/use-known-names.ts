import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { branchesQuery } from '../current-stack/head-commit.ts'
import { sandboxesQuery } from '../environments/sandboxes.query.ts'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import type { KnownNames } from './known-names.ts'

/** The names that are in use, and whether they are still asked for. */
export function useKnownNames() {
  const client = useClient()
  const stack = useStack()
  const environments = useStackEnvironments()
  const branches = useQuery(branchesQuery(client, stack))
  const sandboxes = useQuery(sandboxesQuery(client, stack))
  const known = useMemo<KnownNames>(
    () => ({
      environments,
      branches: branches.data?.filter(({ isBranch }) => isBranch).map(({ shortName }) => shortName) ?? null,
      sandboxes: sandboxes.data?.map(({ name }) => name) ?? null,
    }),
    [environments, branches.data, sandboxes.data],
  )
  return { known, branchesArePending: branches.isLoading, sandboxesArePending: sandboxes.isLoading }
}
