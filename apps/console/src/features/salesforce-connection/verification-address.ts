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
