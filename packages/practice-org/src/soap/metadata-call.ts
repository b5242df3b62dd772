import type { Session } from '../oauth/sessions.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import type { SoapCall } from './envelope.ts'

/** Everything an operation of the Metadata API may use. */
export interface MetadataCall {
  practice: Practice
  org: Org
  session: Session
  soap: SoapCall
  archive: string
  archiveSize: number | undefined
}
