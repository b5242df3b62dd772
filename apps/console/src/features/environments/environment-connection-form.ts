import type { Environment } from '@sluice/contract/environment'
import type { environmentChanges } from '@sluice/contract/environments'
import { emailField } from '@sluice/contract/fields'
import { limits } from '@sluice/contract/limits'
import { signInUrlProblem, type SignInPolicy } from '@sluice/contract/salesforce-sign-in'
import { z } from 'zod'

type Connection = Pick<Environment, 'sfdcSignInUrl' | 'sfdcUsernameClearText' | 'sfdcPasswordIsSet'>
type Changes = Pick<z.input<typeof environmentChanges>, 'sfdcSignInUrl' | 'sfdcUsername' | 'sfdcPassword'>

const passwordNeeded = 'Password is required when a username is set'
const longest = (label: string, maximum: number) =>
  z.string().max(maximum, `${label} cannot be longer than ${maximum} characters`)

/** An optional text; `problemOf` judges it where it is not empty. */
const optional = (problemOf: (text: string) => string | null) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      const message = text === '' ? null : problemOf(text)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })

const emailProblem = (text: string): string | null =>
  emailField('Username').safeParse(text).error?.issues[0]?.message ?? null

/** Empty fields are inferred from the stack. An unchanged user name keeps the stored password. */
export const connectionForm = (policy: SignInPolicy, stored: Connection) =>
  z
    .object({
      signInUrl: optional((url) => signInUrlProblem(url, policy)),
      username: optional(emailProblem),
      password: longest('Password', limits.password),
      securityToken: longest('Security token', limits.securityToken),
    })
    .superRefine(({ username, password, securityToken }, context) => {
      const keepsPassword = stored.sfdcPasswordIsSet && username === (stored.sfdcUsernameClearText ?? '')
      const isNeeded = username !== '' && !keepsPassword
      if (password === '' && (isNeeded || securityToken !== ''))
        context.addIssue({ code: 'custom', path: ['password'], message: passwordNeeded })
    })
export type ConnectionForm = z.infer<ReturnType<typeof connectionForm>>

export const connectionFormOf = (stored: Connection): ConnectionForm => ({
  signInUrl: stored.sfdcSignInUrl ?? '',
  username: stored.sfdcUsernameClearText ?? '',
  password: '',
  securityToken: '',
})

/** What has to be sent: only what differs. The security token goes at the end of the password. */
export function toConnectionChanges(form: ConnectionForm, stored: Connection): Changes {
  const changes: Changes = {}
  if (form.signInUrl !== (stored.sfdcSignInUrl ?? '')) changes.sfdcSignInUrl = form.signInUrl || null
  if (form.username !== (stored.sfdcUsernameClearText ?? '')) changes.sfdcUsername = form.username || null
  if (form.password !== '') changes.sfdcPassword = form.password + form.securityToken
  else if (form.username === '' && stored.sfdcPasswordIsSet) changes.sfdcPassword = null
  return changes
}
