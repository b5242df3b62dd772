/** What a mail says. The line breaks of the subject are taken out where the mail is stored. */
export interface MailText {
  readonly subject: string
  readonly body: string
}

/** How the installation presents itself in its mails. */
export interface Product {
  readonly name: string
  /** Null where the installation names none. */
  readonly supportAddress: string | null
}
