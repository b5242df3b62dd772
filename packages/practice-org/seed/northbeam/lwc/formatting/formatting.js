/** Watt hours as people read them. */
export function energy(wattHours) {
    return wattHours >= 1000 ? `${(wattHours / 1000).toFixed(1)} kWh` : `${wattHours} Wh`
}
