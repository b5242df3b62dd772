/** Who wrote or committed, and when (whole seconds count; recorded as UTC). */
export interface Identity {
  readonly name: string
  readonly email: string
  readonly date: Date
}

// Characters that end or break an identity line in a commit.
// oxlint-disable-next-line no-control-regex -- control characters are what is removed here
const structural = /[\u0000-\u001f\u007f<>]/g
// Git strips these at both ends of a name; doing it here keeps hashes equal on every way of writing.
const crud = /^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g
const maxLength = 200

/** The identity as a commit records it: `Name <email> seconds +0000`. Names come from orgs: cleaned and capped. */
export function identityLine(identity: Identity): string {
  const { name, email } = cleanIdentity(identity)
  return `${name} <${email}> ${secondsOf(identity.date)} +0000`
}

/** Name and e-mail without anything that would break out of their place; never empty. */
export function cleanIdentity(identity: Identity): { name: string; email: string } {
  return { name: clean(identity.name) || 'Unknown', email: clean(identity.email) || 'unknown@sluice.invalid' }
}

/** Whole seconds since 1970; a date before it or an invalid one counts as 0, which Git can always store. */
export function secondsOf(date: Date): number {
  const seconds = Math.floor(date.getTime() / 1000)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}

/** A message as Git stores it: no NUL, line feeds only, exactly one line feed at the end. */
export function cleanMessage(message: string): string {
  return `${message
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll('\0', '')
    .replaceAll(/\r\n?/g, '\n')
    .trimEnd()}\n`
}

function clean(text: string): string {
  const trimmed = text
    .replaceAll(/\p{Cs}/gu, '\ufffd')
    .replaceAll(structural, ' ')
    .replaceAll(crud, '')
  return Array.from(trimmed).slice(0, maxLength).join('').replaceAll(crud, '')
}
