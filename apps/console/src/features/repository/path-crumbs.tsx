import { Link } from '@tanstack/react-router'
import { linkClasses } from '../../platform/ui/text-link.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import type { Place } from './file.query.ts'
import { visibleText } from './visible-text.ts'

/** The folders that lead to a path, each a link; the last name is the page itself. */
export function PathCrumbs({ revision, path }: Place) {
  const params = { ...useStackParams(), revision }
  const names = path === '' ? [] : path.split('/')
  const folders = ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]
  return (
    <nav aria-label="Path" className="text-12 min-w-0 font-mono">
      <ol className="flex flex-wrap items-center gap-x-1">
        {folders.map((folder, index) => {
          const name = visibleText(names[index - 1] ?? 'root')
          const isLast = index === folders.length - 1
          return (
            <li key={folder} className="flex min-w-0 items-center gap-x-1">
              {index > 0 ? <span aria-hidden>/</span> : null}
              {isLast ? (
                <span aria-current="page" className="wrap-anywhere">
                  {name}
                </span>
              ) : (
                <Link
                  to={`${stackPath}/repository/tree/$revision`}
                  params={params}
                  search={{ path: folder }}
                  className={`${linkClasses} wrap-anywhere`}
                >
                  {name}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
