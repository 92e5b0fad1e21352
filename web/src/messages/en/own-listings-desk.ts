import type { ContentRule } from '../../../../contract/content-rules.ts';
import { leastDescription, leastJapaneseDescription, undoDays } from '../../../../contract/listing-form.ts';
import type { OwnListingField, OwnListingState } from '../../../../contract/own-listing-form.ts';
import type { OwnListing } from '../../../../contract/own-listings.ts';
import { number, percent } from '../format.ts';
import { byNow } from './by-now.ts';
import { contentDesk } from './content-desk.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';
import { linkDoubts, linkNotAsked } from './link-doubts.ts';

const listings = (count: number) => counted(count, 'listing', 'listings');
const total = (count: number) => (count > 10_000 ? 'More than 10,000 listings' : listings(count));

const fields: Record<OwnListingField, string> = {
  name: 'Name',
  description: 'Description',
  name_ja: 'Name in Japanese',
  description_ja: 'Description in Japanese',
  category: 'Category',
  subcategory: 'Subcategory',
  booking_url: 'Booking URL',
  website_url: 'Website URL',
  price_range: 'Price range',
  address: 'Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  phone: 'Phone',
  open_months: 'Open in',
  steps: 'Steps on the way',
  transfer: 'From a wheelchair',
  hearing: 'For those who hear little',
  sensory: 'Light and noise',
  meeting_point: 'Meeting point',
  meeting_latitude: 'Latitude of the meeting point',
  meeting_longitude: 'Longitude of the meeting point',
};

const states: Record<OwnListingState, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  declined: 'Declined',
  live: 'Live',
  paused: 'Paused',
  hidden: 'Hidden by the guide',
};

const months = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month))),
);

/** What can be told of each, in words. */
export const factChoices = {
  steps: { none: 'No steps', few: 'A few steps', many: 'Many steps' },
  transfer: {
    none: 'No change of seat is asked',
    helped: 'A change of seat, with help',
    unaided: 'A change of seat, alone',
  },
  hearing: { captions: 'Captions', loop: 'A hearing loop', written: 'Written words', none: 'Nothing' },
  sensory: { calm: 'Calm', loud: 'Loud', bright: 'Bright or flashing lights', dark: 'Dark' },
} as const;

const empty = 'empty';
const inWords = (field: OwnListingField, now: OwnListing): string => {
  const value = now[field];
  if (value === null || value === '') return empty;
  if (Array.isArray(value)) return value.map((month) => months[month - 1]).join(', ');
  if (field in factChoices) return factChoices[field as 'steps'][value as 'none'] ?? String(value);
  return String(value);
};

type Asked = OwnListing['history'][number];

/** Words of an advertiser's home and of the editor of its listings. */
export const ownListingsDesk = {
  tab: 'Your listings',
  sentence: ({ live, paused, submitted, draft, declined, hidden }: Readonly<Record<OwnListingState, number>>) =>
    `${[
      `${number(live)} live`,
      ...(paused ? [`${number(paused)} paused`] : []),
      ...(submitted ? [`${number(submitted)} submitted`] : []),
      ...(declined ? [`${number(declined)} declined`] : []),
      ...(draft ? [counted(draft, 'draft', 'drafts')] : []),
      ...(hidden ? [`${number(hidden)} hidden by the guide`] : []),
    ].join(', ')}.`,
  found: (count: number) => `${total(count)} found.`,
  caption: 'Your listings',
  search: 'Search by name',
  state: 'State',
  states,
  columns: { name: 'Name', state: 'State', category: 'Category', price: 'Price', updated: 'Changed' },
  changeWaits: 'Change submitted',
  changeDeclined: 'Change declined',
  moment,
  add: 'Add a listing',
  none: 'No listing is like that',
  noneText: 'Take a word out of the search, or choose all states.',
  nothing: 'You have no listing yet',
  nothingText: 'What you add is a draft. Submit it, and guests find it once we have looked at it.',
  detail: 'About this listing',
  fields,
  empty,
  untilThen: (field: string) => `${field} until it is approved`,
  answers: 'Answers',
  fails: 'Leads nowhere',
  answered: contentDesk.links.answered,
  notAsked: linkNotAsked,
  picture: 'Picture',
  position: 'Position',
  rating: 'Rating',
  rated: (rating: number, count: number) => `${rating.toFixed(1)}, ${counted(count, 'review', 'reviews')}`,
  commission: 'Commission rate',
  percent,
  monthsOf: (open: readonly number[] | null) => (open ? open.map((month) => months[month - 1]).join(', ') : null),
  factOf: <Fact extends keyof typeof factChoices>(fact: Fact, value: string | null): string | null =>
    value && ((factChoices[fact] as Readonly<Record<string, string>>)[value] ?? value),
  declined: (isNew: boolean, reason: string | null) =>
    [
      isNew ? 'We have declined this listing.' : 'We have declined the link and the price that you submitted.',
      reason && `The reason: ${reason}`,
      isNew ? 'Change it and submit it again.' : 'Guests see those of before.',
    ]
      .filter(Boolean)
      .join(' '),
  waits: (isNew: boolean) =>
    isNew
      ? 'Submitted. One of us reads it, and you are told by e-mail. No guest finds it until then.'
      : 'Another link or price is submitted. Guests see those of before until one of us has approved it.',
  hidden: 'We have hidden this listing from guests. Please write to us.',
  edit: 'Edit',
  advertise: 'Advertise it',
  deeds: { submit: 'Submit', withdraw: 'Withdraw', pause: 'Pause', resume: 'Resume', remove: 'Delete' },
  asks: {
    submit: (listing: OwnListing) =>
      [
        `One of us reads ${listing.name}, and you are told by e-mail what becomes of it.`,
        ...linkDoubts(fields, listing, listing.links, listing.asks_links),
      ].join(' '),
    withdraw: ({ name }: OwnListing) => `What you submitted for ${name} is decided about no more.`,
    pause: ({ name }: OwnListing) => `No guest finds ${name} until you resume it.`,
    resume: ({ name }: OwnListing) => `Guests find ${name} at once.`,
    remove: ({ name }: OwnListing) =>
      `${contentDesk.askOf('delete', 1)} ${name} was never published, and cannot be brought back.`,
  },
  said: {
    submit: (name: string) => `${name} is submitted.`,
    withdraw: (name: string) => `What was submitted for ${name} is withdrawn.`,
    pause: (name: string) => `${name} is paused: no guest finds it.`,
    resume: (name: string) => `${name} is live: guests find it.`,
    remove: (name: string) => `${name} is deleted.`,
  },
  history: 'What you submitted',
  askedLine: ({ is_new, state, submitted_at, decided_at }: Asked) =>
    [
      `${is_new ? 'The listing' : 'Another link or price'}, ${moment(submitted_at)}:`,
      { submitted: 'waits', approved: 'approved', declined: 'declined', withdrawn: 'withdrawn' }[state],
      ...(decided_at ? [moment(decided_at)] : []),
    ].join(' '),
  editor: {
    add: 'A new listing',
    addText: 'It is a draft until you submit it. No guest finds it before we have looked at it.',
    editText: (name: string, isPublished: boolean) =>
      isPublished
        ? `You edit ${name}. Guests see what you save at once, but another link or price, which one of us approves first.`
        : `You edit ${name}. No guest finds it yet.`,
    notThere: 'This listing is not there.',
    toListing: 'Show the listing',
    toListings: 'Back to your listings',
    broken: {
      price_named: (found: string) =>
        `Leave “${found}” out: prices change, and guests take what they read here as yours. Your booking page has them.`,
      price_claimed: (found: string) => `Leave “${found}” out: nobody here can check that a price is low, or nothing.`,
    } satisfies Record<ContentRule, unknown>,
    guide: 'What we ask of a listing',
    rules: [
      `A description of at least ${leastDescription} characters that says what guests do, how long it takes and what is included.`,
      'No prices among its words, and no discounts, bargains or gifts: the price range says how dear it is, and your booking page what it costs. Parking, Wi-Fi, a shuttle or cancellation may be called free.',
      'A booking link that answers, and leads to this very experience.',
      'Pictures of your own, of the place and the people as they are.',
    ],
    description: `Minimum ${leastDescription} characters for quality standards`,
    japanese: `Minimum ${leastJapaneseDescription} characters, or none`,
    count: (count: number, least: number) => `${number(count)} of at least ${least} characters.`,
    japaneseHint: 'For Japanese readers. Without it they are shown the English one.',
    link: 'Please give the whole address, beginning with https://',
    bookingHint: 'Where guests book. It begins with https://. Another one is approved by us first.',
    websiteHint: 'Another one is approved by us first.',
    priceHint: 'Another one is approved by us first.',
    none: 'None',
    months: 'Open in',
    monthsHint: 'Choose none where you are open all the year: all twelve are the same, and are taken away again.',
    monthNames: months,
    access: 'Can I come along?',
    accessHint: 'Guests read it before they book. What you leave out they are not told.',
    notTold: 'Not told',
    factChoices,
    meetingHint: 'In words, as a local would say it.',
    meetingPosition: 'Meeting point on the map',
    meetingPositionHint: 'Where it is elsewhere than the listing itself.',
    positionHint: 'In degrees, west of Greenwich below zero. Without a position it is in lists, and not on the map.',
    save: 'Save',
    saving: 'Saving…',
    said: { saved: (name: string) => `${name} is saved.`, created: (name: string) => `${name} is a draft now.` },
  },
  byNow: {
    ...byNow('Somebody else has changed this listing meanwhile.', fields),
    other: (field: OwnListingField, now: OwnListing) => `${fields[field]} of the other: ${inWords(field, now)}`,
  },
  pictures: {
    title: 'Pictures',
    none: 'There is no picture yet. Guests see the pattern of the house in its place.',
    first: 'The first picture stands in lists, the others in the listing itself.',
    afterSaving: 'Save the listing first, then add its pictures.',
    add: 'Add a picture',
    hint: `PNG, JPEG, WebP or AVIF, at most 10 MB, at least 480 by 320 pixels. Where and by what it was taken is left out.`,
    full: 'There is room for no more. Remove one first.',
    words: 'What it shows',
    wordsHint: 'Read to those who cannot see it.',
    crop: 'What of it is shown',
    cropHint: 'Drag the picture, or use the sliders.',
    size: 'Size of the part',
    across: 'From left to right',
    down: 'From top to bottom',
    use: 'Use this picture',
    using: 'Sending…',
    atFault: 'The words of the picture that you are adding need another look. Nothing is saved yet.',
    onItsWay: 'A picture is still on its way, and would be lost. Please save once it is here, or cancel it.',
    waiting: (count: number) => `${counted(count, 'picture is', 'pictures are')} being drawn.`,
    drawn: (count: number) => `${counted(count, 'new picture is', 'new pictures are')} here.`,
    failed: (problem: string | null) => `The picture that was sent cannot be used: ${problem}.`,
    numbered: (at: number, words: string | null) => `Picture ${at}${words ? `: ${words}` : ''}`,
    earlier: (at: number) => `Move picture ${at} forward`,
    later: (at: number) => `Move picture ${at} back`,
    remove: (at: number) => `Remove picture ${at}`,
    putBack: (at: number) => `Put picture ${at} back`,
    save: 'Save pictures',
    saving: 'Saving…',
    saved: 'The pictures are saved.',
    unsaved: 'Not saved yet.',
    changed:
      'Somebody else has changed the pictures meanwhile. What you have changed stays: look at all of them, then save again.',
    undoHint: `What is removed is kept for ${undoDays} days: write to us if you want it back.`,
  },
};
