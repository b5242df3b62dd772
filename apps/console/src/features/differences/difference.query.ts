import type { DifferenceComponent, EnvironmentDifference } from '@sluice/contract/difference'
import type { Environment } from '@sluice/contract/environment'
import type { ShownLines } from '@sluice/contract/repository'
import type { Stack } from '@sluice/contract/stack'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'
import { polled, pollMs } from '../../platform/api/polled.ts'
import { type WholeDifference, wholeFileIn } from '../repository/viewer/sheet-file.ts'

/** Which environment of which workspace is asked about. */
export interface DifferencePlace {
  client: SluiceClient
  workspaceId: string
  environment: Pick<Environment, 'id' | 'stackId'>
}

const paramsOf = ({ workspaceId, environment }: DifferencePlace) => ({
  workspaceId,
  stackId: environment.stackId,
  environmentId: environment.id,
})

/** Tells the server that the stack is looked at; what differs arrives over the push channel. */
export const watchQuery = (client: SluiceClient, stack: Pick<Stack, 'id' | 'workspaceId'>) =>
  queryOptions({
    queryKey: [polled, 'differences', stack.id],
    queryFn: ({ signal }) =>
      client.differences.list({ params: { workspaceId: stack.workspaceId, stackId: stack.id }, signal }),
    refetchInterval: pollMs,
  })

/** What the sandboxes of a stack lack of production. */
export const syncDebtQuery = (client: SluiceClient, stack: Pick<Stack, 'id' | 'workspaceId'>) =>
  queryOptions({
    queryKey: [polled, 'sync-debt', stack.id],
    queryFn: ({ signal }) =>
      client.differences.listSyncDebt({
        params: { workspaceId: stack.workspaceId, stackId: stack.id },
        signal,
      }),
    refetchInterval: pollMs,
  })

/** Every component that differs, fetched anew for each revision; the former list stays until the next one is there. */
export const componentsQuery = (
  place: DifferencePlace,
  revision: EnvironmentDifference['revision'] | undefined,
) =>
  queryOptions({
    queryKey: [polled, 'difference', place.environment.id, revision],
    queryFn: ({ signal }) => place.client.differences.listComponents({ params: paramsOf(place), signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

type ComponentKey = Pick<DifferenceComponent, 'componentType' | 'componentName'>

interface DifferingComponent extends ComponentKey {
  revision: EnvironmentDifference['revision'] | undefined
  /** Around the changes unless the whole files are asked for. */
  lines?: ShownLines
}

function askedComponent(place: DifferencePlace, { revision, ...query }: DifferingComponent) {
  return {
    queryKey: [polled, 'difference', place.environment.id, revision, query] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      place.client.differences.getComponent({ params: paramsOf(place), query, signal }),
  }
}

/** How the files of one component differ, and who changed them. */
export const componentQuery = (place: DifferencePlace, component: DifferingComponent) =>
  queryOptions({ ...askedComponent(place, component), staleTime: Number.POSITIVE_INFINITY })

/** The difference of one file of a component with all of its lines, for the sheet. */
export function wholeFileOf(
  place: DifferencePlace,
  component: DifferingComponent,
  { side, path }: { side: 'outbound' | 'inbound'; path: string },
): WholeDifference {
  const { queryKey, queryFn } = askedComponent(place, { ...component, lines: 'wholeFile' })
  return {
    queryKey: [...queryKey, side, path],
    queryFn: async (context) => wholeFileIn((await queryFn(context))[side], path),
  }
}
