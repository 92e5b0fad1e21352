import { undoDays } from '../../../../contract/listing-form.ts';
import type { LocationAction, LocationField } from '../../../../contract/location-form.ts';
import type { KeptPlace, LocationWithHistory } from '../../../../contract/locations.ts';
import { number } from '../format.ts';
import { byNow } from './by-now.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const fields: Record<Entry['changes'][number]['field'], string> = {
  name: 'Name',
  partner: 'Partner',
  description: 'Words about it',
  address: 'Address',
  latitude: 'Latitude',
  longitude: 'Longitude',
  listings: 'Experiences',
  hidden: 'Hidden by its partner',
  rules: 'Experiences whose rules changed',
};

const places = (count: number) => counted(count, 'place', 'places');

/** What is done to several at once. */
const titles: Record<LocationAction, (count: number) => string> = {
  delete: (count) => (count === 1 ? 'Delete a place' : `Delete ${places(count)}`),
  restore: (count) => `Undo the deletion of ${places(count)}`,
};
const asks: Record<LocationAction, (count: number) => string> = {
  delete: (count) =>
    count === 1
      ? 'Are you sure you want to delete this place?'
      : `Are you sure you want to delete these ${number(count)} places?`,
  restore: () => `Each is as it was before. What was deleted more than ${undoDays} days ago stays deleted.`,
};
const done: Record<LocationAction, string> = { delete: 'deleted', restore: 'as before' };

type Entry = LocationWithHistory['history'][number];
type Value = string | number | null;
const inWords = (value: Value) => (value === null || value === '' ? 'empty' : String(value));

/** Words of the administrators' desk of places. */
export const locationsDesk = {
  tabs: { locations: 'Locations', orphans: 'Orphan scans', batch: 'QR batch' },
  sentence: ({ places, without_partner, without_coordinates, deleted }: Record<string, number>) =>
    `${counted(places!, 'place', 'places')}: ${number(without_partner!)} without a partner, ${number(without_coordinates!)} without coordinates. ${number(deleted!)} deleted.`,
  found: (count: number) => `${count > 10_000 ? 'More than 10,000 places' : places(count)} found.`,
  caption: 'Locations',
  search: 'Search by name, address or partner',
  partner: 'Partner',
  partners: { with: 'With a partner', without: 'Without a partner' },
  coordinates: 'Coordinates',
  coordinatesOptions: { with: 'With coordinates', without: 'Without coordinates' },
  deleted: 'Deleted',
  deletedOptions: { true: 'Deleted alone' },
  columns: {
    name: 'Name',
    partner: 'Partner',
    address: 'Address',
    island: 'Island',
    codes: 'Codes',
    listings: 'Listings',
    position: 'Position',
    created: 'Added',
  },
  none: 'No place is like that',
  noneText: 'Take a word out of the search, or choose all. Deleted places are found where they are chosen alone.',
  nothing: 'There is no place yet',
  nothingText: 'What you add stands here, and guests can open it at once.',
  notKnown: 'Not known',
  onMap: 'Known',
  noPartner: 'None',
  number,
  moment,
  add: 'Add a place',
  detail: 'About this place',
  fields,
  deletedAt: 'Deleted',
  open: 'See it as guests do',
  edit: 'Edit',
  remove: 'Delete',
  noUndo: `It was deleted more than ${undoDays} days ago: that can no longer be undone.`,
  actions: { delete: 'Delete', restore: 'Undo' } satisfies Record<LocationAction, string>,
  titleOf: (does: LocationAction, count: number) => titles[does](count),
  askOf: (does: LocationAction, count: number) => asks[does](count),
  deletesText: `No guest can open them any more, and their partners no longer have them. You can undo this for ${undoDays} days. Those to which codes lead, or where somebody has scanned, stay.`,
  changedOf: (does: LocationAction, changed: number, left: number) =>
    `${counted(changed, 'place is', 'places are')} ${done[does]}.${left > 0 ? ` Left as they are: ${number(left)}.` : ''}`,
  noneDeleted: 'No place was deleted.',
  kept: (count: number) => counted(count, 'place stays', 'places stay'),
  keptFor: ({ reason, codes, code_count }: KeptPlace) => {
    if (reason === 'scanned') return 'it has been scanned, and those scans stay with it.';
    if (reason === 'stands_in') return 'it is shown where content has no place of its own.';
    const further = code_count - codes.length;
    if (code_count === 1) return `the code ${codes[0]} leads to it.`;
    return `the codes ${codes.join(', ')}${further > 0 ? ` and ${number(further)} more` : ''} lead to it.`;
  },
  keptBesides: (count: number) => `Besides these: ${number(count)}. The file tells why of each.`,
  confirmText: (name: string) =>
    `No guest can open ${name} any more, and its partner no longer has it. You can undo this for ${undoDays} days. A place to which codes lead, or where somebody has scanned, stays.`,
  said: {
    created: (name: string) => `${name} is added.`,
    saved: (name: string) => `${name} is saved.`,
    deleted: (name: string) => `${name} is deleted.`,
    restored: (name: string) => `${name} is as it was before.`,
  },
  history: 'Who changed what',
  actionOf: ({ action }: Pick<Entry, 'action'>): string =>
    ({
      place_created: 'Added',
      place_changed: 'Changed',
      place_deleted: 'Deleted',
      place_restored: 'Deletion undone',
      place_list_changed: 'Experiences chosen',
      place_arranged: 'Experiences arranged by its partner',
    })[action] ?? action,
  changeOf: ({ field, before, after }: Entry['changes'][number]) =>
    `${fields[field]}: ${inWords(before)} → ${inWords(after)}`,
  editor: {
    add: 'A new place',
    edit: 'Edit this place',
    addText: 'Guests can open it as soon as it is added.',
    editText: (name: string) => `You edit ${name}. Guests see what you save at once.`,
    forCode: (code: string) => `It is for the code ${code}: once it is added you can give it that code.`,
    notThere: 'This place is not there.',
    deletedText: 'This place is deleted. Undo that first, then change it.',
    toPlace: 'Show the place',
    toPlaces: 'Back to the places',
    noPartner: 'No partner',
    partnerHint:
      'A place to which a code leads, or where guests have been, stays with its partner: its figures are that partner’s.',
    position: 'Position on the map',
    positionHint:
      'In degrees, west of Greenwich below zero. Without a position the place is in lists, and not on the map.',
    positionHalf: 'Latitude and longitude belong together: give both, or neither.',
    degrees: 'Please give degrees, as 21.2767 or -157.8275.',
    pick: 'Pick on the map',
    hideMap: 'Put the map away',
    map: 'Map to pick the position on',
    mapHint: 'Tap where the place is, or move the map and take its middle.',
    middle: 'Take the middle of the map',
    zoomIn: 'Nearer',
    zoomOut: 'Farther',
    picked: (latitude: string, longitude: string) => `Picked: ${latitude}, ${longitude}.`,
    noPictures: 'The pictures of the map do not come: the coast alone is drawn.',
    noMap: 'The map could not be loaded. Try again, or type the degrees.',
    lookUp: 'Look up the address',
    lookingUp: 'Looking up…',
    lookUpOff: 'Looking up addresses is not set up here.',
    noAddress: 'Please give the address first.',
    found: (count: number) =>
      count === 0
        ? 'Nothing was found for this address. Type the degrees, or pick the place on the map.'
        : `${counted(count, 'answer', 'answers')}. Choose the right one:`,
    chosen: (label: string) => `Position of: ${label}`,
    save: 'Save',
    saving: 'Saving…',
  },
  byNow: {
    ...byNow('Somebody else has changed this place meanwhile.', fields),
    other: (field: LocationField, value: Value) => `${fields[field]} of the other: ${inWords(value)}`,
  },
};
