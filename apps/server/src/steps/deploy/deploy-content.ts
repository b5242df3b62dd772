import type { Connection } from '@sluice/salesforce/connection'
import { deployRecentValidation, startDeploy } from '@sluice/salesforce/metadata/deploy'
import type { DeployOptions } from '@sluice/salesforce/metadata/deploy-options'

/** What the org deploys: an archive, or again what it has validated. */
export type DeployContent =
  | {
      /** The archive in the work folder; made again when it is missing. */
      readonly archive: () => Promise<string>
    }
  | {
      /** Salesforce's id of the validation. */
      readonly validationId: string
    }

interface SendOptions {
  readonly signal: AbortSignal
  /** Rejects to keep the org from beginning. */
  readonly beforeLastBytes: () => Promise<void>
}

type Send = (connection: Connection, options: SendOptions) => Promise<string>

/** Makes ready what takes long, and gives what sends the deployment; that gives Salesforce's id of the deployment. */
export async function deploymentOf(content: DeployContent, options: DeployOptions): Promise<Send> {
  if ('archive' in content) {
    const archivePath = await content.archive()
    return (connection, sending) => startDeploy(connection, { archivePath, options, ...sending })
  }
  return async (connection, { signal, beforeLastBytes }) => {
    await beforeLastBytes()
    return await deployRecentValidation(connection, content.validationId, { signal })
  }
}
