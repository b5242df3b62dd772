import { z } from 'zod'
import { entityId } from '../fields.ts'
import { limits } from '../limits.ts'

const tags = z.record(z.string().max(limits.tagName), z.string().max(limits.tagValue).nullable())

const selection = z.strictObject({
  all: z.boolean().default(false),
  ids: z.array(entityId).max(1000).default([]),
  tags: tags.default({}),
})
export type EnvironmentSelection = z.output<typeof selection>

/**
 * Which environments a template means; resolved anew at each submission.
 * Several tags must all match; a tag without value matches only a tag without value.
 */
export const environmentFilter = z.strictObject({
  include: selection.superRefine((value, context) => {
    if (selectionMode(value) !== 'None') return
    // An empty selection does not say which mode is meant, so that each of the two fields gets the message of its mode.
    context.addIssue({ code: 'custom', path: ['ids'], message: 'At least one environment must be selected' })
    context.addIssue({ code: 'custom', path: ['tags'], message: 'At least one tag must be specified' })
  }),
  thenExclude: selection.default({ all: false, ids: [], tags: {} }),
})
export type EnvironmentFilter = z.output<typeof environmentFilter>

/** The mode a form shows for a stored selection: All if all is set, else by ids, else by tags. */
export function selectionMode(value: EnvironmentSelection): 'All' | 'Environments' | 'Tags' | 'None' {
  if (value.all) return 'All'
  if (value.ids.length > 0) return 'Environments'
  return Object.keys(value.tags).length > 0 ? 'Tags' : 'None'
}

interface Filterable {
  id: string
  tags: Record<string, string | null>
}

/** The environments that a filter means. */
export const filterEnvironments = <E extends Filterable>(
  environments: readonly E[],
  filter: EnvironmentFilter,
): E[] => environments.filter((e) => isSelected(e, filter.include) && !isSelected(e, filter.thenExclude))

function isSelected(environment: Filterable, value: EnvironmentSelection): boolean {
  if (value.all || value.ids.includes(environment.id)) return true
  const wanted = Object.entries(value.tags)
  return (
    value.ids.length === 0 && wanted.length > 0 && wanted.every(([name, v]) => hasTag(environment, name, v))
  )
}

const same = (a: string | null, b: string | null) => a?.toLowerCase() === b?.toLowerCase()

function hasTag(environment: Filterable, name: string, value: string | null): boolean {
  return Object.entries(environment.tags).some(([n, v]) => same(n, name) && same(v, value))
}
