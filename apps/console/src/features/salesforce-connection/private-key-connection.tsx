import { zodResolver } from '@hookform/resolvers/zod'
import { emailField, requiredText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import type { Stack } from '@sluice/contract/stack'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { ConnectForm } from './connect-form.tsx'
import { type OnConnected, productionToken } from './connection.ts'
import { SignInAddressField, useSignInAddress } from './sign-in-address.tsx'
import { useSignInCalls } from './sign-in-calls.ts'

/** A stack has client id and key already. */
const schemaOf = (isOfStack: boolean) =>
  z.object({
    username: emailField('Username'),
    clientId: isOfStack ? z.string() : requiredText('Client ID', limits.clientId),
    privateKey: isOfStack ? z.string() : requiredText('Private key', limits.privateKey),
  })
type KeySignIn = z.infer<ReturnType<typeof schemaOf>>

/** JWT bearer flow: an assertion signed with the key of the app signs the user in, without a person. */
export function PrivateKeyConnection({ stack, onConnected }: { stack?: Stack; onConnected: OnConnected }) {
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
