/**
 * Where a link to a point leads, in degrees: to the maps of the phone itself, which work without a network too, or else to a page of
 * OpenStreetMap.
 */
export function mapLink([latitude, longitude]: readonly [number, number], agent = navigator.userAgent) {
  const point = `${latitude},${longitude}`;
  // A tab of its own would stay behind, empty.
  if (/Android/.test(agent)) return { href: `geo:${point}?q=${point}` };
  const href = /iPhone|iPad|Macintosh/.test(agent)
    ? `https://maps.apple.com/?ll=${point}&q=${point}`
    : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return { href, target: '_blank', rel: 'noopener' };
}
