import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import {
  deleteEnvironmentInput,
  deleteEnvironmentTemplate,
} from '@sluice/contract/job-commands/delete-environment'
import { z } from 'zod'
import {
  chosenEnvironments,
  environmentFilterForm,
  fromEnvironmentFilter,
  toEnvironmentFilter,
} from './environment-filter-form.ts'

export const deleteEnvironmentsForm = z.object({
  environments: environmentFilterForm,
  deleteGitBranch: z.boolean(),
  deleteSandbox: z.boolean(),
})
export type DeleteEnvironmentsForm = z.infer<typeof deleteEnvironmentsForm>

export const newDeletion = (environmentIds: readonly string[]): DeleteEnvironmentsForm => ({
  environments: chosenEnvironments(environmentIds),
  deleteGitBranch: false,
  deleteSandbox: false,
})

/** The form of a job that is run again; null when its input is not one of a deletion. */
export function deleteEnvironmentsFormOf(commandInput: unknown): DeleteEnvironmentsForm | null {
  const parsed = deleteEnvironmentInput.safeParse(commandInput)
  if (!parsed.success) return null
  const { environmentId, deleteGitBranch, deleteSandbox } = parsed.data
  return { ...newDeletion([environmentId]), deleteGitBranch, deleteSandbox }
}

/** The form of a stored template; null when it is not one of a deletion. */
export function deleteEnvironmentsFormOfTemplate(template: unknown): DeleteEnvironmentsForm | null {
  const parsed = deleteEnvironmentTemplate.safeParse(template)
  if (!parsed.success) return null
  const { environmentFilter, ...settings } = parsed.data
  return { ...settings, environments: fromEnvironmentFilter(environmentFilter) }
}

export const toDeleteEnvironmentTemplate = ({
  environments,
  ...settings
}: DeleteEnvironmentsForm): JobTemplate<'DeleteEnvironment'> => ({
  ...settings,
  environmentFilter: toEnvironmentFilter(environments),
})
