import type { RefObject } from 'react';
import { contentFault, wordFields } from '../../../../contract/content-rules.ts';
import type { OwnListingField } from '../../../../contract/own-listing-form.ts';
import { ownListingFields } from '../../../../contract/own-listing-form.ts';
import type { OwnListing } from '../../../../contract/own-listings.ts';
import type { PositionMeans } from '../../desk/position-fields.tsx';
import { type EditedKind, VersionedForm } from '../../desk/versioned-form.tsx';
import { ownListingsDesk as words } from '../../messages/en/own-listings-desk.ts';
import type { PendingPicture } from './add-picture.tsx';
import { OwnListingFields } from './own-listing-fields.tsx';
import { bodyOf, valuesOf } from './own-listing-values.ts';

const { editor, byNow } = words;

const ownListings: EditedKind<OwnListingField, OwnListing> = {
  name: 'listing',
  fields: ownListingFields,
  valuesOf,
  make: (api, values) => api('POST /api/own-listings', { body: bodyOf(values) }),
  change: (api, id, values, replaces) =>
    api('PUT /api/own-listings/{id}', { params: { id }, body: { ...bodyOf(values), replaces } }),
  check: (values) =>
    Object.fromEntries(
      wordFields.flatMap((field) => {
        const fault = contentFault(values[field]);
        return fault ? [[field, editor.broken[fault.rule](fault.found)]] : [];
      }),
    ),
  read: (api, id) => api('GET /api/own-listings/{id}', { params: { id } }),
  words: { save: editor.save, saving: editor.saving, said: editor.said, byNow },
};

interface OwnListingFormProps {
  /** The one that is edited; null makes one. */
  listing: OwnListing | null;
  tiles: PositionMeans['tiles'];
  /** Where it is shown then. */
  toList: (id: number) => string;
  /** A picture of it that is being added: it is used first. */
  picture: RefObject<PendingPicture | null>;
}

/** The same, which uses a picture that is being added as well, and waits for one that is on its way: it would be lost. */
const withPicture = (picture: RefObject<PendingPicture | null>): typeof ownListings => ({
  ...ownListings,
  change: async (api, id, ...given) => {
    const added = picture.current;
    if (added === 'sending') throw new Error(words.pictures.onItsWay);
    if (added && 'tell' in added) {
      added.tell();
      throw new Error(words.pictures.atFault);
    }
    if (added) {
      await api('POST /api/own-listings/{id}/pictures', { params: { id }, body: added.body });
      added.used();
    }
    return await ownListings.change(api, id, ...given);
  },
});

/** The editor of an advertiser's listing. */
export const OwnListingForm = ({ listing, tiles, toList, picture }: OwnListingFormProps) => (
  <VersionedForm kind={withPicture(picture)} one={listing} toList={toList}>
    {({ of, values }) => <OwnListingFields of={of} values={values} tiles={tiles} />}
  </VersionedForm>
);
