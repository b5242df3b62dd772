import type { Environment } from '@sluice/contract/environment'
import { filterEnvironments } from '@sluice/contract/job-commands/environment-filter'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type Difference, entities } from '../../../entities.ts'
import { useClient } from '../../../platform/api/client-context.tsx'
import { useDerived } from '../../../platform/entities/use-entity.ts'
import { componentsQuery } from '../../differences/difference.query.ts'
import { useStackEnvironments } from '../../current-stack/use-stack-environments.ts'
import { useWorkspace } from '../../workspaces/workspace-context.tsx'
import { type EnvironmentFilterForm, toEnvironmentFilter } from '../environment-filter-form.ts'
import { type DifferenceList, type PreviewChange, type PreviewSide, changesOf } from './preview-changes.ts'

/** What a flow is going to do in one environment. */
export interface EnvironmentPreview {
  readonly environment: Environment
  readonly difference: Difference | undefined
  /** Null while it is not known what the job would do. */
  readonly known: { readonly revision: number; readonly changes: readonly PreviewChange[] } | null
  /** Whether the list is being fetched. */
  readonly isLoading: boolean
}

/** More environments than so many are submitted without a preview. */
const environmentsAtMost = 20

/** The environments that a form means now. */
export function useMeantEnvironments(form: EnvironmentFilterForm): readonly Environment[] {
  const all = useStackEnvironments()
  return useMemo(
    () =>
      filterEnvironments([...all], toEnvironmentFilter(form)).filter(({ isInitialized }) => isInitialized),
    [all, form],
  )
}

const shownOf = (side: PreviewSide) => (list: DifferenceList) => ({
  revision: list.difference.revision,
  changes: changesOf(list, side),
})
/** The same functions at every render, so that long lists are not made again. */
const shown = { outbound: shownOf('outbound'), inbound: shownOf('inbound') }

/** What is known of one side of a difference: nothing before somebody has looked at it. */
function isKnown({ branch, org, changedInOrg }: Difference, side: PreviewSide): boolean {
  if (branch.state !== 'ready') return false
  return side === 'outbound' || (org.lookedAtUtc !== null && changedInOrg !== null)
}

/** What a flow is going to do in the environments, as branch and org were last looked at. Asks no org. */
export function useFlowPreview(
  environments: readonly Environment[],
  side: PreviewSide,
): readonly EnvironmentPreview[] {
  const client = useClient()
  const { id: workspaceId } = useWorkspace()
  const select = useCallback(
    (rows: ReadonlyMap<string, Difference>) => environments.map(({ id }) => rows.get(id)),
    [environments],
  )
  const differences = useDerived(entities.differences, select)
  const isFew = environments.length <= environmentsAtMost
  const lists = useQueries({
    queries: environments.map((environment, index) => ({
      ...componentsQuery({ client, workspaceId, environment }, differences[index]?.revision),
      enabled: isFew && differences[index] !== undefined,
      select: shown[side],
    })),
  })
  return environments.map((environment, index) => {
    const difference = differences[index]
    const list = lists[index]?.data
    // The list of an older revision is shown until the new one is there, but nobody submits it.
    const isNewest = list?.revision === difference?.revision && lists[index]?.isPlaceholderData !== true
    const isThere = difference !== undefined && list !== undefined && isNewest && isKnown(difference, side)
    return {
      environment,
      difference,
      known: isThere ? list : null,
      isLoading: lists[index]?.isFetching === true,
    }
  })
}

/** What is submitted of a preview that is known. */
export const previewsOf = (previews: readonly EnvironmentPreview[]) =>
  previews.flatMap(({ environment, known }) =>
    known === null ? [] : [{ environmentId: environment.id, revision: known.revision }],
  )
