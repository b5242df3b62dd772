import type { Environment } from '@sluice/contract/environment'
import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Button, type ButtonProps } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useDifference, useDifferencePlace } from './use-difference.ts'

/** Looks at branch and org at once. */
export function CheckNow({
  environment,
  intent,
}: { environment: Environment } & Pick<ButtonProps, 'intent'>) {
  const { client, workspaceId } = useDifferencePlace(environment)
  const difference = useDifference(environment.id)
  const check = useMutation({
    mutationFn: () =>
      client.differences.check({
        params: { workspaceId, stackId: environment.stackId, environmentId: environment.id },
      }),
  })
  const isLooking = difference?.branch.state === 'looking' || difference?.org.state === 'looking'
  return (
    <>
      <Button
        intent={intent}
        isPending={check.isPending || isLooking}
        disabledReason={environment.isInitialized ? null : 'The environment is not initialized.'}
        onClick={() => check.mutate()}
      >
        {check.isPending || isLooking ? null : <RefreshCw aria-hidden />} Check now
      </Button>
      <ErrorPanel
        heading="There was a problem looking at the org"
        error={check.error}
        className="basis-full"
      />
    </>
  )
}
