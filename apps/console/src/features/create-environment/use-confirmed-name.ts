import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { CreateEnvironmentForm } from './create-environment-schema.ts'

type Name = 'gitBranchName' | 'sfdcSandboxName'
type Confirmation = 'allowUseExistingBranch' | 'allowUseExistingSandbox'

/** The name as it is entered. A confirmation to use what exists under a name does not count for another name. */
export function useConfirmedName(
  form: UseFormReturn<CreateEnvironmentForm>,
  name: Name,
  confirmation: Confirmation,
): string {
  const entered = useWatch({ control: form.control, name })
  const confirmed = useRef(entered)
  useEffect(() => {
    if (confirmed.current === entered) return
    confirmed.current = entered
    form.setValue(confirmation, false)
  }, [confirmation, entered, form])
  return entered
}
