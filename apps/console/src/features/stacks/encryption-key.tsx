import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { CopyText } from '../../platform/ui/copy-text.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'

/** Fetched only when a person asks to see it, and never kept. */
export function EncryptionKey({ stack }: { stack: Stack }) {
  const client = useClient()
  const notAllowed = useNotAllowed()('readEncryptionKey', stack)
  const show = useMutation({
    mutationFn: () =>
      client.stacks.getEncryptionKey({ params: { workspaceId: stack.workspaceId, stackId: stack.id } }),
    gcTime: 0,
  })
  if (!stack.encryptionKeyIsSet) return <>—</>
  if (show.data)
    return <CopyText text={show.data.encryptionKey} label="encryption key" className="max-w-full" />
  return (
    <>
      <Button
        size="sm"
        intent="quiet"
        className="-ml-2"
        aria-label="Show encryption key"
        disabledReason={notAllowed}
        isPending={show.isPending}
        onClick={() => show.mutate()}
      >
        <Eye aria-hidden /> Show
      </Button>
      <ErrorPanel heading="There was a problem fetching the encryption key" error={show.error} />
    </>
  )
}
