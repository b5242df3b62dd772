import { useEffect, useRef, useState } from 'react'
import { type ComparisonView, type Layout, openComparison } from './comparison-view.ts'
import type { TwoTexts } from './two-texts.ts'

interface CodeComparisonProps {
  path: string
  texts: TwoTexts
  layout: Layout
  isCollapsed: boolean
  onView: (view: ComparisonView | null) => void
}

/** Two texts in the editor, beside each other or in one column, with what changes. */
export function CodeComparison({ path, texts, layout, isCollapsed, onView }: CodeComparisonProps) {
  const host = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const parent = host.current
    if (parent === null) return undefined
    const giveUp = new AbortController()
    let view: ComparisonView | null = null
    const show = async () => {
      view = await openComparison({ parent, path, texts, layout, isCollapsed, signal: giveUp.signal })
      if (view === null) return
      setShown(true)
      onView(view)
    }
    show().catch((error: unknown) => {
      if (!giveUp.signal.aborted) throw error
    })
    return () => {
      giveUp.abort()
      view?.destroy()
      onView(null)
    }
  }, [path, texts, layout, isCollapsed, onView])
  return <div ref={host} aria-busy={!isShown} className="code-comparison h-full min-h-0" />
}
