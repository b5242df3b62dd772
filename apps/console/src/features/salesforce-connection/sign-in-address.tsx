import { signInUrlProblem } from '@sluice/contract/salesforce-sign-in'
import { LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { useConfig } from '../../platform/config.tsx'
import { Field, Input } from '../../platform/ui/field.tsx'

export interface SignInAddress {
  text: string
  change: (text: string) => void
  /** The address without white space around it; null while it cannot be used. */
  usable: string | null
  problem: string | null
}

/** The address at which somebody signs in; first the given one, else the one that the configuration offers. */
export function useSignInAddress(first?: string | null): SignInAddress {
  const { salesforceHost: host, practiceOrgOrigin, defaultSignInUrl } = useConfig()
  const [text, change] = useState(first ?? practiceOrgOrigin ?? defaultSignInUrl)
  const problem = signInUrlProblem(text, { host, practiceOrgOrigin })
  return { text, change, problem, usable: problem === null ? text.trim() : null }
}

export function SignInAddressField({ address, isAsking }: { address: SignInAddress; isAsking?: boolean }) {
  const { practiceOrgOrigin } = useConfig()
  return (
    <Field
      name="signInUrl"
      label="Salesforce sign-in URL"
      hint={
        practiceOrgOrigin === null
          ? 'Where you sign in to your production org.'
          : `The practice org runs at ${practiceOrgOrigin}. For an org of your own, enter its sign-in URL.`
      }
      error={address.problem ?? undefined}
    >
      <div className="relative">
        <Input
          type="url"
          spellCheck={false}
          className="pr-9"
          value={address.text}
          onChange={(event) => address.change(event.currentTarget.value)}
        />
        {isAsking ? (
          <span className="absolute top-2 right-2.5">
            <LoaderCircle aria-hidden className="text-accent-fg size-4 animate-spin" />
            <span className="sr-only">Contacting Salesforce</span>
          </span>
        ) : null}
      </div>
    </Field>
  )
}
