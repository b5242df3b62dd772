import { fileURLToPath } from 'node:url'
import { GitError } from './errors.ts'

/** A repository reached over HTTP. The password travels in the environment of one child process only. */
export interface Remote {
  readonly url: string
  readonly username?: string
  readonly password?: string
  /** The one origin (`http://host:port`) that may be spoken to without TLS. */
  readonly allowHttpOrigin?: string
  /** The IP address the caller has checked; Git connects to it whatever the name resolves to later. */
  readonly resolvedAddress?: string
  /** `http://host:port` of the proxy to use, with user and password where it asks for them. Absent: none. */
  readonly proxyUrl?: string
  /** A file with the certificates (PEM) of all authorities to trust; absent: those of the machine. */
  readonly certificatesFile?: string
}

/** What a child process needs to reach one remote. */
export interface RemoteAccess {
  readonly url: string
  readonly env: Record<string, string>
  readonly config: Record<string, string>
  /** What no error may show. */
  readonly secrets: readonly string[]
}

const askpass = fileURLToPath(new URL('../bin/askpass.sh', import.meta.url))

/**
 * Turns a remote into a URL that Git and we read alike, and the environment that lets Git use it.
 *
 * Raises `unsafeRepository` for every scheme but https (http only for the named origin), for credentials, queries
 * or fragments inside the URL, and for control characters.
 */
export function accessRemote(remote: Remote): RemoteAccess {
  const url = parseRemoteUrl(remote)
  const host = url.host
  const env: Record<string, string> = {
    GIT_ALLOW_PROTOCOL: url.protocol === 'http:' ? 'https:http' : 'https',
  }
  if (remote.password !== undefined) {
    env['GIT_ASKPASS'] = askpass
    env['SLUICE_GIT_SCHEME'] = `${url.protocol}//`
    env['SLUICE_GIT_HOST'] = host
    env['SLUICE_GIT_USERNAME'] = oneLine(remote.username ?? 'sluice')
    env['SLUICE_GIT_PASSWORD'] = oneLine(remote.password)
  }
  return { url: url.href, env, config: connectionSettings(remote, url), secrets: secretsOf(remote) }
}

/** Settings go into the environment of the child process, which other users of the machine cannot read. */
function connectionSettings(remote: Remote, url: URL): Record<string, string> {
  const { resolvedAddress, proxyUrl, certificatesFile } = remote
  const port = url.port === '' ? (url.protocol === 'http:' ? '80' : '443') : url.port
  return {
    ...(resolvedAddress !== undefined && {
      'http.curloptResolve': `${url.hostname}:${port}:${resolvedAddress}`,
    }),
    ...(proxyUrl !== undefined && { 'http.proxy': proxyUrl, 'http.proxyAuthMethod': 'basic' }),
    ...(certificatesFile !== undefined && { 'http.sslCAInfo': certificatesFile }),
  }
}

function secretsOf({ password = '', proxyUrl }: Remote): string[] {
  const proxyPassword = proxyUrl === undefined ? '' : new URL(proxyUrl).password
  return [password, proxyPassword, decodeURIComponent(proxyPassword)].filter((secret) => secret !== '')
}

function parseRemoteUrl(remote: Remote): URL {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
  if (/[\u0000-\u0020\u007f\\]/.test(remote.url)) throw refuse('holds a character that no address may hold')
  if (!URL.canParse(remote.url) || !/^https?:\/\//i.test(remote.url)) throw refuse('is not an https address')
  const url = new URL(remote.url)
  if (url.protocol === 'http:' && url.origin !== remote.allowHttpOrigin)
    throw refuse('is not an https address')
  if (url.username !== '' || url.password !== '') throw refuse('holds a credential')
  if (url.search !== '' || url.hash !== '') throw refuse('holds a query or a fragment')
  return url
}

function refuse(why: string): GitError {
  return new GitError('unsafeRepository', `The repository address ${why}.`)
}

/** The askpass protocol is one line; a line break would cut the secret and send a part of it. */
function oneLine(value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
  if (/[\u0000\r\n]/.test(value))
    throw new GitError('authenticationFailed', 'The credential holds a line break.')
  return value
}
