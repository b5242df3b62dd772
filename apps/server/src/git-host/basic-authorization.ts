export interface BasicCredential {
  readonly username: string
  readonly password: string
}

const longest = 2_048

/** Reads an `Authorization: Basic` header (RFC 7617, UTF-8); null when there is none to read. */
export function readBasicAuthorization(header: string | undefined): BasicCredential | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined || encoded.length > longest) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0 || text.includes('\0')) return null
  return { username: text.slice(0, colon), password: text.slice(colon + 1) }
}
