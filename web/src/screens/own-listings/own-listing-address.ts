import { withQuery } from '../../with-query.ts';

/** The address of an advertiser's editor, which keeps what the list was asked; without a listing it makes one. */
export function toOwnEditor(list: URLSearchParams, listing: number | null): string {
  const query = new URLSearchParams(list);
  query.delete('open');
  if (listing !== null) query.set('listing', String(listing));
  return withQuery('/dashboard/listing', query);
}

/** Back from there to the list as it was asked, with a listing open, or none. */
export function toOwnList(editor: URLSearchParams, open: number | string | null): string {
  const query = new URLSearchParams(editor);
  query.delete('listing');
  if (open !== null) query.set('open', String(open));
  return withQuery('/dashboard', query);
}
