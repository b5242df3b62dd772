import { apiVersionModeLabels } from '@sluice/contract/api-version-mode'
import { optionalText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useClient } from '../../platform/api/client-context.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { InlineEdit } from '../../platform/forms/inline-edit.tsx'
import { InlineForm } from '../../platform/forms/inline-form.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { type Property, Card, Properties } from '../../platform/ui/card.tsx'
import { maskedSecret } from '../../platform/ui/masked-secret.ts'
import { salesforceInfoQuery } from '../current-stack/salesforce-info.query.ts'
import { useStack } from '../current-stack/stack-context.tsx'
import { useStackEnvironments } from '../current-stack/use-stack-environments.ts'
import { Connected, ConnectionMethods } from '../salesforce-connection/connection-methods.tsx'
import type { Connection } from '../salesforce-connection/connection.ts'
import { useNotAllowed } from '../workspaces/use-actor.ts'
import { apiVersionChoices } from './api-version-choices.ts'
import { type StackChanges, useChangeStack } from './use-change-stack.ts'

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

/** The API version mode of the stack. What its environments say about their orgs depends on it and is asked for again. */
function ApiVersionSetting({ stack }: { stack: Stack }) {
  const [isEditing, setEditing] = useState(false)
  const notAllowed = useNotAllowed()('updateStack', stack)
  if (isEditing) return <ApiVersionForm stack={stack} onClose={() => setEditing(false)} />
  return (
    <span className="inline-flex items-center gap-2">
      {apiVersionModeLabels[stack.sfdcApiVersionMode]}
      <Button
        intent="quiet"
        size="iconSm"
        aria-label="Edit API version"
        disabledReason={notAllowed}
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden className="size-3.5!" />
      </Button>
    </span>
  )
}

function ApiVersionForm({ stack, onClose }: { stack: Stack; onClose: () => void }) {
  const [mode, setMode] = useState(stack.sfdcApiVersionMode)
  const change = useChangeStack(stack)
  const refresh = useRefreshOrgInfo()
  const save = useMutation({
    mutationFn: () => change({ sfdcApiVersionMode: mode }),
    onSuccess: () => {
      refresh()
      onClose()
    },
  })
  return (
    <div className="-mx-4">
      <InlineForm
        label="API version"
        isPending={save.isPending}
        error={save.error}
        problemHeading="There was a problem saving the Salesforce API version mode"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
        onCancel={onClose}
      >
        <ChoiceCards
          label="API version mode"
          value={mode}
          onValueChange={setMode}
          choices={apiVersionChoices}
        />
      </InlineForm>
    </div>
  )
}

interface OwnApp {
  stack: Stack
  disabledReason: string | null
  onChange: (changes: StackChanges) => Promise<void>
}

/** The app that the team keeps in its org. Another client id clears secret and key, which belong to the app before. */
function ownAppRows({ stack, disabledReason, onChange }: OwnApp): Property[] {
  const shared = { entity: 'stack', disabledReason }
  const secret = (isSet: boolean) => ({
    ...shared,
    value: null,
    view: isSet ? maskedSecret : '—',
    isSavedUnchanged: true,
  })
  return [
    {
      label: 'Own client ID',
      explanation:
        'The app of your own org as which this stack signs in to Salesforce, in place of the app of this server.',
      value: (
        <InlineEdit
          {...shared}
          label="Client ID"
          value={stack.sfdcClientId}
          view={
            stack.sfdcClientId === null ? (
              <span className="text-fg-2">None: the app of this server is used</span>
            ) : (
              <code className="text-12 font-mono">{stack.sfdcClientId}</code>
            )
          }
          schema={optionalText('Client ID', limits.clientId)}
          onSave={(sfdcClientId) => onChange({ sfdcClientId })}
        />
      ),
    },
    ...(stack.sfdcClientId === null
      ? []
      : [
          {
            label: 'Client secret',
            value: (
              <InlineEdit
                {...secret(stack.sfdcClientSecretIsSet)}
                label="Client secret"
                type="password"
                schema={optionalText('Client secret', limits.clientSecret)}
                onSave={(sfdcClientSecret) => onChange({ sfdcClientSecret })}
              />
            ),
          },
          {
            label: 'Private key',
            value: (
              <InlineEdit
                {...secret(stack.sfdcPrivateKeyIsSet)}
                label="Private key"
                rows={6}
                schema={optionalText('Private key', limits.privateKey)}
                onSave={(sfdcPrivateKey) => onChange({ sfdcPrivateKey })}
              />
            ),
          },
        ]),
  ]
}

/** Asks again what is known of the orgs of the open stack. A page that shows them tells what could not be asked. */
function useRefreshOrgInfo(): () => void {
  const client = useClient()
  const queries = useQueryClient()
  const { workspaceId } = useStack()
  const environments = useStackEnvironments()
  return () => {
    for (const environment of environments.filter(({ isInitialized }) => isInitialized))
      void queries.prefetchQuery({ ...salesforceInfoQuery(client, workspaceId, environment), staleTime: 0 })
  }
}
