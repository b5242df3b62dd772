import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card, Properties } from '../../platform/ui/card.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'
import type { Connection } from '../salesforce-connection/connection.ts'
import { Connected, ConnectionMethods } from '../salesforce-connection/connection-methods.tsx'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { ApiVersionSetting } from './api-version-setting.tsx'
import { ownAppRows } from './own-app-rows.tsx'
import { InlineForm } from '../../platform/forms/inline-form.tsx'
import { useChangeStack } from './use-change-stack.ts'
import { useRefreshOrgInfo } from './use-refresh-org-info.ts'

/** The production org of the stack, how its jobs sign in there, and the API version they speak. */
export function SalesforceConnectionSettings({ stack }: { stack: Stack }) {
  const [isEditing, setEditing] = useState(false)
  const change = useChangeStack(stack)
  const disabledReason = useNotAllowed()('updateStack', stack)
  return (
    <Card
      title="Salesforce connection"
      actions={
        isEditing ? null : (
          <Button size="sm" disabledReason={disabledReason} onClick={() => setEditing(true)}>
            <Pencil aria-hidden /> Edit Salesforce connection
          </Button>
        )
      }
    >
      {isEditing ? (
        <div className="border-line border-b">
          <SalesforceConnectionForm stack={stack} onClose={() => setEditing(false)} />
        </div>
      ) : null}
      <Properties
        rows={[
          { label: 'Salesforce sign-in URL', value: stack.sfdcBaseSignInUrl ?? '—' },
          { label: 'Username', value: stack.sfdcBaseUsernameClearText ?? '—' },
          { label: 'Password or token', value: stack.sfdcPasswordIsSet ? maskedSecret : '—' },
          { label: 'API version', value: <ApiVersionSetting stack={stack} /> },
          ...ownAppRows({ stack, disabledReason, onChange: change }),
        ]}
      />
    </Card>
  )
}

/** A new sign-in to the org is made first, then saved. */
function SalesforceConnectionForm({ stack, onClose }: { stack: Stack; onClose: () => void }) {
  const [connection, setConnection] = useState<Connection | null>(null)
  const keep = useCallback((made: Connection) => setConnection(made), [])
  const save = useSaveConnection(stack, { onSaved: onClose, onLost: () => setConnection(null) })
  return (
    <InlineForm
      label="Salesforce connection"
      isPending={save.isPending}
      isSaveDisabled={connection === null}
      error={save.error}
      problemHeading="There is a problem saving the Salesforce connection details"
      onSubmit={(event) => {
        event.preventDefault()
        if (connection) save.mutate(connection)
      }}
      onCancel={onClose}
    >
      {connection ? (
        <Connected connection={connection} onReset={() => setConnection(null)} />
      ) : (
        <ConnectionMethods stack={stack} onConnected={keep} />
      )}
    </InlineForm>
  )
}

/** Stored credentials are saved as what they are; other ways save their token. A token that is refused needs a new sign-in. */
function useSaveConnection(stack: Stack, { onSaved, onLost }: { onSaved: () => void; onLost: () => void }) {
  const client = useClient()
  const refresh = useRefreshOrgInfo()
  const change = useChangeStack(stack)
  const { workspaceId, id: stackId } = stack
  return useMutation({
    mutationFn: async ({ credentials, signInUrl, token }: Connection): Promise<boolean> => {
      if (credentials !== null) {
        const { username: sfdcBaseUsername, password: sfdcPassword } = credentials
        await change({ sfdcBaseSignInUrl: signInUrl, sfdcBaseUsername, sfdcPassword })
        return true
      }
      try {
        const body = { encryptedToken: token.encryptedToken }
        await client.stacks.setTokenData({ params: { workspaceId, stackId }, body })
        return true
      } catch (error) {
        console.error('The Salesforce token could not be saved.', error)
        return false
      }
    },
    onSuccess: (isSaved) => {
      if (!isSaved) return onLost()
      refresh()
      return onSaved()
    },
  })
}
