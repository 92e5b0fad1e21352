import { createHash } from 'node:crypto';
import { type ListingField, listingFields } from '../../../contract/listing-form.ts';
import type { Content } from './content.store.ts';

/** What listings have had since later than the rest. Where it is null it is left out: an editor that was open before can save. */
const later: readonly ListingField[] = ['name_ja', 'description_ja', 'advertiser_id'];

/** Names what is edited of a listing, so that whoever has the same has the same version, whatever happened in between. */
export function versionOf(content: Content): string {
  const usual = listingFields.filter((field) => !later.includes(field)).map((field) => content[field]);
  const given = later.filter((field) => content[field] !== null).map((field) => [field, content[field]]);
  return createHash('sha256')
    .update(JSON.stringify([...usual, ...given]))
    .digest('base64url');
}

/** What a change gives another value, before and after. */
export function changeOf(before: Content, after: Content): { before: Partial<Content>; after: Partial<Content> } {
  const changed = listingFields.filter((field) => before[field] !== after[field]);
  const of = (values: Content) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  return { before: of(before), after: of(after) };
}
