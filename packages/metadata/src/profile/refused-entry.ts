import { dependentTypes } from '../partial-retrieve/entry-owners.ts'

/**
 * Problems of a profile that name the one entry which the org does not know, with its list. Source: output of deployments in public issue threads (forcedotcom/cli 1529, amtrack/sfdx-plugin-source-read 66).
 */
const patterns: readonly { readonly pattern: RegExp; readonly list: string }[] = [
  { pattern: /^Unknown user permission: (?<name>\S+)$/u, list: 'userPermissions' },
  {
    pattern: /^You can't edit tab settings for (?<name>.+), as it's not a valid tab\.?$/u,
    list: 'tabVisibilities',
  },
]
const missingReference = /^In field: (?<part>\w+) - no (?<type>\w+) named (?<name>.+) found$/u

/** The name (`Entry.names`) of the entry of a profile that a problem is about alone; null where it is about the profile. */
export function refusedEntryOf(problem: string): string | null {
  const text = problem.trim()
  for (const { pattern, list } of patterns) {
    const name = pattern.exec(text)?.groups?.['name']
    if (name !== undefined) return `${list} ${name}`
  }
  const { part, type, name } = missingReference.exec(text)?.groups ?? {}
  const owners = Object.entries(dependentTypes['Profile']?.entries ?? {})
  const list = owners.find(([, owner]) => owner.part === part && owner.type === type)?.[0]
  return list === undefined || name === undefined ? null : `${list} ${name}`
}
