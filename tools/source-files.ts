import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly isTest: boolean
}

const ignored = /(^|\/)(node_modules|dist|\.[^/]+|drizzle)(\/|$)/

/** Every TypeScript source file of the repository, generated ones left out. */
export function sourceFiles(folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /[.]tsx?$/.test(entry.name) && !/[.](gen|d)[.]ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !ignored.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8'), isTest: isTestPath(path) }))
}

function isTestPath(path: string): boolean {
  return /[.]test[.]tsx?$|[.]e2e[.]ts$|\/testing\/|\/test\/|^e2e\//.test(path)
}
