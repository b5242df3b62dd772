export declare const normalisationRulesVersion: string
export declare function normaliseFile(o: {
  readonly path: string
  readonly content: Uint8Array
  readonly apiVersion?: string
}): Uint8Array
