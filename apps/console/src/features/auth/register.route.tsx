import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { fireAnalyticsEvent } from '../../platform/analytics.ts'
import { useClient } from '../../platform/api/client-context.tsx'
import { problemFrom } from '../../platform/api/problem.ts'
import { useConfig, useReloadConfig } from '../../platform/config.tsx'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { linkClasses, OutsideLink } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { passwordHint, type RegisterForm, registerForm, toRegistration } from './register-form.ts'
import { RegistrationNotice } from './registration-notice.tsx'
import { useSession } from './session-context.tsx'

export const Route = createFileRoute('/_anonymous-only/register')({
  component: RegisterPage,
  staticData: { title: 'Sign up' },
})

function RegisterPage() {
  const { returnTo } = Route.useSearch()
  const { registration, hasNoAccounts } = useConfig()
  useLatestConfig(hasNoAccounts)
  return (
    <AuthFrame title={hasNoAccounts ? 'Create the first account' : 'Sign up'}>
      {hasNoAccounts ? (
        <p className="text-fg-2 -mt-3">Nobody has an account on this server yet.</p>
      ) : (
        <RegistrationNotice />
      )}
      {registration === 'closed' ? null : <RegistrationForm />}
      {hasNoAccounts ? null : (
        <p className="text-fg-2">
          Already have an account?{' '}
          <Link to="/signin" search={{ returnTo }} className={linkClasses}>
            Sign in
          </Link>
        </p>
      )}
    </AuthFrame>
  )
}

/** Somebody else may have made the first account since the page was opened. */
function useLatestConfig(hasNoAccounts: boolean) {
  const reloadConfig = useReloadConfig()
  const [reload] = useState(() => reloadConfig)
  useEffect(() => {
    // A page that cannot ask again shows what it knew.
    if (hasNoAccounts) reload().catch(() => undefined)
  }, [hasNoAccounts, reload])
}

function RegistrationForm() {
  const { licenseAgreementUrl } = useConfig()
  const { control, handleSubmit, setError, formState, getValues } = useForm({
    resolver: zodResolver(registerForm),
    defaultValues: { firstName: '', lastName: '', emailAddress: '', password: '', isLicenseAccepted: false },
    mode: 'onTouched',
  })
  const register = useRegistration()
  const submit = handleSubmit((values) =>
    register.mutate(values, {
      onError: (error) => {
        if (isAddressTaken(error)) setError('emailAddress', addressTaken, { shouldFocus: true })
      },
    }),
  )
  if (register.data?.mustConfirm) return <MustConfirm emailAddress={getValues('emailAddress')} />
  const isTaken = formState.errors.emailAddress?.type === addressTaken.type
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <ErrorPanel heading="There was a problem creating your account" error={register.error} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={control} name="firstName" label="First name" autoComplete="given-name" />
        <TextField control={control} name="lastName" label="Last name" autoComplete="family-name" />
      </div>
      <TextField
        control={control}
        name="emailAddress"
        label="Email address"
        hint={
          isTaken ? <SignInInstead username={getValues('emailAddress')} /> : 'This is also your username.'
        }
        type="email"
        autoComplete="email"
      />
      <PasswordField
        control={control}
        name="password"
        label="Password"
        hint={passwordHint}
        autoComplete="new-password"
      />
      <CheckboxField
        control={control}
        name="isLicenseAccepted"
        label={
          <>
            I accept the <OutsideLink href={licenseAgreementUrl}>end user license agreement</OutsideLink>
          </>
        }
      />
      <Button intent="primary" size="lg" type="submit" isPending={register.isPending}>
        Create user account
      </Button>
    </form>
  )
}

/** Where mail is sent, an account can be used once its address is proven. */
function MustConfirm({ emailAddress }: { emailAddress: string }) {
  return (
    <Notice kind="info" title="Confirm your email address">
      <p>Your account was created. Open the link in the mail that was sent to {emailAddress}, and sign in.</p>
    </Notice>
  )
}

const addressTaken = { type: 'taken', message: 'There is already an account with this e-mail address' }

const isAddressTaken = (error: Error) =>
  problemFrom(error).validationErrors?.some(({ code }) => code === 'DuplicateEmail') === true

function SignInInstead({ username }: { username: string }) {
  const { returnTo } = Route.useSearch()
  return (
    <Link to="/signin" search={{ returnTo, username }} className={linkClasses}>
      Sign in with this address
    </Link>
  )
}

/** Creates the account and signs in at once; a sign-in that fails leaves nobody signed in. */
function useRegistration() {
  const client = useClient()
  const session = useSession()
  const router = useRouter()
  const reloadConfig = useReloadConfig()
  return useMutation({
    mutationFn: async (values: RegisterForm) => {
      await client.users.register({ body: toRegistration(values) })
      fireAnalyticsEvent('user_created')
      try {
        await session.signIn({ username: values.emailAddress, password: values.password }, true)
      } catch (error) {
        await session.signOut()
        if (problemFrom(error).type === 'identityAccountNotConfirmed') return { mustConfirm: true }
        throw error
      }
      // The first account closes registration on some servers, and a page that cannot ask again shows what it knew.
      await reloadConfig().catch(() => undefined)
      await router.invalidate()
      return { mustConfirm: false }
    },
  })
}
