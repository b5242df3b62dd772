import type { UseFormReturn } from 'react-hook-form'
import type { CreateEnvironmentForm } from './create-environment-schema.ts'
import type { KnownNames } from './known-names.ts'

/** What each step of the wizard gets. */
export interface StepProps {
  form: UseFormReturn<CreateEnvironmentForm>
  known: KnownNames
}
