import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { useProvisionJobs } from './use-provision-jobs.ts'

/** What each dialog that submits jobs is given. */
export interface SubmissionDialogProps<Form> {
  isOpen: boolean
  onClose: () => void
  /** What the form begins with; null for a form as nobody has filled it in. */
  initial: Form | null
}

interface Submission<Form extends FieldValues> extends SubmissionDialogProps<Form> {
  resolver: Resolver<Form, unknown, Form>
  /** The form as nobody has filled it in; the same object each time. */
  empty: Form & DefaultValues<Form>
}

/** The form of a dialog that submits jobs. It begins anew, and without an error, each time the dialog opens. */
export function useSubmission<Form extends FieldValues>({
  isOpen,
  onClose,
  initial,
  resolver,
  empty,
}: Submission<Form>) {
  const { control, handleSubmit, formState, reset } = useForm<Form, unknown, Form>({
    resolver,
    defaultValues: empty,
    mode: 'onTouched',
  })
  const { mutate, isPending, error, reset: forgetError } = useProvisionJobs(onClose)
  useEffect(() => {
    if (!isOpen) return
    reset(initial ?? empty)
    forgetError()
  }, [isOpen, initial, empty, reset, forgetError])
  return {
    control,
    /** Submits what is made of a valid form; null submits nothing. */
    submit: (submissionOf: (form: Form) => JobSubmission | null) =>
      handleSubmit((form) => {
        const submission = submissionOf(form)
        if (submission !== null) mutate(submission)
      }),
    /** The properties of the dialog itself. */
    dialog: { isOpen, onClose, isChanged: formState.isDirty, isPending, error },
  }
}
