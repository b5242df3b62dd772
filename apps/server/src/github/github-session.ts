import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import type { AddressPolicy } from '@sluice/http/address-policy'
import { GitHubError } from '../platform/github-error.ts'
import { fetchThrough } from './github-fetch.ts'
import { readGitHubError } from './read-github-error.ts'

/** The app of this server at GitHub. */
export interface GitHubApp {
  readonly organization: string
  readonly appId: string
  readonly privateKey: string
  readonly apiUrl: string
}

interface Installation {
  readonly octokit: Octokit
  readonly id: number | bigint
}

export interface GitHubSession {
  /** Reads; asked again once when the token has been taken back. */
  read<T>(ask: (octokit: Octokit) => Promise<T>): Promise<T>
  /** Changes something. */
  change<T>(ask: (octokit: Octokit) => Promise<T>): Promise<T>
  /** A token for the content of one repository; valid for `leastTokenMs` at least. */
  repositoryToken(repositoryId: number): Promise<string>
}

/** GitHub's tokens are valid for an hour; one that ends sooner than this is not used any more. */
const leastTokenMs = 15 * 60_000

const nothing = () => undefined
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Signs in as the installation of the app in its organization; the library makes new tokens when the old ones end. */
export function openGitHubSession(app: GitHubApp, addresses: AddressPolicy): GitHubSession {
  const { appId, privateKey } = app
  const options = { baseUrl: app.apiUrl, request: { fetch: fetchThrough(addresses), log }, log }
  let installation: Promise<Installation> | null = null
  const install = async (): Promise<Installation> => {
    const asApp = new Octokit({ ...options, authStrategy: createAppAuth, auth: { appId, privateKey } })
    const { data } = await asApp.request('GET /orgs/{org}/installation', { org: app.organization })
    const auth = { appId, privateKey, installationId: data.id }
    return { id: data.id, octokit: new Octokit({ ...options, authStrategy: createAppAuth, auth }) }
  }
  const installed = () => {
    installation ??= install().catch((error: unknown) => {
      installation = null
      throw error
    })
    return installation
  }
  const ask = async <T>(isRead: boolean, call: (found: Installation) => Promise<T>): Promise<T> => {
    try {
      return await call(await installed())
    } catch (cause) {
      const error = readGitHubError(cause, { isRead })
      // The next request looks the installation up again, whose tokens may have been taken back.
      if (error instanceof GitHubError && error.refusal === 'unauthorized') installation = null
      throw error
    }
  }
  /** A refused token had no effect, so that the request can go out again with a new one. */
  const askTwice = async <T>(isRead: boolean, call: (found: Installation) => Promise<T>): Promise<T> => {
    try {
      return await ask(isRead, call)
    } catch (error) {
      if (!(error instanceof GitHubError) || error.refusal !== 'unauthorized') throw error
      return await ask(isRead, call)
    }
  }
  const tokens = createAppAuth({ appId, privateKey, request: new Octokit(options).request })
  return {
    read: (call) => askTwice(true, ({ octokit }) => call(octokit)),
    change: (call) => askTwice(false, ({ octokit }) => call(octokit)),
    repositoryToken: (repositoryId) =>
      askTwice(true, async ({ id: installationId }) => {
        const wanted = {
          type: 'installation' as const,
          installationId: Number(installationId),
          repositoryIds: [repositoryId],
          permissions: { contents: 'write' as const },
        }
        const kept = await tokens(wanted)
        const isFresh = Date.parse(kept.expiresAt) - Date.now() > leastTokenMs
        return isFresh ? kept.token : (await tokens({ ...wanted, refresh: true })).token
      }),
  }
}
