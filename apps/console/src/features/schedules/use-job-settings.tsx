import type { ScheduledCommandName } from '@sluice/contract/schedules'
import { type ReactNode, useMemo } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import { type ScheduledJobForm, scheduledJobForms } from './scheduled-job-forms.ts'

/** The settings of a job while they are edited. */
export interface JobSettings {
  readonly fields: ReactNode
  /** Shows what is wrong and focuses the first field of it. */
  readonly isValid: () => Promise<boolean>
  readonly template: () => Record<string, unknown>
  /** Settings that ask people become ones that do not. */
  readonly setUnattended: () => void
  /** Back to what is stored. */
  readonly reset: () => void
}

/** Settings of one type of job that begin with a stored template, and follow it when it changes. */
export function useJobSettings<F extends FieldValues>(
  { initial, ofTemplate, toTemplate, resolver, unattended, Fields }: ScheduledJobForm<F>,
  stored: unknown,
): JobSettings {
  const text = JSON.stringify(stored)
  const values = useMemo(
    () => ofTemplate(text === undefined ? undefined : JSON.parse(text)) ?? unattended(initial),
    [text, ofTemplate, unattended, initial],
  )
  const form = useForm<F>({ resolver, values, mode: 'onTouched' })
  return {
    fields: <Fields control={form.control} />,
    isValid: async () => form.trigger(undefined, { shouldFocus: true }),
    template: () => toTemplate(form.getValues()),
    setUnattended: () => form.reset(unattended(form.getValues())),
    reset: () => form.reset(values),
  }
}

/** Settings of each type, so that nothing is lost when another type is looked at. */
export const useSettingsOfEachType = () =>
  ({
    FlowIn: useJobSettings(scheduledJobForms.FlowIn, undefined),
    FlowOut: useJobSettings(scheduledJobForms.FlowOut, undefined),
    FlowMerge: useJobSettings(scheduledJobForms.FlowMerge, undefined),
    RunApexTests: useJobSettings(scheduledJobForms.RunApexTests, undefined),
    DeleteEnvironment: useJobSettings(scheduledJobForms.DeleteEnvironment, undefined),
  }) satisfies Record<ScheduledCommandName, JobSettings>
