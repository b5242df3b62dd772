import type { Org } from '../org.ts'
import { isSpoken } from '../registry/api-versions.ts'
import { textOf } from '../xml/element.ts'
import { SoapFault } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { wording } from '../wording.ts'

/**
 * The version as of which describe and list answer; undefined when the call names none. Throws
 * SoapFault UNSUPPORTED_API_VERSION for one above the org's own.
 */
export function asOfVersionOf(org: Org, call: SoapCall): string | undefined {
  const version = textOf(call.body, 'asOfVersion')?.trim()
  if (!isSpoken(org, version))
    throw new SoapFault('UNSUPPORTED_API_VERSION', wording.call.unsupportedVersion(version ?? ''))
  return version
}
