import type { Settings } from './settings.ts'

const together = [
  'SLUICE_GITHUB_ORGANIZATION',
  'SLUICE_GITHUB_APP_ID',
  'SLUICE_GITHUB_PRIVATE_KEY',
] as const satisfies readonly (keyof Settings)[]

/** One line for each setting that is missing beside the others. */
export function gitHubProblems(s: Settings): string[] {
  const isWanted = s.SLUICE_GITHUB_URL !== undefined || together.some((name) => s[name] !== undefined)
  if (!isWanted) return []
  return together
    .filter((name) => s[name] === undefined)
    .map((name) => `${name} must be set, because other settings of GitHub are.`)
}

/** The app of this server at GitHub, which then keeps the managed repositories; null where the built-in host does. */
export function gitHubOf(s: Settings) {
  const { SLUICE_GITHUB_ORGANIZATION: organization, SLUICE_GITHUB_APP_ID: appId } = s
  const { SLUICE_GITHUB_PRIVATE_KEY: privateKey, SLUICE_GITHUB_URL: address } = s
  if (organization === undefined || appId === undefined || privateKey === undefined) return null
  const url = new URL(address ?? 'https://github.com')
  return { organization, appId, privateKey, webOrigin: url.origin, apiUrl: apiUrlOf(url) }
}

/** The hosts of GitHub have their API on a host of its own, those of other companies below a path. */
function apiUrlOf({ origin, protocol, host }: URL): string {
  const isOfGitHub = host === 'github.com' || host.endsWith('.ghe.com')
  return isOfGitHub ? `${protocol}//api.${host}` : `${origin}/api/v3`
}
