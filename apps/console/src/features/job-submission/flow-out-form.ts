import { excludedComponents } from '@sluice/contract/component'
import type { JobTemplate } from '@sluice/contract/job-commands/job-commands'
import { type FlowOutInput, flowOutInput, flowOutTemplate } from '@sluice/contract/job-commands/flow-out'
import { splitNames, testClassMissing } from '@sluice/contract/job-commands/test-names'
import { z } from 'zod'
import { type ChosenComponents, chosenComponents } from './chosen-components.ts'
import {
  chosenEnvironments,
  environmentFilterForm,
  fromEnvironmentFilter,
  isOneEnvironment,
  toEnvironmentFilter,
} from './environment-filter-form.ts'
import { flowOutSettings, hasItsTests, newFlowOutSettings } from './flow-out-settings.ts'

export const flowOutForm = z
  .object({
    environments: environmentFilterForm,
    checkOnly: z.boolean(),
    /** Left out in the preview; null until a person changes it: then what people left out of earlier flows out stays out. */
    excludedComponents: excludedComponents.unwrap(),
    /** The only components to deploy; null when all are. */
    chosen: chosenComponents.nullable(),
    ...flowOutSettings,
  })
  .refine(hasItsTests, { path: ['testClasses'], message: testClassMissing })
export type FlowOutForm = z.output<typeof flowOutForm>

export const newFlowOut = (
  environmentIds: readonly string[],
  chosen: ChosenComponents | null = null,
): FlowOutForm => ({
  environments: chosenEnvironments(environmentIds),
  checkOnly: false,
  excludedComponents: null,
  chosen,
  ...newFlowOutSettings,
})

/** The form of a job that is run again; null when its input is not one of a flow out. */
export function flowOutFormOf(commandInput: unknown): FlowOutForm | null {
  const parsed = flowOutInput.safeParse(commandInput)
  return parsed.success ? fromInput(parsed.data) : null
}

/** The form of a stored template; null when it is not one of a flow out. */
export function flowOutFormOfTemplate(template: unknown): FlowOutForm | null {
  const parsed = flowOutTemplate.safeParse(template)
  if (!parsed.success) return null
  const { environmentFilter, previews: _, ...settings } = parsed.data
  const environments = fromEnvironmentFilter(environmentFilter)
  return {
    ...fromInput({ ...settings, environmentId: '', previewRevision: null, validatedJobId: null }),
    environments,
  }
}

function fromInput(input: FlowOutInput): FlowOutForm {
  const {
    environmentId,
    testLevel,
    testClassesToRun,
    validatedJobId: _,
    previewRevision: __,
    excludedWait: ___,
    excludedComponents: excluded,
    ...settings
  } = input
  return {
    ...settings,
    // An empty list of then says nothing about what people have left out since.
    excludedComponents: excluded?.length === 0 ? null : excluded,
    chosen: null,
    environments: chosenEnvironments([environmentId]),
    testLevel: testLevel ?? 'Automatic',
    testClasses: testClassesToRun.join(' '),
  }
}

/**
 * Makes the template to submit. Test classes are sent for one test level only, and excluded components for one environment only.
 * Components that were not chosen must be among the excluded ones already (`withoutUnchosen`).
 */
export function toFlowOutTemplate(
  form: FlowOutForm,
  previews: JobTemplate<'FlowOut'>['previews'] = [],
): JobTemplate<'FlowOut'> {
  const { environments, excludedComponents: excluded, chosen, testLevel, testClasses, ...settings } = form
  return {
    ...settings,
    previews,
    excludedComponents: isOneEnvironment(environments) ? excluded : null,
    excludedWait: chosen !== null,
    environmentFilter: toEnvironmentFilter(environments),
    testLevel: testLevel === 'Automatic' ? null : testLevel,
    testClassesToRun: testLevel === 'RunSpecifiedTests' ? splitNames(testClasses) : [],
  }
}
