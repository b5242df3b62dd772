import type { FileMode } from './tree-path.ts'

/** A file by its blob. */
export interface StoredFile {
  readonly mode: FileMode
  readonly hash: string
}

/** What becomes of a name in a folder; null removes it. */
export type NameEdit = StoredFile | FolderEdit | null

/**
 * What becomes of a folder: changes of paths put together before any folder is read. A later one wins: a file takes the
 * place of a folder and a folder that of a file, as git-fast-import(1) has it. Paths and names are in Latin-1
 * (`latin1Of`).
 */
export class FolderEdit {
  readonly names = new Map<string, NameEdit>()
  /** Nothing of what stood there stays. */
  readonly isNew: boolean
  /** A file was put in it, so that it took the place of a file of its name, even if it was removed again. */
  wasFilled = false

  constructor(isNew: boolean) {
    this.isNew = isNew
  }

  set(path: string, file: StoredFile): void {
    const slash = path.indexOf('/')
    this.wasFilled = true
    if (slash < 0) this.names.set(path, file)
    else this.#folder(path.slice(0, slash)).set(path.slice(slash + 1), file)
  }

  /** Removes a file or a folder; what is not there stays away. */
  remove(path: string): void {
    const slash = path.indexOf('/')
    if (slash < 0) {
      this.names.set(path, null)
      return
    }
    const name = path.slice(0, slash)
    const known = this.names.get(name)
    // Nothing is left below a name that was removed or has become a file.
    if (known === undefined || known instanceof FolderEdit) this.#folder(name).remove(path.slice(slash + 1))
  }

  #folder(name: string): FolderEdit {
    const known = this.names.get(name)
    if (known instanceof FolderEdit) return known
    const folder = new FolderEdit(known !== undefined)
    this.names.set(name, folder)
    return folder
  }
}
