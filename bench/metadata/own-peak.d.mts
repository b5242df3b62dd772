export function ownPeak(): number
