import { useConfig } from '../../platform/config.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'

export function Footer() {
  const { productName, version, versionDate, environmentName, changelogUrl, copyright } = useConfig()
  return (
    <footer className="text-12 text-fg-3 flex shrink-0 flex-wrap print:hidden gap-x-4 gap-y-1 px-4 pb-3 sm:px-6">
      <span>{`${productName} ${version} (${versionDate})`}</span>
      <span>{environmentName}</span>
      {changelogUrl === null ? null : (
        <a href={changelogUrl} target="_blank" rel="noreferrer" className={linkClasses}>
          Changelog
        </a>
      )}
      <span className="sm:ml-auto">{copyright}</span>
    </footer>
  )
}
