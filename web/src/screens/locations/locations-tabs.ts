import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { withQuery } from '../../with-query.ts';

const desks = {
  locations: { to: '/locations', label: words.tabs.locations },
  lists: { to: '/locations/lists', label: titles.locationLists },
  orphans: { to: '/locations/orphans', label: words.tabs.orphans },
  batch: { to: '/locations/batch', label: words.tabs.batch },
};

/** The desks of places, as links from each to the others. */
export const locationsTabs = (current: keyof typeof desks) =>
  Object.entries(desks).map(([desk, link]) => ({ ...link, current: desk === current }));

/** The address of the editor, which keeps what the list was asked; without a place it makes one. */
export function toPlaceEditor(list: URLSearchParams, place: number | string | null): string {
  const query = new URLSearchParams(list);
  query.delete('open');
  if (place !== null) query.set('place', String(place));
  return withQuery('/locations/editor', query);
}

/** Back from there to the list as it was asked, with a place open, or none. */
export function toPlaceList(editor: URLSearchParams, open: number | string | null): string {
  const query = new URLSearchParams(editor);
  query.delete('place');
  // A place was made for a code that was scanned, and is chosen for it there.
  if (query.has('code') && open !== null) return toOrphan(query.get('code')!, open);
  query.delete('code');
  if (open !== null) query.set('open', String(open));
  return withQuery('/locations', query);
}

/** A code that was scanned, and the place that is chosen for it. */
export function toOrphan(code: string, place: number | string | null): string {
  const query = new URLSearchParams({ open: code });
  if (place !== null) query.set('place', String(place));
  return withQuery('/locations/orphans', query);
}
