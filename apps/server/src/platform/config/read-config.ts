import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'
import { type Config, configOf, isLoopback } from './config.ts'
import { gitHubProblems } from './github-config.ts'
import { secretSettings, settings } from './settings.ts'
import { tlsProblems } from './tls-config.ts'

type Variables = Readonly<Record<string, string | undefined>>

const names = Object.keys(settings.shape)

/** Names that other programs of the product read; the server lets them pass. */
const isOurs = (name: string) => name.startsWith('SLUICE_')

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, charA] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, charB] of b.split('').entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (charA === charB ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? a.length
}

function unknownName(name: string): string {
  const nearest = names.toSorted((a, b) => distance(name, a) - distance(name, b))[0] ?? ''
  return `${name} is not a setting of Sluice${distance(name, nearest) <= 4 ? `; did you mean ${nearest}?` : '.'}`
}

function readFileOf(name: string, path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd()
  } catch (error) {
    problems.push(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

/** An empty value means "not set", except where emptiness says "none". */
function valueOf(name: string, variables: Variables, problems: string[]): string | undefined {
  const value = variables[name]
  const file = variables[`${name}_FILE`]
  if (value && file) problems.push(`${name} and ${name}_FILE are both set; keep one.`)
  if (file && !value) return readFileOf(name, file, problems)
  return value === '' && name !== 'SLUICE_PRACTICE_ORG_URL' ? undefined : value
}

export interface ReadConfig {
  config: Config
  /** Every setting with its value, secrets hidden: for the log. */
  printed: Record<string, string>
}

/** Throws ConfigError, which names every bad value and every unknown name at once. */
export function readConfig(variables: Variables): ReadConfig {
  const problems: string[] = []
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]))
  for (const name of Object.keys(variables).toSorted())
    if (isOurs(name) && !known.has(name)) problems.push(unknownName(name))
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name, variables, problems)]))
  const parsed = settings.safeParse(values)
  for (const issue of parsed.error?.issues ?? []) problems.push(`${issue.path.join('.')} ${issue.message}.`)
  if (!parsed.success || problems.length) throw new ConfigError(problems)
  const misfits = [...gitHubProblems(parsed.data), ...tlsProblems(parsed.data)]
  if (misfits.length > 0) throw new ConfigError(misfits)
  const config = configOf(parsed.data)
  if (!isLoopback(config.listen.host) && !values['SLUICE_PUBLIC_URL'])
    throw new ConfigError(['SLUICE_PUBLIC_URL must be set when SLUICE_HOST is not a loopback address.'])
  if (config.gitPlaces.forJobs >= config.gitPlaces.total)
    throw new ConfigError(['SLUICE_GIT_PLACES_FOR_JOBS must be less than SLUICE_GIT_PLACES.'])
  return { config, printed: print(parsed.data) }
}

function print(values: object): Record<string, string> {
  const secret = new Set<string>(secretSettings)
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, secret.has(name) ? '(set)' : String(value)]),
  )
}
