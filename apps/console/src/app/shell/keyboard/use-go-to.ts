import { useParams, useRouter } from '@tanstack/react-router'
import { ownPages, stackPages, workspacePages } from './pages.ts'

/** Opens the page that a letter stands for, where the open stack or workspace has one. Says whether there was one. */
export function useGoTo(): (letter: string) => boolean {
  const router = useRouter()
  const { workspaceSlug, stackSlug } = useParams({ strict: false })
  return (letter) => {
    const ofStack = stackPages.find((page) => page.letter === letter)
    const ofWorkspace = workspacePages.find((page) => page.letter === letter)
    const own = ownPages.find((page) => page.letter === letter)
    if (ofStack && workspaceSlug !== undefined && stackSlug !== undefined)
      void router.navigate({ to: ofStack.to, params: { workspaceSlug, stackSlug } })
    else if (ofWorkspace && workspaceSlug !== undefined)
      void router.navigate({ to: ofWorkspace.to, params: { workspaceSlug } })
    else if (own) void router.navigate({ to: own.to })
    else return false
    return true
  }
}
