import type { CallOptions, Connection } from '../connection.ts'
import { isRecord, numberOf, textOf } from '../json.ts'
import { query, soqlText } from './query.ts'

/** One version of a flow. */
export interface FlowVersion {
  /** The name of the flow. */
  readonly flow: string
  readonly number: number
  readonly isActive: boolean
}

/** Salesforce cuts off at 16 KB of address and headers; a name has at most 80 characters. */
const namesPerQuery = 100

/** The versions of the flows with these names, in no particular order; flows of packages and unknown ones have none. */
export async function fetchFlowVersions(
  connection: Connection,
  names: readonly string[],
  options: CallOptions = {},
): Promise<FlowVersion[]> {
  const versions: FlowVersion[] = []
  for (let start = 0; start < names.length; start += namesPerQuery) {
    const list = names.slice(start, start + namesPerQuery).map((name) => soqlText(name))
    const soql = `SELECT VersionNumber, Status, Definition.DeveloperName FROM Flow WHERE Definition.DeveloperName IN (${list.join(',')})`
    for await (const record of query(connection, soql, { ...options, tooling: true })) {
      const definition = record['Definition']
      const flow = isRecord(definition) ? textOf(definition, 'DeveloperName') : null
      const number = numberOf(record, 'VersionNumber')
      if (flow !== null && number !== null)
        versions.push({ flow, number, isActive: textOf(record, 'Status') === 'Active' })
    }
  }
  return versions
}
