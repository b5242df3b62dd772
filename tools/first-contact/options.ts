import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const usage =
  'npm run first-contact -- --org https://acme.my.salesforce.com --token-file FILE [--report FILE]'

export interface Options {
  readonly orgUrl: string
  readonly accessToken: string
  readonly reportFile: string
}

/** Raises a sentence for people when something is missing or cannot be read. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      org: { type: 'string' },
      'token-file': { type: 'string' },
      report: { type: 'string', default: 'first-contact-report.json' },
    },
  })
  const { org, 'token-file': tokenFile, report } = values
  if (org === undefined || !URL.canParse(org)) throw new TypeError('--org must be the address of an org.')
  if (tokenFile === undefined)
    throw new TypeError('--token-file must name a file that holds an access token and nothing else.')
  const accessToken = readFileSync(tokenFile, 'utf8').trim()
  if (accessToken === '') throw new TypeError(`${tokenFile} is empty.`)
  return { orgUrl: new URL(org).origin, accessToken, reportFile: resolve(report) }
}
