import { CopyButton } from '../../platform/ui/copy-text.tsx'

interface UserCodeProps {
  /** Null until it is known. */
  code: string | null
  /** Says what happens once the person has entered the code. */
  waiting: string
}

/** The code that a person types on a page of Salesforce. */
export function UserCode({ code, waiting }: UserCodeProps) {
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
      {code ? <p className="text-12 text-fg-2">{waiting}</p> : null}
    </div>
  )
}

interface Verification {
  verificationUrl: string
  userCode: string
}

/** Salesforce fills the code in when the address carries it; where it does not, the person types it. */
export function verificationAddress({ verificationUrl, userCode }: Verification): string {
  if (!URL.canParse(verificationUrl)) return verificationUrl
  const address = new URL(verificationUrl)
  address.searchParams.set('user_code', userCode)
  return address.href
}
