import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConfig } from '../../platform/config.tsx'
import { documentTitle } from './title.ts'

/** The title of the pages outside the shell; inside it, names of pushed things join (document-title.tsx). */
export function PageTitle() {
  const { productName: product } = useConfig()
  const title = useMatches({
    select: (matches) => {
      if (matches.some((match) => match.routeId === '/_signed-in/_shell')) return null
      const page = matches.findLast((match) => match.staticData.title)?.staticData.title
      return documentTitle({ page, environment: undefined, stack: undefined, workspace: undefined, product })
    },
  })
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  return null
}
