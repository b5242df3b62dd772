import { zodResolver } from '@hookform/resolvers/zod'
import { emailField, optionalText, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { ConnectForm } from './connect-form.tsx'
import { type OnConnected, productionToken } from './connection.ts'
import { SignInAddressField, useSignInAddress } from './sign-in-address.tsx'

const credentials = z.object({
  username: emailField('Username'),
  password: requiredText('Password', limits.password),
  securityToken: optionalText('Security token', limits.securityToken),
})
type CredentialsInput = z.input<typeof credentials>
type Credentials = z.output<typeof credentials>

/** User name and password, which are tried with the server before anything goes on. */
export function PasswordConnection({ stack, onConnected }: { stack?: Stack; onConnected: OnConnected }) {
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
