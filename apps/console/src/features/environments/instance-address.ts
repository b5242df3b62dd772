/** The page that shows the status of an instance. The practice org has no such page, so its own address is returned. */
export function instanceAddress(
  instanceName: string,
  of: { signInUrl: string | null; practiceOrgOrigin: string | null },
): string {
  const { signInUrl, practiceOrgOrigin } = of
  if (practiceOrgOrigin !== null && signInUrl !== null && signInUrl.startsWith(practiceOrgOrigin))
    return practiceOrgOrigin
  return `https://status.salesforce.com/instances/${encodeURIComponent(instanceName)}`
}
