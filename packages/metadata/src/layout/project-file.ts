/** What `sfdx-project.json` says about the files of a project. */
export interface ProjectFile {
  /** Relative to the project, without slashes at the ends; the empty text is the project's own folder. */
  readonly packageDirectories: readonly { readonly path: string; readonly isDefault: boolean }[]
  /** Names of the vendor's presets by which types are decomposed: `decomposePermissionSetBeta2`. */
  readonly behaviors: readonly string[]
}

export const projectFileName = 'sfdx-project.json'

/** Raised for a project file that cannot be used; the message says why, without the name of the file. */
export class ProjectFileError extends Error {}

/** Reads a `sfdx-project.json`. Raises `ProjectFileError`. */
export function parseProjectFile(text: string): ProjectFile {
  const project = parseObject(text)
  const listed = project['packageDirectories']
  if (!Array.isArray(listed) || listed.length === 0)
    throw new ProjectFileError('has no list "packageDirectories"')
  const packageDirectories = listed.map((entry: unknown, at) => {
    const path = isObject(entry) ? entry['path'] : undefined
    if (typeof path !== 'string') throw new ProjectFileError(`has no "path" in packageDirectories[${at}]`)
    const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
    if (parts.includes('..')) throw new ProjectFileError(`names a package directory outside of it, "${path}"`)
    return { path: parts.join('/'), isDefault: isObject(entry) && entry['default'] === true }
  })
  const behaviors = project['sourceBehaviorOptions']
  return { packageDirectories, behaviors: Array.isArray(behaviors) ? behaviors.filter(isText) : [] }
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new ProjectFileError('is not valid JSON')
  }
  if (!isObject(value)) throw new ProjectFileError('holds no JSON object')
  return value
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
