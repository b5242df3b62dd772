import { folderTypes } from '../folder-types.ts'
import { formatOfPath, type PlacedFile, placeFile } from './file-format.ts'
import { parseProjectFile, type ProjectFile, ProjectFileError } from './project-file.ts'

/**
 * How a branch keeps metadata. `Source`: as an SFDX project. `Metadata`: the folders of the Metadata API right below the
 * metadata path. `Packages`: these folders below `unpackaged`.
 */
export type MetadataLayout = 'Source' | 'Metadata' | 'Packages'

/** The files of a branch, as far as they say how it keeps metadata. */
export interface BranchFiles {
  /** All paths of the repository. */
  readonly paths: Iterable<string>
  /** The metadata path without slashes at the ends; empty for the root. */
  readonly metadataPath: string
  /** The text of `sfdx-project.json` at the root; null where there is none. */
  readonly projectFile: string | null
  /** The text of `.forceignore` at the root; null where there is none. */
  readonly forceIgnore: string | null
}

/** Files of one kind: how many there are, and the first of them. */
export interface FileCount {
  readonly count: number
  readonly example: string
}

/** The files of a folder by the format in which they are named. */
interface FormatCounts {
  Source: FileCount | null
  Metadata: FileCount | null
  Both: FileCount | null
}

export interface FoundLayout {
  /** Null where the branch has no metadata, or none whose layout can be told: see `problem`. */
  readonly layout: MetadataLayout | null
  readonly metadataPath: string
  /** Files of metadata in the layout that was found. */
  readonly fileCount: number
  readonly project: ProjectFile | null
  /** Patterns of `.forceignore`, without comments and empty lines; null without such a file. */
  readonly ignorePatternCount: number | null
  readonly problem: LayoutProblem | null
}

/** Why the layout of a branch cannot be told, with a file that shows it. */
export type LayoutProblem =
  | { readonly kind: 'ProjectFile'; readonly reason: string }
  /** Files of the other format lie between those of the layout. */
  | { readonly kind: 'TwoFormats'; readonly example: string; readonly other: string }
  /** Metadata lies elsewhere than below the metadata path. */
  | { readonly kind: 'Elsewhere'; readonly example: string; readonly root: string }
  | { readonly kind: 'SourceWithoutProject'; readonly example: string }

interface Counted {
  readonly packages: FormatCounts
  readonly below: FormatCounts
  readonly project: FormatCounts
  /** A file of metadata outside of all three; one in source format before others. */
  elsewhere: PlacedFile | null
}

/** Finds the layout of a branch from its paths and the two files of a project. Nothing else is read. */
export function findLayout(files: BranchFiles): FoundLayout {
  const { metadataPath } = files
  const ignorePatternCount = files.forceIgnore === null ? null : countPatterns(files.forceIgnore)
  const found = { metadataPath, ignorePatternCount, layout: null, fileCount: 0, problem: null }
  let project: ProjectFile | null = null
  try {
    project = files.projectFile === null ? null : parseProjectFile(files.projectFile)
  } catch (error) {
    if (!(error instanceof ProjectFileError)) throw error
    return { ...found, project, problem: { kind: 'ProjectFile', reason: error.message } }
  }
  return { ...found, project, ...judge(countFiles(files, project), project) }
}

type Judged = Pick<FoundLayout, 'layout'> & Partial<Pick<FoundLayout, 'fileCount' | 'problem'>>

/** A project that holds nothing says how the team means to work only when there is no metadata elsewhere. */
function judge({ packages, below, project, elsewhere }: Counted, projectFile: ProjectFile | null): Judged {
  if (project.Source !== null) return { layout: 'Source', fileCount: total(project) }
  for (const [layout, counts] of [
    ['Packages', packages],
    ['Metadata', below],
  ] as const) {
    if (counts.Metadata === null && counts.Both === null && counts.Source === null) continue
    // Classes alone may be of either format; then the project decides.
    if (layout === 'Metadata' && counts.Metadata === null && project.Both !== null) continue
    const twoFormats = problemOfTwo(counts)
    return { layout: twoFormats === null ? layout : null, fileCount: total(counts), problem: twoFormats }
  }
  if (project.Both !== null) return { layout: 'Source', fileCount: total(project) }
  if (elsewhere !== null) return { layout: null, problem: problemOf(elsewhere) }
  return { layout: projectFile === null ? null : 'Source' }
}

function problemOfTwo({ Source: source, Metadata: metadata }: FormatCounts): LayoutProblem | null {
  if (source === null) return null
  if (metadata === null) return { kind: 'SourceWithoutProject', example: source.example }
  return { kind: 'TwoFormats', example: source.example, other: metadata.example }
}

function problemOf({ path: example, format, root }: PlacedFile): LayoutProblem {
  if (format === 'Source') return { kind: 'SourceWithoutProject', example }
  const isPackage = root === 'unpackaged' || root.endsWith('/unpackaged')
  return { kind: 'Elsewhere', example, root: isPackage ? root.slice(0, -'/unpackaged'.length) : root }
}

function countFiles({ paths, metadataPath }: BranchFiles, project: ProjectFile | null): Counted {
  const counted: Counted = { packages: none(), below: none(), project: none(), elsewhere: null }
  const prefix = metadataPath === '' ? '' : `${metadataPath}/`
  const packageFolder = `${prefix}unpackaged/`
  const directories = project?.packageDirectories.map(({ path }) => (path === '' ? '' : `${path}/`)) ?? []
  for (const path of paths) {
    if (path.startsWith(packageFolder)) {
      count(counted.packages, path, formatOfPath(path.slice(prefix.length)))
      continue
    }
    const isBelow = path.startsWith(prefix) && isInTypeFolder(path, prefix.length)
    const format = isBelow ? formatOfPath(`unpackaged/${path.slice(prefix.length)}`) : null
    count(counted.below, path, format)
    const placed = format === null ? placeFile(path) : { path, format, root: metadataPath }
    if (placed === null) continue
    if (directories.some((directory) => path.startsWith(directory)))
      count(counted.project, path, placed.format)
    else if (format === null && (counted.elsewhere === null || isBetter(placed, counted.elsewhere)))
      counted.elsewhere = placed
  }
  return counted
}

const rank = { Source: 2, Metadata: 1, Both: 0 }
const isBetter = (placed: PlacedFile, known: PlacedFile): boolean => rank[placed.format] > rank[known.format]

/** Most paths of a repository are in no such folder, and are not looked at further. */
function isInTypeFolder(path: string, from: number): boolean {
  const end = path.indexOf('/', from)
  return end >= 0 && folderTypes(path.slice(from, end)) !== null
}

const none = (): FormatCounts => ({ Source: null, Metadata: null, Both: null })

function count(counts: FormatCounts, path: string, format: keyof FormatCounts | null): void {
  if (format === null) return
  const known = counts[format]
  counts[format] = { count: (known?.count ?? 0) + 1, example: known?.example ?? path }
}

const total = (counts: FormatCounts): number =>
  (counts.Source?.count ?? 0) + (counts.Metadata?.count ?? 0) + (counts.Both?.count ?? 0)

const countPatterns = (text: string): number =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')).length
