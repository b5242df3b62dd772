/** Letters, digits and hyphens, so that the name stands in an address as it is. */
export function repositoryNameOf(text: string): string {
  const name = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100)
  return name === '' ? 'repository' : name
}
