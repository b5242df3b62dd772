import { zodResolver } from '@hookform/resolvers/zod'
import { nameText } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useClient } from '../../platform/api/client-context.tsx'
import { useConfig } from '../../platform/config.tsx'
import { TextField } from '../../platform/forms/fields/text-field.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { AuthFrame } from './auth-frame.tsx'

export const Route = createFileRoute('/_anonymous-only/password/forgot')({
  component: ForgotPasswordPage,
  staticData: { title: 'Forgot password' },
})

const form = z.object({ emailAddress: nameText('Username', limits.email) })

function ForgotPasswordPage() {
  const client = useClient()
  const { supportEmailAddress, sendsMail } = useConfig()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { emailAddress: '' },
  })
  const submit = useMutation({
    mutationFn: (body: z.infer<typeof form>) => client.users.forgotPassword({ body }),
  })
  return (
    <AuthFrame title="Forgot your password?">
      {submit.isSuccess ? (
        <Confirmation sendsMail={sendsMail} />
      ) : (
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={handleSubmit((values) => submit.mutate(values))}
        >
          <ErrorPanel heading="There was a problem submitting your request" error={submit.error} />
          <TextField
            control={control}
            name="emailAddress"
            label="Username"
            type="email"
            autoComplete="username"
          />
          <Button intent="primary" size="lg" type="submit" isPending={submit.isPending}>
            Submit
          </Button>
        </form>
      )}
      <p className="text-fg-2 flex flex-wrap gap-x-4">
        <Link to="/signin" className={linkClasses}>
          Back to sign in
        </Link>
        {supportEmailAddress === null ? null : (
          <a href={`mailto:${supportEmailAddress}`} className={linkClasses}>
            Contact support
          </a>
        )}
      </p>
    </AuthFrame>
  )
}

/** The same for known and unknown addresses. */
function Confirmation({ sendsMail }: { sendsMail: boolean }) {
  return sendsMail ? (
    <Notice kind="info" title="We have sent you an e-mail with a link to reset your password">
      <p className="text-fg-2">
        You should receive it within a few minutes. If it has not arrived after 15 minutes, contact support.
      </p>
    </Notice>
  ) : (
    <Notice kind="info" title="Ask the administrator of this server for the link">
      <p className="text-fg-2">
        This server sends no mail. If there is an account with this username, the link to reset its password
        waits in the outbox, which the administrator opens from the user menu.
      </p>
    </Notice>
  )
}
