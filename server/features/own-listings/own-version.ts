import { createHash } from 'node:crypto';
import { approvedFields, ownListingFields } from '../../../contract/own-listing-form.ts';
import type { OwnContent } from './own-listings.store.ts';

/** What was asked for a listing: all of a new one, of others the links and the price. */
type Asked = Readonly<Record<string, unknown>>;

const hash = (values: readonly unknown[]) => createHash('sha256').update(JSON.stringify(values)).digest('base64url');

/** Names what an advertiser edits of a listing, so that whoever has the same has the same version. */
export const ownVersion = (content: OwnContent): string => hash(ownListingFields.map((field) => content[field]));

/** Names what is asked for, so that a decision is about what was looked at. */
export const askedVersion = (content: Asked): string => hash(ownListingFields.map((field) => content[field] ?? null));

/** What of a listing is approved before guests have it. */
export const approvedOf = (content: Pick<OwnContent, (typeof approvedFields)[number]>) =>
  Object.fromEntries(approvedFields.map((field) => [field, content[field]])) as Pick<
    OwnContent,
    (typeof approvedFields)[number]
  >;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What a change gives another value, before and after. */
export function changeOf(before: OwnContent, after: OwnContent): { before: Asked; after: Asked } {
  const changed = ownListingFields.filter((field) => !isSame(before[field], after[field]));
  const of = (values: OwnContent) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  return { before: of(before), after: of(after) };
}
