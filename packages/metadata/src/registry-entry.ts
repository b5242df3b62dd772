/** One child type as the generated registry holds it; names are those of the Metadata API. */
export interface RegistryChild {
  readonly name: string
  /** Element that holds the child in the parent's file. */
  readonly element: string
  /** Child element of that element with the name. */
  readonly key: string
  /** Custom labels are addressed without the name of their parent. */
  readonly ignoresParentName: boolean
  readonly directoryName: string
  readonly suffix: string
  /** False for children that have files of their own below the parent's folder. */
  readonly inComposite: boolean
}

/** How the files of a type lie: one XML file, code beside XML, a folder, or a file of any kind beside XML. */
export type FileLayout = 'xml' | 'contentAndMeta' | 'bundle' | 'mixed'

/** One type as the generated registry holds it. */
export interface RegistryEntry {
  readonly name: string
  readonly directoryName: string
  /**
   * Without the dot; null where files have any suffix (documents) or none of their own
   * (bundles).
   */
  readonly suffix: string | null
  /** True for reports, dashboards, documents and e-mail templates: full names are `Folder/Name`. */
  readonly inFolder: boolean
  /** For folder types: the type that lives in the folders. */
  readonly folderContentType: string | null
  /** True where the folder alone decides the type, whatever the suffix. */
  readonly ownDirectory: boolean
  readonly layout: FileLayout
  /** True where the file is only a box for its children. */
  readonly isContainer: boolean
  readonly nested: readonly RegistryChild[]
}
