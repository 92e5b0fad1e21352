import { createHash } from 'node:crypto';
import { approvedFields, ownListingFields } from '../../../contract/own-listing-form.ts';
import type { PlacedPicture } from '../content/content.ts';
import type { OwnContent } from './own-listings.store.ts';

/** Some of what an advertiser edits of a listing. */
type Values = Readonly<Record<string, unknown>>;

/** What was asked for a listing: all of a new one, of others what is to be another, and what that was. */
export interface Asked {
  content: Values;
  was: Values | null;
}

const hash = (values: readonly unknown[]) => createHash('sha256').update(JSON.stringify(values)).digest('base64url');

/** Names what an advertiser edits of a listing, so that whoever has the same has the same version. */
export const ownVersion = (content: OwnContent): string => hash(ownListingFields.map((field) => content[field]));

const toldOf = (values: Values) =>
  ownListingFields.filter((field) => field in values).map((field) => [field, values[field]]);

/** Names what is asked for, and the pictures of a new one, so that a decision is about what was looked at. */
export const askedVersion = (
  { content, was }: Asked,
  pictures: readonly Pick<PlacedPicture, 'id' | 'words'>[] = [],
): string => hash([toldOf(content), was && toldOf(was), pictures.map(({ id, words }) => [id, words])]);

/** What of a listing is approved before guests have it. */
export const approvedOf = (content: Pick<OwnContent, (typeof approvedFields)[number]>) =>
  Object.fromEntries(approvedFields.map((field) => [field, content[field]])) as Pick<
    OwnContent,
    (typeof approvedFields)[number]
  >;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What a change gives another value, before and after. */
export function changeOf(
  before: OwnContent,
  after: OwnContent,
  fields: readonly (typeof ownListingFields)[number][] = ownListingFields,
): { before: Values; after: Values } {
  const changed = fields.filter((field) => !isSame(before[field], after[field]));
  const of = (values: OwnContent) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  return { before: of(before), after: of(after) };
}

/** Whether one of the fields that are asked for is by now neither what it was nor what it is asked to be. */
export const isAnother = ({ content, was }: Asked, now: Values): boolean =>
  Object.entries(was ?? {}).some(([field, value]) => ![value, content[field]].includes(now[field]));
