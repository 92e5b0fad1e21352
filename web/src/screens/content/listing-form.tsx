import type { ListingContent } from '../../../../contract/content.ts';
import { listingFields } from '../../../../contract/listing-form.ts';
import { type EditedKind, VersionedForm } from '../../desk/versioned-form.tsx';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { type EditorMeans, ListingFields } from './listing-fields.tsx';
import { bodyOf, valuesOf } from './listing-values.ts';

const { editor, byNow } = words;

const listings: EditedKind<(typeof listingFields)[number], ListingContent> = {
  name: 'listing',
  fields: listingFields,
  valuesOf,
  make: (api, values) => api('POST /api/business-listings', { body: bodyOf(values) }),
  change: (api, id, values, replaces) =>
    api('PUT /api/business-listings/{id}', { params: { id }, body: { ...bodyOf(values), replaces } }),
  read: (api, id) => api('GET /api/admin/listings/{id}', { params: { id } }),
  words: {
    ...{ save: editor.save, saving: editor.saving, said: words.said },
    byNow: {
      ...byNow,
      other: (field, now) => byNow.other(field, now[field === 'advertiser_id' ? 'advertiser' : field]),
    },
  },
};

interface ListingFormProps {
  /** The one that is edited; null makes one. */
  listing: ListingContent | null;
  means: EditorMeans;
  /** Where the list is that shows it then. */
  toList: (id: number) => string;
}

/** The editor of a listing. */
export const ListingForm = ({ listing, means, toList }: ListingFormProps) => (
  <VersionedForm kind={listings} one={listing} toList={toList}>
    {({ of, values, now }) => (
      <ListingFields of={of} values={values} means={means} owners={[listing ?? [], now ?? []].flat()} />
    )}
  </VersionedForm>
);
