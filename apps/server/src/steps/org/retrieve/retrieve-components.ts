import { type RetrieveMember, planRetrieve } from '@sluice/metadata/retrieve-plan'
import { completePart } from '../../session/work-folder.ts'
import { type RetrieveRequest, type RetrieveRun, retrieveBatches, specsHashOf } from './full-retrieve.ts'
import { type PlannedMember, writePlan } from './retrieve-plan.ts'

/** A retrieve of some components instead of everything that the include specs want. */
export interface ComponentsRequest extends Omit<RetrieveRequest, 'limits'> {
  readonly part: string
  readonly wanted: readonly RetrieveMember[]
  /** What the org lists of them and of the components inside them. */
  readonly listed: readonly PlannedMember[]
}

/**
 * Retrieves some components, each with its whole files; gives the folder, as `retrieveToFolder` does. What the org does not
 * have is not in the archives. A full retrieve is needed for profiles and translations, which Salesforce
 * returns only with entries about what the same retrieve asks for.
 */
export async function retrieveComponents(run: RetrieveRun, request: ComponentsRequest): Promise<string> {
  const { work, part, apiVersion, specs, wanted, listed } = request
  return await completePart(work, { name: part }, async (folder) => {
    await writePlan(folder, {
      apiVersion,
      specsHash: specsHashOf(specs),
      packages: 1,
      listedTypes: [],
      members: listed,
      batches: planRetrieve(wanted),
    })
    await retrieveBatches(run, request, folder)
  })
}
