import type { SandboxStatus } from '@sluice/contract/sandbox'

/** The status in words: "Pending activation" for PendingActivation. */
export const sandboxStatusLabel = (status: SandboxStatus): string =>
  status.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
