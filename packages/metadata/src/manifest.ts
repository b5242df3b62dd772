import type { ComponentIdentity } from './component.ts'
export declare function writeManifest(components: Iterable<ComponentIdentity>, apiVersion: string): Uint8Array
export declare function writeDestructiveManifest(components: Iterable<ComponentIdentity>): Uint8Array
export interface Manifest {
  readonly apiVersion: string | null
  readonly members: readonly { readonly type: string; readonly fullName: string }[]
}
export declare function readManifest(content: Uint8Array): Manifest
