import {
  type EnvironmentFilter,
  type EnvironmentSelection,
  selectionMode,
} from '@sluice/contract/job-commands/environment-filter'
import { z } from 'zod'

const tag = z.object({ name: z.string(), value: z.string().nullable() })

/** What a person chooses: a mode, and the environments or tags of that mode. */
const selectionForm = z
  .object({
    mode: z.enum(['All', 'Environments', 'Tags', 'None']),
    ids: z.array(z.string()),
    tags: z.array(tag),
  })
  .superRefine(({ mode, ids, tags }, context) => {
    if (mode === 'Environments' && ids.length === 0)
      context.addIssue({ code: 'custom', message: 'At least one environment must be selected' })
    if (mode === 'Tags' && tags.length === 0)
      context.addIssue({ code: 'custom', message: 'At least one tag must be specified' })
  })
export type SelectionForm = z.infer<typeof selectionForm>
export type SelectionMode = SelectionForm['mode']

export const environmentFilterForm = z.object({ include: selectionForm, thenExclude: selectionForm })
export type EnvironmentFilterForm = z.infer<typeof environmentFilterForm>

/** What the modes allow: including nothing makes no job, excluding everything neither. */
export const includeModes = { Environments: 'Environments', Tags: 'Tags', All: 'All' } as const
export const excludeModes = { None: 'None', Environments: 'Environments', Tags: 'Tags' } as const

const nothing = (mode: SelectionMode): SelectionForm => ({ mode, ids: [], tags: [] })

export const chosenEnvironments = (ids: readonly string[]): EnvironmentFilterForm => ({
  include: { ...nothing('Environments'), ids: [...ids] },
  thenExclude: nothing('None'),
})

/** Only what belongs to the mode is sent; what was chosen under another mode is forgotten. */
function toSelection({ mode, ids, tags }: SelectionForm): EnvironmentSelection {
  return {
    all: mode === 'All',
    ids: mode === 'Environments' ? ids : [],
    tags: mode === 'Tags' ? Object.fromEntries(tags.map(({ name, value }) => [name, value])) : {},
  }
}

export const toEnvironmentFilter = (form: EnvironmentFilterForm): EnvironmentFilter => ({
  include: toSelection(form.include),
  thenExclude: toSelection(form.thenExclude),
})

const fromSelection = (selection: EnvironmentSelection, fallback: SelectionMode): SelectionForm => {
  const mode = selectionMode(selection)
  const tags = Object.entries(selection.tags).map(([name, value]) => ({ name, value }))
  return { mode: mode === 'None' ? fallback : mode, ids: selection.ids, tags }
}

/** Restores the picker from prior settings: All if all is set, else Environments if ids exist, else Tags. */
export const fromEnvironmentFilter = (filter: EnvironmentFilter): EnvironmentFilterForm => ({
  include: fromSelection(filter.include, 'Environments'),
  thenExclude: fromSelection(filter.thenExclude, 'None'),
})

/** Whether a filter names one environment and nothing else. */
export const isOneEnvironment = ({ include, thenExclude }: EnvironmentFilterForm): boolean =>
  include.mode === 'Environments' && include.ids.length === 1 && thenExclude.mode === 'None'
