const key = 'sluice.workspace'

/** The id of the workspace that was open last, kept between visits. */
export const rememberedWorkspace = {
  read: (): string | null => localStorage.getItem(key),
  write: (workspaceId: string): void => localStorage.setItem(key, workspaceId),
  clear: (): void => localStorage.removeItem(key),
}

/** Where a visit without a workspace goes: the remembered one, else the first, else none. */
export function startingWorkspace<W extends { id: string }>(
  list: readonly W[],
  remembered: string | null,
): W | null {
  return list.find((workspace) => workspace.id === remembered) ?? list[0] ?? null
}
