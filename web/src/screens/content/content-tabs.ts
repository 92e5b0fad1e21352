import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { withQuery } from '../../with-query.ts';

/** The address of the editor, which keeps what the list was asked; without a listing it makes one. */
export function toEditor(list: URLSearchParams, listing: number | string | null): string {
  const query = new URLSearchParams(list);
  query.delete('open');
  if (listing !== null) query.set('listing', String(listing));
  return withQuery('/content/editor', query);
}

/** Back from there to the list as it was asked, with a listing open, or none. */
export function toList(editor: URLSearchParams, open: number | string | null): string {
  const query = new URLSearchParams(editor);
  query.delete('listing');
  if (open !== null) query.set('open', String(open));
  return withQuery('/content', query);
}

/** The address of the import, whose own list has the same filters: what the list of listings was asked stands in one of them. */
export const toImport = (list: URLSearchParams): string =>
  withQuery('/content/import', new URLSearchParams(String(list) ? { list: String(list) } : {}));

/** What the list of listings was asked before its reader came to the import. */
export const listBefore = (imported: URLSearchParams) => new URLSearchParams(imported.get('list') ?? '');

/** The list, the editor and what advertisers submit, as links from each to the others, and from the import to all. */
export const contentTabs = (current: 'listings' | 'editor' | 'proposals' | null, query: URLSearchParams) => {
  const [open, edited] = [query.get('open'), query.get('listing')];
  return [
    { to: toList(query, open ?? edited), label: words.tabs.listings, current: current === 'listings' },
    { to: toEditor(query, edited ?? open), label: words.tabs.editor, current: current === 'editor' },
    { to: '/content/proposals?state=submitted', label: titles.listingProposals, current: current === 'proposals' },
  ];
};
