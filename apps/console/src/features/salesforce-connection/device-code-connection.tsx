import { signInUrlProblem, type TokenResponse } from '@sluice/contract/salesforce-sign-in'
import { ExternalLink, LoaderCircle, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConfig } from '../../platform/config.tsx'
import { Button, buttonClasses } from '../../platform/ui/button.tsx'
import { cn } from '../../platform/ui/cn.ts'
import { CopyButton } from '../../platform/ui/copy-text.tsx'
import { Field, Input } from '../../platform/ui/field.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { isSafeAddress } from '../../platform/ui/text-link.tsx'
import { type DeviceCodeState, deviceCodeMessage, hasEnded } from './device-code-state.ts'
import { useDeviceCodeSignIn } from './use-device-code-sign-in.ts'

interface DeviceCodeConnectionProps {
  onAuthorized: (token: TokenResponse, signInUrl: string) => void
}

/** Sign-in URL, code and Connect link. The password is never known here. */
export function DeviceCodeConnection({ onAuthorized }: DeviceCodeConnectionProps) {
  const { salesforceHost: host, practiceOrgOrigin, defaultSignInUrl } = useConfig()
  const [signInUrl, setSignInUrl] = useState(practiceOrgOrigin ?? defaultSignInUrl)
  const urlProblem = signInUrlProblem(signInUrl, { host, practiceOrgOrigin })
  const { state, tryAgain } = useDeviceCodeSignIn(urlProblem === null ? signInUrl.trim() : null)
  useEffect(() => {
    if (state.kind === 'Authorized') onAuthorized(state.token, signInUrl.trim())
  }, [state, onAuthorized, signInUrl])
  const isAsking = state.kind === 'Initiating' || (state.kind === 'Unknown' && urlProblem === null)
  const message = deviceCodeMessage(state)
  return (
    <div className="flex flex-col gap-4">
      <Field
        name="signInUrl"
        label="Salesforce sign-in URL"
        hint={
          practiceOrgOrigin === null
            ? 'Where you sign in to your production org.'
            : `The practice org runs at ${practiceOrgOrigin}. For an org of your own, enter its sign-in URL.`
        }
        error={urlProblem ?? undefined}
      >
        <div className="relative">
          <Input
            type="url"
            spellCheck={false}
            className="pr-9"
            value={signInUrl}
            onChange={(event) => setSignInUrl(event.currentTarget.value)}
          />
          {isAsking ? (
            <span className="absolute top-2 right-2.5">
              <LoaderCircle aria-hidden className="text-accent-fg size-4 animate-spin" />
              <span className="sr-only">Contacting Salesforce</span>
            </span>
          ) : null}
        </div>
      </Field>
      <UserCode state={state} />
      {message ? <Notice kind="error" title={message} /> : null}
      <div className="flex flex-wrap gap-2">
        <ConnectLink state={state} />
        {hasEnded(state) ? (
          <Button size="lg" className="grow" onClick={tryAgain}>
            <RotateCcw aria-hidden /> Try again
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function UserCode({ state }: { state: DeviceCodeState }) {
  const code = state.kind === 'AuthorizationPending' ? state.initiation.userCode : null
  return (
    <div className="border-line rounded-lg border p-4" aria-live="polite">
      <p className="text-12 text-fg-2">Enter this code on the Salesforce page</p>
      <p className="text-24 flex h-9 items-center gap-2 font-mono font-medium tracking-wider">
        {code ? (
          <>
            <span>{code}</span>
            <CopyButton text={code} label="code" />
          </>
        ) : (
          <span className="text-fg-3">········</span>
        )}
      </p>
      {code ? <p className="text-12 text-fg-2">Waiting for you to approve the connection</p> : null}
    </div>
  )
}

/** Salesforce fills the code in when the address carries it; where it does not, the code stands above to be typed. */
function withCode({ verificationUrl, userCode }: { verificationUrl: string; userCode: string }): string {
  if (!URL.canParse(verificationUrl)) return verificationUrl
  const address = new URL(verificationUrl)
  address.searchParams.set('user_code', userCode)
  return address.href
}

function ConnectLink({ state }: { state: DeviceCodeState }) {
  const address = state.kind === 'AuthorizationPending' ? withCode(state.initiation) : null
  const look = cn(buttonClasses({ intent: 'primary', size: 'lg' }), 'grow')
  if (address === null || !isSafeAddress(address))
    return (
      // A link without an address is a link that is not active yet.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles, jsx-a11y/anchor-is-valid -- without an address the role is not implied
      <a role="link" aria-disabled="true" data-disabled="" className={look}>
        Connect
      </a>
    )
  return (
    <a href={address} target="_blank" rel="noreferrer" className={look}>
      Connect <ExternalLink aria-hidden />
    </a>
  )
}
