import { createHash } from 'node:crypto';
import { listingFields } from '../../../contract/listing-form.ts';
import type { Content } from './content.store.ts';

/** Names what is edited of a listing, so that whoever has the same has the same version, whatever happened in between. */
export const versionOf = (content: Content): string =>
  createHash('sha256')
    .update(JSON.stringify(listingFields.map((field) => content[field])))
    .digest('base64url');

/** What a change gives another value, before and after. */
export function changeOf(before: Content, after: Content): { before: Partial<Content>; after: Partial<Content> } {
  const changed = listingFields.filter((field) => before[field] !== after[field]);
  const of = (values: Content) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  return { before: of(before), after: of(after) };
}
