/** Whom an address belongs to, for limits: an IPv6 user owns a /64 and can take any address in it. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const start = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - start.length - tail.split(':').filter(Boolean).length
  return [...start, ...Array.from({ length: missing }, () => '0')].slice(0, 4).join(':')
}
