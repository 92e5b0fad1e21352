import type { ListedListing, ListingWithHistory } from '../../../../contract/content.ts';
import {
  type ListingAction,
  type ListingField,
  leastDescription,
  leastJapaneseDescription,
  undoDays,
} from '../../../../contract/listing-form.ts';
import type { Category, PriceRange } from '../../../../contract/values.ts';
import { number, percent } from '../format.ts';
import { byNow } from './by-now.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const listings = (count: number) => counted(count, 'listing', 'listings');
const total = (count: number) => (count > 10_000 ? 'More than 10,000 listings' : listings(count));

/** What is done to several at once. */
const titles: Record<ListingAction, (count: number) => string> = {
  delete: (count) => (count === 1 ? 'Delete a listing' : `Delete ${listings(count)}`),
  restore: (count) => `Undo the deletion of ${listings(count)}`,
  activate: (count) => `Show ${listings(count)}`,
  deactivate: (count) => `Hide ${listings(count)}`,
  feature: (count) => `Feature ${listings(count)}`,
  unfeature: (count) => `No longer feature ${listings(count)}`,
};
const asks: Record<ListingAction, (count: number) => string> = {
  delete: (count) =>
    count === 1
      ? 'Are you sure you want to delete this listing?'
      : `Are you sure you want to delete these ${number(count)} listings?`,
  restore: () => `Each is as it was before. What was deleted more than ${undoDays} days ago stays deleted.`,
  activate: () => 'Guests find them at once.',
  deactivate: () => 'No guest finds them any more.',
  feature: () => 'They come first in lists.',
  unfeature: () => 'They stand among all others.',
};
const done: Record<ListingAction, string> = {
  delete: 'deleted',
  restore: 'as before',
  activate: 'shown to guests',
  deactivate: 'hidden from guests',
  feature: 'featured',
  unfeature: 'no longer featured',
};

const fields: Record<ListingField, string> = {
  name: 'Name',
  description: 'Description',
  name_ja: 'Name in Japanese',
  description_ja: 'Description in Japanese',
  category: 'Category',
  subcategory: 'Subcategory',
  address: 'Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  phone: 'Phone',
  website_url: 'Website URL',
  booking_url: 'Booking URL',
  price_range: 'Price range',
  commission_rate: 'Commission rate',
  is_active: 'Shown to guests',
  is_featured: 'Featured',
  advertiser_id: 'Advertiser',
};

type Value = string | number | boolean | null;
type Link = ListingWithHistory['links'][number];
type Entry = ListingWithHistory['history'][number];

const empty = 'empty';

/** What comes of a link instead of an answer. */
const answers: Record<string, string> = {
  no_host: 'There is no such host',
  no_answer: 'The server ends without an answer',
  too_slow: 'The server takes longer than ten seconds',
  not_secure: 'The certificate of the server is not valid',
  not_public: 'The address is not one of the public internet',
  redirects: 'It leads on too often, or to no page',
  unreachable: 'The server cannot be reached',
};

/** What a field holds, in words. */
function inWords(field: ListingField, value: Value): string {
  if (value === null || value === '') return empty;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return field === 'commission_rate' ? percent(Number(value)) : String(value);
}

/** Words of the administrators' manager of listings. */
export const contentDesk = {
  tabs: { listings: 'Listings', editor: 'Editor' },
  sentence: ({ active, inactive, deleted }: { active: number; inactive: number; deleted: number }) =>
    `${counted(active, 'active listing', 'active listings')}, ${number(inactive)} inactive, ${number(deleted)} deleted.`,
  found: (count: number) => `${total(count)} found.`,
  caption: 'Listings',
  search: 'Search by name',
  status: 'Status',
  statuses: { active: 'Active', inactive: 'Inactive', deleted: 'Deleted' } satisfies Record<
    ListedListing['status'],
    string
  >,
  category: 'Category',
  categories: {
    'Activities & Tours': 'Activities & Tours',
    Restaurants: 'Restaurants',
    Accommodations: 'Accommodations',
    Shopping: 'Shopping',
    'Cultural Experiences': 'Cultural Experiences',
  } satisfies Record<Category, string>,
  prices: { $: '$', $$: '$$', $$$: '$$$', $$$$: '$$$$' } satisfies Record<PriceRange, string>,
  columns: {
    name: 'Name',
    status: 'Status',
    category: 'Category',
    commission: 'Commission',
    rating: 'Rating',
    price: 'Price',
    featured: 'Featured',
    advertiser: 'Advertiser',
    updated: 'Changed',
  },
  percent,
  rating: (rating: number | null) => (rating === null ? '–' : rating.toFixed(1)),
  yesNo: { yes: 'Yes', no: 'No' },
  moment,
  add: 'Add a listing',
  bulkImport: 'Bulk Import',
  none: 'No listing is like that',
  noneText: 'Take a word out of the search, or choose all. Deleted listings are found by their status alone.',
  nothing: 'There is no listing yet',
  nothingText: 'What you add stands here, and guests find it at once.',
  detail: 'About this listing',
  sharesAbove: (shares: readonly { tier: string; partner_share: number }[]) =>
    `Its commission rate does not carry the partner’s share: ${shares.map((one) => `${one.tier} ${percent(one.partner_share)}`).join(', ')}. The house adds what is missing.`,
  fields,
  reviews: 'Reviews',
  number,
  created: 'Added',
  deleted: 'Deleted',
  noUndo: `It was deleted more than ${undoDays} days ago: that can no longer be undone. Its bookings, reviews and commissions stay.`,
  edit: 'Edit',
  remove: 'Delete',
  actions: {
    delete: 'Delete',
    restore: 'Undo',
    activate: 'Show to guests',
    deactivate: 'Hide from guests',
    feature: 'Feature',
    unfeature: 'No longer feature',
  } satisfies Record<ListingAction, string>,
  titleOf: (does: ListingAction, count: number) => titles[does](count),
  askOf: (does: ListingAction, count: number) => asks[does](count),
  changedOf: (does: ListingAction, changed: number, left: number) =>
    `${counted(changed, 'listing is', 'listings are')} ${done[does]}.${left > 0 ? ` Left as they are: ${number(left)}.` : ''}`,
  deletesText: `No guest finds them any more. Their bookings, clicks, reviews and commissions stay. You can undo this for ${undoDays} days.`,
  confirmText: (name: string) =>
    `No guest finds ${name} any more. Its bookings, clicks, reviews and commissions stay. You can undo this for ${undoDays} days.`,
  said: {
    created: (name: string) => `${name} is added.`,
    saved: (name: string) => `${name} is saved.`,
    deleted: (name: string) => `${name} is deleted.`,
    restored: (name: string) => `${name} is as it was before.`,
  },
  links: {
    title: 'Links',
    filter: { broken: 'Broken' },
    of: { booking_url: 'Booking link', website_url: 'Website link' },
    broken: 'Broken',
    failing: 'Not answering',
    fine: 'Answers',
    answered: ({ answer, checked_at }: Pick<Link, 'answer' | 'checked_at'>) =>
      `${answers[answer] ?? `The server answers ${answer}`}, asked for ${moment(checked_at)}.`,
    /** What came of it when it was asked for last. */
    told: ({ answer, checked_at, failing_since }: Link): string =>
      [contentDesk.links.answered({ answer, checked_at }), failing_since && `Failing since ${moment(failing_since)}.`]
        .filter(Boolean)
        .join(' '),
  },
  picture: {
    title: 'Picture',
    now: 'Guests see this picture.',
    none: 'There is no picture. Guests see the pattern of the house in its place.',
    send: 'Send a picture',
    replace: 'Send another picture',
    hint: 'PNG, JPEG, WebP or AVIF, at most 10 MB, at least 480 by 320 pixels. Where and by what it was taken is left out.',
    waiting: 'The picture is being drawn in its sizes. Until then guests see what they saw before.',
    failed: (problem: string | null) => `The picture that was sent cannot be used: ${problem}.`,
    changed: 'The picture is shown to guests.',
    remove: 'Remove the picture',
    removing: 'Removing…',
    removed: 'The picture is removed.',
    meanwhile: {
      title: 'This picture was changed meanwhile.',
      text: 'What you see is how it is now. What you wanted is not lost.',
      show: 'Show mine all the same',
      remove: 'Remove it all the same',
    },
    earlier: 'Earlier pictures',
    again: (at: number) => `Show earlier picture ${at} again`,
    until: (until: string) => `Until ${moment(until)}`,
  },
  history: 'Who changed what',
  actionOf: ({ action }: Pick<Entry, 'action'>): string =>
    ({
      listing_created: 'Added',
      listing_changed: 'Changed',
      listing_deleted: 'Deleted',
      listing_restored: 'Deletion undone',
      listing_picture_sent: 'Picture sent',
      listing_picture_changed: 'Picture changed',
      listing_picture_removed: 'Picture removed',
      listing_picture_added: 'Picture added',
      listing_pictures_arranged: 'Pictures put in order',
      listing_submitted: 'Submitted by its advertiser',
      listing_withdrawn: 'Withdrawn by its advertiser',
      listing_published: 'Published',
      listing_proposal_approved: 'What was submitted approved',
      listing_proposal_declined: 'What was submitted declined',
      listing_paused: 'Paused by its advertiser',
      listing_resumed: 'Resumed by its advertiser',
    })[action] ?? action,
  changeOf: ({ field, before, after }: Entry['changes'][number]) =>
    `${fields[field]}: ${inWords(field, before)} → ${inWords(field, after)}`,
  editor: {
    add: 'A new listing',
    addText: 'It is seen by guests as soon as it is added, unless its status is Inactive.',
    editText: (name: string) => `You edit ${name}. Guests see what you save at once.`,
    notThere: 'This listing is not there.',
    deletedText: 'This listing is deleted. Undo that first, then change it.',
    toListing: 'Show the listing',
    toListings: 'Back to the listings',
    description: 'Minimum 100 characters for quality standards',
    japanese: 'Minimum 40 characters, or none',
    japaneseHint: 'For Japanese readers. Without it they are shown the English one.',
    descriptionCount: (count: number, least = leastDescription) => `${number(count)} of at least ${least} characters.`,
    japaneseCount: (count: number) =>
      count ? contentDesk.editor.descriptionCount(count, leastJapaneseDescription) : contentDesk.editor.japaneseHint,
    link: 'Please give the whole address, beginning with https://',
    bookingHint: 'Where guests book. It begins with https://',
    rate: 'Commission rate, percent',
    rateHint: 'Minimum 8%',
    rateWrong: 'Minimum 8%, at most 30%, in whole percent.',
    positionHint: 'In degrees, west of Greenwich below zero. Without a position it is in lists, and not on the map.',
    /** Whether it is shown to guests. */
    shown: { yes: 'Active: guests find it', no: 'Inactive: hidden from guests' },
    featured: { no: 'No', yes: 'Yes: first in lists' },
    none: 'None',
    noAdvertiser: 'No advertiser',
    save: 'Save',
    saving: 'Saving…',
  },
  byNow: {
    ...byNow('Somebody else has changed this listing meanwhile.', fields),
    other: (field: ListingField, value: Value) => `${fields[field]} of the other: ${inWords(field, value)}`,
  },
};
