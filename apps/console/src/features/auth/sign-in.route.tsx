import { zodResolver } from '@hookform/resolvers/zod'
import { signInForm } from '@sluice/contract/users'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link, Navigate, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useConfig } from '../../platform/config.tsx'
import { CheckboxField } from '../../platform/forms/fields/checkbox-field.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { SignUpLink } from './registration-notice.tsx'
import { useSession } from './session-context.tsx'

export const Route = createFileRoute('/_anonymous-only/signin')({
  validateSearch: z.object({ username: z.string().optional().catch(undefined) }),
  component: SignInPage,
  staticData: { title: 'Sign in' },
})

const form = signInForm.extend({ keepSignedIn: z.boolean() })

/** Where nobody has an account yet, nobody can sign in. */
function SignInPage() {
  const { returnTo } = Route.useSearch()
  if (useConfig().hasNoAccounts) return <Navigate to="/register" search={{ returnTo }} replace />
  return <SignIn />
}

function SignIn() {
  const { username, returnTo, confirm } = Route.useSearch()
  const session = useSession()
  const router = useRouter()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { username: username ?? '', password: '', keepSignedIn: true },
  })
  const signIn = useMutation({
    mutationFn: async ({ keepSignedIn, ...credentials }: z.infer<typeof form>) => {
      await session.signIn({ ...credentials, ...(confirm && { confirmationToken: confirm }) }, keepSignedIn)
      if (confirm) return await router.navigate({ href: returnTo ?? '/' })
      // The guard of this page sends whoever is signed in to returnTo or home.
      await router.invalidate()
    },
  })
  return (
    <AuthFrame title="Sign in">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit((values) => signIn.mutate(values))}
      >
        {confirm && !signIn.error && <Notice kind="info" title="Sign in to confirm your email address" />}
        <ErrorPanel heading="There was a problem signing you in" error={signIn.error} />
        <TextField control={control} name="username" label="Username" type="email" autoComplete="username" />
        <PasswordField control={control} name="password" label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CheckboxField control={control} name="keepSignedIn" label="Keep me signed in" />
          <Link to="/password/forgot" className={linkClasses}>
            I forgot my password
          </Link>
        </div>
        <Button intent="primary" size="lg" type="submit" isPending={signIn.isPending}>
          Sign in
        </Button>
        <SignUpLink returnTo={returnTo} />
      </form>
    </AuthFrame>
  )
}
