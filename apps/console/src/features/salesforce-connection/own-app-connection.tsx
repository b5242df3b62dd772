import { zodResolver } from '@hookform/resolvers/zod'
import { emailField, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Field, Input } from '../../platform/ui/field.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { BrowserConnection } from './browser-connection.tsx'
import { ConnectForm } from './connect-form.tsx'
import { type OnConnected, productionToken } from './connection.ts'
import { SignInAddressField, useSignInAddress } from './sign-in-address.tsx'
import { useSignInCalls } from './sign-in-calls.ts'

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

/** A stack has client id and key already. */
const schemaOf = (isOfStack: boolean) =>
  z.object({
    username: emailField('Username'),
    clientId: isOfStack ? z.string() : requiredText('Client ID', limits.clientId),
    privateKey: isOfStack ? z.string() : requiredText('Private key', limits.privateKey),
  })
type KeySignIn = z.infer<ReturnType<typeof schemaOf>>

/** JWT bearer flow: an assertion signed with the key of the app signs the user in, without a person. */
function PrivateKeyConnection({ stack, onConnected }: { stack?: Stack; onConnected: OnConnected }) {
  const calls = useSignInCalls(stack ?? null)
  const address = useSignInAddress(stack?.sfdcBaseSignInUrl)
  const { control, handleSubmit } = useForm<KeySignIn>({
    resolver: zodResolver(schemaOf(stack !== undefined)),
    mode: 'onTouched',
    defaultValues: { username: stack?.sfdcBaseUsernameClearText ?? '', clientId: '', privateKey: '' },
  })
  const connect = useMutation({
    mutationFn: async (values: KeySignIn) => {
      const { usable: signInUrl } = address
      if (signInUrl === null) return
      const token = productionToken(await calls.signInWithKey({ signInUrl, ...values }))
      onConnected({ method: 'ownApp', token, signInUrl, credentials: null })
    },
  })
  return (
    <ConnectForm
      label="Private key"
      isPending={connect.isPending}
      error={connect.error}
      onConnect={() => void handleSubmit((values) => connect.mutate(values))()}
    >
      <SignInAddressField address={address} />
      <TextField
        control={control}
        name="username"
        label="Username"
        type="email"
        hint="The Salesforce user that the app signs in as. The app must be pre-authorized for this user."
        autoComplete="off"
      />
      {stack ? null : (
        <>
          <TextField control={control} name="clientId" label="Client ID" isMono autoComplete="off" />
          <TextField
            control={control}
            name="privateKey"
            label="Private key"
            hint="PEM of an RSA key without passphrase, whose certificate is uploaded in the app."
            rows={6}
            isMono
          />
        </>
      )}
    </ConnectForm>
  )
}
