export interface NestedType {
  readonly name: string
  readonly parentName: string
  readonly element: string
  readonly key: string
  readonly ignoresParentName: boolean
  readonly directoryName: string
  readonly suffix: string
}
export interface MetadataType {
  readonly name: string
  readonly directoryName: string
  readonly suffix: string | null
  readonly inFolder: boolean
  readonly folderContentType: string | null
  readonly layout: 'xml' | 'contentAndMeta' | 'bundle' | 'mixed'
  readonly nested: readonly NestedType[]
}
export declare function findType(xmlName: string): MetadataType | null
export declare function findNestedType(xmlName: string): NestedType | null
export declare function typesOfFolder(directoryName: string): readonly MetadataType[]
export declare function childTypesOf(xmlName: string): readonly NestedType[]
export declare function allTypeNames(): readonly string[]
