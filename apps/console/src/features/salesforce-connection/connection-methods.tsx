import { zodResolver } from '@hookform/resolvers/zod'
import { emailField, optionalText, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { ChoiceCards } from '../../platform/forms/fields/choice-cards.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { ConnectForm } from './connect-form.tsx'
import { type Connection, type ConnectionMethod, type OnConnected, productionToken } from './connection.ts'
import { DeviceCodeConnection } from './device-code-connection.tsx'
import { OwnAppConnection } from './own-app-connection.tsx'
import { SignInAddressField, useSignInAddress } from './sign-in-address.tsx'

interface ConnectionMethodsProps {
  /** Connects this stack again; without one a stack that is to be made. */
  stack?: Stack
  onConnected: OnConnected
}

/** The ways to connect to a production org, and the fields of the chosen one. */
export function ConnectionMethods({ stack, onConnected }: ConnectionMethodsProps) {
  const { productName } = useConfig()
  const [method, setMethod] = useState<ConnectionMethod>('deviceCode')
  const props = { ...(stack ? { stack } : {}), onConnected }
  return (
    <>
      <ChoiceCards<ConnectionMethod>
        label="Connection method"
        value={method}
        onValueChange={setMethod}
        choices={[
          {
            value: 'deviceCode',
            title: 'Authorize in the browser',
            description: `Browser-based authorization: ${productName} never knows your password.`,
          },
          {
            value: 'usernamePassword',
            title: 'Username and password',
            description: 'Stored credentials, which allow unattended sandbox management.',
          },
          {
            value: 'ownApp',
            title: 'Your own connected app',
            description: 'For orgs that let in only apps that are installed there.',
          },
        ]}
      />
      {method === 'deviceCode' ? <DeviceCodeConnection {...props} /> : null}
      {method === 'usernamePassword' ? <PasswordConnection {...props} /> : null}
      {method === 'ownApp' ? <OwnAppConnection {...props} /> : null}
    </>
  )
}

/** What a connection that stands looks like, and the way back to the methods. */
export function Connected({ connection, onReset }: { connection: Connection; onReset: () => void }) {
  const { orgName, username, domain } = connection.token
  return (
    <>
      <Notice kind="info" title="Successfully connected to your Salesforce org">
        <p className="text-fg-2 wrap-anywhere">
          {orgName} · {username} · {domain}
        </p>
      </Notice>
      <div>
        <Button size="sm" onClick={onReset}>
          Modify the connection details
        </Button>
      </div>
    </>
  )
}

const credentials = z.object({
  username: emailField('Username'),
  password: requiredText('Password', limits.password),
  securityToken: optionalText('Security token', limits.securityToken),
})
type CredentialsInput = z.input<typeof credentials>
type Credentials = z.output<typeof credentials>

/** User name and password, which are tried with the server before anything goes on. */
function PasswordConnection({ stack, onConnected }: { stack?: Stack; onConnected: OnConnected }) {
  const client = useClient()
  const address = useSignInAddress(stack?.sfdcBaseSignInUrl)
  const form = useForm<CredentialsInput, unknown, Credentials>({
    resolver: zodResolver(credentials),
    mode: 'onTouched',
    defaultValues: { username: '', password: '', securityToken: '' },
  })
  const { control } = form
  const connect = useMutation({
    mutationFn: async ({ username, password, securityToken }: Credentials) => {
      const { usable: signInUrl } = address
      if (signInUrl === null) return
      const joined = { username, password: password + (securityToken ?? '') }
      const result = await client.stacks.signInWithPassword({ body: { signInUrl, ...joined } })
      const token = productionToken(result)
      onConnected({ method: 'usernamePassword', token, signInUrl, credentials: joined })
    },
  })
  return (
    <ConnectForm
      label="Username and password"
      isPending={connect.isPending}
      error={connect.error}
      onConnect={() => void form.handleSubmit((values) => connect.mutate(values))()}
    >
      <SignInAddressField address={address} />
      <TextField control={control} name="username" label="Username" type="email" autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField control={control} name="password" label="Password" autoComplete="off" />
        <PasswordField
          control={control}
          name="securityToken"
          label="Security token (optional)"
          hint="Needed where the org does not trust the address of this server."
          autoComplete="off"
        />
      </div>
    </ConnectForm>
  )
}
