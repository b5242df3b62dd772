/**
 * What a licence of a sandbox means. `code` is how records store it, `label` how people call
 * it.
 */
export interface SandboxLicence {
  code: 'DEVELOPER' | 'DEVELOPER_PRO' | 'PARTIAL' | 'FULL'
  label: string
  /** Documented: Developer and Developer Pro sandboxes track their source. */
  tracksSource: boolean
  /** How long the service takes to make one, in minutes. */
  minutes: number
}

/** All licences, from the smallest. */
export const licences: readonly SandboxLicence[] = [
  { code: 'DEVELOPER', label: 'Developer', tracksSource: true, minutes: 10 },
  { code: 'DEVELOPER_PRO', label: 'Developer Pro', tracksSource: true, minutes: 15 },
  { code: 'PARTIAL', label: 'Partial Copy', tracksSource: false, minutes: 60 },
  { code: 'FULL', label: 'Full', tracksSource: false, minutes: 240 },
]

/** How many sandboxes an edition may have. There is no public object that tells. */
const allowances: Readonly<Record<string, Partial<Record<SandboxLicence['code'], number>>>> = {
  'Enterprise Edition': { DEVELOPER: 25, DEVELOPER_PRO: 5, PARTIAL: 1 },
  'Unlimited Edition': { DEVELOPER: 100, DEVELOPER_PRO: 5, PARTIAL: 1, FULL: 1 },
  'Performance Edition': { DEVELOPER: 100, DEVELOPER_PRO: 5, PARTIAL: 1, FULL: 1 },
  'Professional Edition': { DEVELOPER: 10 },
}

/**
 * The licence that clients write in several ways: Developer_Pro, DEVELOPER_PRO, Developer Pro.
 * Undefined for an unknown one.
 */
export function licenceNamed(name: unknown): SandboxLicence | undefined {
  const code = typeof name === 'string' ? name.toUpperCase().replaceAll(/[\s-]/g, '_') : ''
  return licences.find((licence) => licence.code === code)
}

/** How many sandboxes of a licence an edition may have; 0 for editions without any. */
export function allowanceOf(edition: string, licence: SandboxLicence): number {
  return allowances[edition]?.[licence.code] ?? 0
}
