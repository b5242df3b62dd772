export interface RetrieveMember {
  readonly type: string
  readonly fullName: string
}
export declare function planRetrieve(
  members: readonly RetrieveMember[],
  o?: { readonly minBatch?: number; readonly maxBatch?: number; readonly targetBatches?: number },
): RetrieveMember[][]
/** two halves, or null when the batch cannot be split */
export declare function splitBatch(
  batch: readonly RetrieveMember[],
): [RetrieveMember[], RetrieveMember[]] | null
