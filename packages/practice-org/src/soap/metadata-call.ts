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
  /** Path at which the content of `ZipFile` lies; the door removes it after the call. */
  archive: string
  /** Bytes; undefined when the call had no archive. */
  archiveSize: number | undefined
}
