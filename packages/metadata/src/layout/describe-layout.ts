import type { FoundLayout, LayoutProblem } from './find-layout.ts'

/** What a branch holds, in a sentence for people: "Found an SFDX project: 2 package directories, .forceignore with 14 lines". */
export function describeLayout(found: FoundLayout): string {
  const { layout, metadataPath, fileCount, project, ignorePatternCount } = found
  if (found.problem?.kind === 'ProjectFile') return 'Found an SFDX project'
  if (layout === 'Source' || (layout === null && project !== null)) {
    const details = [
      counted(project?.packageDirectories.length ?? 0, 'package directory', 'package directories'),
      ...decomposedBy(project?.behaviors ?? []),
      ...(ignorePatternCount === null ? [] : [`.forceignore with ${counted(ignorePatternCount, 'line')}`]),
    ]
    return `Found an SFDX project: ${details.join(', ')}`
  }
  const folder = folderText(metadataPath)
  if (layout === 'Metadata')
    return `Found ${counted(fileCount, 'file')} of the Metadata API in folders right below ${folder}`
  if (layout === 'Packages')
    return `Found ${counted(fileCount, 'file')} of the Metadata API below ${folderText(joined(metadataPath, 'unpackaged'))}`
  return found.problem === null ? 'Found no metadata' : 'Found metadata'
}

/** Why a stack cannot use the branch as it is, and what can be done; null where it can. */
export function refuseLayout({ layout, metadataPath, project, problem }: FoundLayout): string | null {
  if (problem !== null) return textOf(problem, metadataPath)
  if (layout === 'Source')
    return (
      `Files in source format${directoriesText(project?.packageDirectories ?? [])} cannot be read or written yet, and a ` +
      'second copy of the org beside them would never be what the team works on. Choose a repository or a branch ' +
      'without sfdx-project.json, or convert the project to metadata format (sf project convert source).'
    )
  return null
}

function textOf(problem: LayoutProblem, metadataPath: string): string {
  if (problem.kind === 'ProjectFile')
    return `The file sfdx-project.json ${problem.reason}. Correct it in the branch.`
  if (problem.kind === 'TwoFormats')
    return (
      `Two formats lie beside each other: ${problem.example} is in source format, ${problem.other} in metadata ` +
      'format. Convert or remove the files of one of them.'
    )
  if (problem.kind === 'Elsewhere')
    return (
      `The metadata of the branch lies below ${folderText(problem.root)} (for example ${problem.example}), not below ` +
      `the metadata path ${folderText(metadataPath)}. Change the metadata path to ${folderText(problem.root)} in the ` +
      'settings of the stack.'
    )
  return (
    `The branch holds files in source format, such as ${problem.example}, and no sfdx-project.json at its root. ` +
    'Source format cannot be read or written yet. Choose a repository or a branch without such files.'
  )
}

const folderText = (path: string): string => `/${path}`

const joined = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

function directoriesText(directories: readonly { readonly path: string }[]): string {
  const named = directories.slice(0, 3).map(({ path }) => folderText(path))
  const more = directories.length > named.length ? ' and others' : ''
  return named.length === 0 ? '' : ` in ${named.join(', ')}${more}`
}

/** What the presets of the vendor's library take apart, by their names. */
const decomposed: readonly (readonly [string, string])[] = [
  ['decomposePermissionSet', 'permission sets'],
  ['decomposeCustomLabels', 'labels'],
  ['decomposeWorkflow', 'workflows'],
  ['decomposeSharingRules', 'sharing rules'],
  ['decomposeExternalServiceRegistration', 'external service registrations'],
]

function decomposedBy(behaviors: readonly string[]): string[] {
  const known = decomposed.filter(([name]) => behaviors.some((behavior) => behavior.startsWith(name)))
  const names = known.map(([, what]) => what)
  if (names.length === 0) return []
  const last = names.pop() ?? ''
  return [`${names.length === 0 ? last : `${names.join(', ')} and ${last}`} decomposed`]
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
