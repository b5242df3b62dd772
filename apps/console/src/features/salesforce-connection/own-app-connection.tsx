import type { Stack } from '@sluice/contract/stack'
import { type ReactNode, useState } from 'react'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { Field, Input } from '../../platform/ui/field.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { BrowserConnection } from './browser-connection.tsx'
import type { OnConnected } from './connection.ts'
import { PrivateKeyConnection } from './private-key-connection.tsx'

const flows = [
  {
    value: 'browser',
    title: 'Sign in with the app',
    description: 'Web server flow with PKCE: you sign in on a page of Salesforce.',
  },
  {
    value: 'privateKey',
    title: 'Private key',
    description: 'JWT bearer flow: the app signs in by itself, and nothing expires.',
  },
] as const
type Flow = (typeof flows)[number]['value']

/** The two ways to sign in with an app that the team keeps in its org. */
export function OwnAppConnection({ stack, onConnected }: { stack?: Stack; onConnected: OnConnected }) {
  const [flow, setFlow] = useState<Flow>('browser')
  return (
    <>
      <ChoiceCards label="Way to sign in" value={flow} onValueChange={setFlow} choices={flows} />
      {flow === 'browser' ? (
        <WithClient {...(stack ? { stack } : {})} onConnected={onConnected} />
      ) : stack && !stack.sfdcPrivateKeyIsSet ? (
        <Missing>Save the client ID and the private key of your app below first.</Missing>
      ) : (
        <PrivateKeyConnection {...(stack ? { stack } : {})} onConnected={onConnected} />
      )}
    </>
  )
}

function WithClient({ stack, onConnected }: { stack?: Stack; onConnected: OnConnected }) {
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  if (stack?.sfdcClientId === null) return <Missing>Save the client ID of your app below first.</Missing>
  if (stack)
    return (
      <BrowserConnection
        stack={stack}
        app={{ clientId: stack.sfdcClientId, clientSecret: '' }}
        onConnected={onConnected}
      />
    )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="clientId" label="Client ID" hint="The consumer key of the app.">
          <Input
            spellCheck={false}
            autoComplete="off"
            className="text-12 font-mono"
            value={clientId}
            onChange={(event) => setClientId(event.currentTarget.value)}
          />
        </Field>
        <Field
          name="clientSecret"
          label="Client secret (optional)"
          hint="The consumer secret, where the app asks for one."
        >
          <Input
            type="password"
            autoComplete="off"
            value={clientSecret}
            onChange={(event) => setClientSecret(event.currentTarget.value)}
          />
        </Field>
      </div>
      <BrowserConnection
        app={{ clientId: clientId.trim(), clientSecret: clientSecret.trim() }}
        onConnected={onConnected}
      />
    </>
  )
}

const Missing = ({ children }: { children: ReactNode }) => <Notice kind="info" title={children} />
