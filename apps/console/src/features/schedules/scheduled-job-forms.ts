import { zodResolver } from '@hookform/resolvers/zod'
import type { ScheduledCommandName } from '@sluice/contract/schedules'
import type { ComponentType } from 'react'
import type { Control, FieldValues, Resolver } from 'react-hook-form'
import { DeleteEnvironmentsFields } from '../job-submission/delete-environments-fields.tsx'
import {
  type DeleteEnvironmentsForm,
  deleteEnvironmentsForm,
  deleteEnvironmentsFormOfTemplate,
  newDeletion,
  toDeleteEnvironmentTemplate,
} from '../job-submission/delete-environments-form.ts'
import { FlowInFields } from '../job-submission/flow-in-fields.tsx'
import {
  type FlowInForm,
  flowInForm,
  flowInFormOfTemplate,
  newFlowIn,
  toFlowInTemplate,
} from '../job-submission/flow-in-form.ts'
import { FlowMergeFields } from '../job-submission/flow-merge-fields.tsx'
import {
  type FlowMergeForm,
  flowMergeFormOfTemplate,
  flowMergeResolver,
  newFlowMerge,
  toFlowMergeTemplate,
} from '../job-submission/flow-merge-form.ts'
import { FlowOutFields } from '../job-submission/flow-out-fields.tsx'
import {
  type FlowOutForm,
  flowOutForm,
  flowOutFormOfTemplate,
  newFlowOut,
  toFlowOutTemplate,
} from '../job-submission/flow-out-form.ts'
import { RunApexTestsFields } from '../job-submission/run-apex-tests-fields.tsx'
import {
  type RunApexTestsForm,
  newTestRun,
  runApexTestsForm,
  runApexTestsFormOfTemplate,
  toRunApexTestsTemplate,
} from '../job-submission/run-apex-tests-form.ts'

/** The settings of one type of job in a schedule. */
export interface ScheduledJobForm<F extends FieldValues> {
  readonly resolver: Resolver<F>
  readonly initial: F
  /** Nobody is there to answer: what asks people gets a decision beforehand. */
  readonly unattended: (form: F) => F
  /** The form of a stored template; null when it is not one of this type. */
  readonly ofTemplate: (template: unknown) => F | null
  readonly toTemplate: (form: F) => Record<string, unknown>
  readonly Fields: ComponentType<{ control: Control<F> }>
}

/** The form of each type of job that a schedule may start. */
interface ScheduledJobForms {
  FlowIn: ScheduledJobForm<FlowInForm>
  FlowOut: ScheduledJobForm<FlowOutForm>
  FlowMerge: ScheduledJobForm<FlowMergeForm>
  RunApexTests: ScheduledJobForm<RunApexTestsForm>
  DeleteEnvironment: ScheduledJobForm<DeleteEnvironmentsForm>
}

const abort = 'Abort' as const

export const scheduledJobForms = {
  FlowIn: {
    resolver: zodResolver(flowInForm),
    initial: newFlowIn([]),
    unattended: (form) => ({ ...form, mergeConflictsStrategy: abort, noConfirm: true }),
    ofTemplate: flowInFormOfTemplate,
    toTemplate: toFlowInTemplate,
    Fields: FlowInFields,
  },
  FlowOut: {
    resolver: zodResolver(flowOutForm),
    initial: newFlowOut([]),
    unattended: (form) => ({ ...form, noConfirm: true }),
    ofTemplate: flowOutFormOfTemplate,
    toTemplate: toFlowOutTemplate,
    Fields: FlowOutFields,
  },
  FlowMerge: {
    resolver: flowMergeResolver,
    initial: newFlowMerge([], []),
    unattended: (form) => ({
      ...form,
      mergeConflictsStrategy: abort,
      sourceIn: { ...form.sourceIn, conflictsStrategy: abort },
      targetIn: { ...form.targetIn, conflictsStrategy: abort },
      targetOut: { ...form.targetOut, noConfirm: true },
    }),
    ofTemplate: flowMergeFormOfTemplate,
    toTemplate: toFlowMergeTemplate,
    Fields: FlowMergeFields,
  },
  RunApexTests: {
    resolver: zodResolver(runApexTestsForm),
    initial: newTestRun([]),
    unattended: (form) => form,
    ofTemplate: runApexTestsFormOfTemplate,
    toTemplate: toRunApexTestsTemplate,
    Fields: RunApexTestsFields,
  },
  DeleteEnvironment: {
    resolver: zodResolver(deleteEnvironmentsForm),
    initial: newDeletion([]),
    unattended: (form) => form,
    ofTemplate: deleteEnvironmentsFormOfTemplate,
    toTemplate: toDeleteEnvironmentTemplate,
    Fields: DeleteEnvironmentsFields,
  },
} as const satisfies ScheduledJobForms & Record<ScheduledCommandName, unknown>
