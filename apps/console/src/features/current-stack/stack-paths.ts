import { useParams } from '@tanstack/react-router'

/** The slugs of the open stack, as the links inside it need them. */
export function useStackParams(): { workspaceSlug: string; stackSlug: string } {
  const { workspaceSlug, stackSlug } = useParams({ strict: false })
  if (!workspaceSlug || !stackSlug) throw new Error('This part of the page belongs inside a stack.')
  return { workspaceSlug, stackSlug }
}

export const stackPath = '/workspaces/$workspaceSlug/stacks/$stackSlug'
