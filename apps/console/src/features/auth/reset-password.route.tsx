import { zodResolver } from '@hookform/resolvers/zod'
import { newPasswordField } from '@sluice/contract/passwords'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { PasswordField } from '../../platform/forms/fields/password-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Field, Input } from '../../platform/ui/field.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { passwordHint } from './register-form.ts'

export const Route = createFileRoute('/password/reset/$userId/$token/$username')({
  component: ResetPasswordPage,
  staticData: { title: 'Reset password' },
})

const form = z.object({ newPassword: newPasswordField('New password') })

function ResetPasswordPage() {
  const { userId, token, username } = Route.useParams()
  const client = useClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { newPassword: '' },
  })
  const reset = useMutation({
    mutationFn: ({ newPassword }: z.infer<typeof form>) =>
      client.users.resetPassword({ body: { userId, encodedPasswordResetToken: token, newPassword } }),
  })
  if (reset.isSuccess)
    return (
      <AuthFrame title="Reset your password">
        <Notice kind="info" title="Your password has been changed" />
        <Link to="/signin" search={{ username }} className={linkClasses}>
          Sign in
        </Link>
      </AuthFrame>
    )
  return (
    <AuthFrame title="Reset your password">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit((values) => reset.mutate(values))}
      >
        <ErrorPanel
          heading="There was a problem resetting your password"
          error={reset.error}
          actions={
            <Link to="/password/forgot" className={linkClasses}>
              Request a new reset e-mail
            </Link>
          }
        />
        <Field name="username" label="Username">
          <Input value={username} readOnly autoComplete="username" className="bg-sunken" />
        </Field>
        <PasswordField
          control={control}
          name="newPassword"
          label="New password"
          hint={passwordHint}
          autoComplete="new-password"
        />
        <Button intent="primary" size="lg" type="submit" isPending={reset.isPending}>
          Reset password
        </Button>
      </form>
    </AuthFrame>
  )
}
