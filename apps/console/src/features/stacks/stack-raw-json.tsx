import type { Stack } from '@sluice/contract/stack'
import { useCallback } from 'react'
import { entities } from '../../entities.ts'
import { useDerived } from '../../platform/entities/use-entity.ts'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'

/** Everything that the server says about the stack, with its environments and schedules, once it is asked for. */
export const StackRawJson = ({ stack }: { stack: Stack }) => (
  <DisclosureCard title="Raw JSON">
    <WholeStack stack={stack} />
  </DisclosureCard>
)

function WholeStack({ stack }: { stack: Stack }) {
  const { id } = stack
  const select = useCallback(
    <T extends { stackId: string }>(rows: ReadonlyMap<string, T>) =>
      [...rows.values()].filter(({ stackId }) => stackId === id),
    [id],
  )
  const environments = useDerived(entities.environments, select)
  const schedules = useDerived(entities.schedules, select)
  const productionEnvironment = environments.find(({ isProduction }) => isProduction) ?? null
  return (
    <RawJson
      label="Raw JSON of the stack"
      value={{ ...stack, environments, productionEnvironment, schedules }}
    />
  )
}
