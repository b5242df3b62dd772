import type { MailText, Product } from './mail-text.ts'

const warning = ({ supportAddress }: Product): string =>
  `If you did not do this, contact ${supportAddress ?? 'the people who run this installation'}.`

export const passwordChanged = (product: Product): MailText => ({
  subject: `Your ${product.name} password was changed`,
  body: warning(product),
})

/** Goes to the former address. */
export const userNameChanged = (product: Product, emailAddress: string): MailText => ({
  subject: `Your ${product.name} username was changed`,
  body: `The username of your account is now ${emailAddress}. ${warning(product)}`,
})

export const passwordReset = (
  product: Product,
  { link, minutes }: { readonly link: string; readonly minutes: number },
): MailText => ({
  subject: `Reset your ${product.name} password`,
  body: `Open this link within ${minutes} minutes to choose a new password:\n\n${link}\n`,
})

export const addressConfirmation = (product: Product, link: string): MailText => ({
  subject: `Confirm your email address for ${product.name}`,
  body: `Open this link within 7 days and sign in to confirm your email address:\n\n${link}\n\nIf you did not create this account, ignore this mail.\n`,
})
