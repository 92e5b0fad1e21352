import { number } from '../format.ts';
import { counted } from './counted.ts';

const shownIn = (places: number, shown: number) =>
  places === 0
    ? 'Your organization has no place yet.'
    : `${counted(places, 'place shows', 'places show')} ${counted(shown, 'experience', 'experiences')}`;

/** Words of a partner's own places and of what each of them shows. */
export const ownPlaces = {
  number,
  sentence: (places: number, shown: number, hidden: number) =>
    places === 0
      ? shownIn(places, shown)
      : `${shownIn(places, shown)}${hidden > 0 ? `; ${number(hidden)} hidden` : ''}.`,
  caption: 'Places by name',
  columns: { name: 'Place', shown: 'Shown', hidden: 'Hidden', address: 'Address', island: 'Island' },
  empty: 'No place yet',
  emptyText: 'A place comes with its first QR code: request one in the QR Manager.',
  detail: 'About this place',
  list: 'What guests see here',
  listText:
    'The first one is what guests see first. Move one by its handle, by the buttons, or with the arrow keys on its handle. What you hide stays in this list.',
  none: 'Nothing to show yet',
  noneText: 'We have not chosen any experiences for this place yet. As soon as we have, you put them in order here.',
  handle: (name: string, at: number, of: number) => `Move ${name}, ${number(at)} of ${number(of)}`,
  handleKeys: 'Arrow up and arrow down move it, Home and End put it first or last.',
  up: 'Move up',
  down: 'Move down',
  hide: 'Hide',
  show: 'Show',
  named: (deed: string, name: string) => `${deed}: ${name}`,
  hidden: 'Hidden',
  moved: (name: string, at: number, of: number) => `${name} is now ${number(at)} of ${number(of)}.`,
  isHidden: (name: string) => `${name} is hidden.`,
  isShown: (name: string) => `${name} is shown.`,
  nothingShown: 'With all of it hidden, guests find no experience here.',
  unsaved: 'Not saved yet: guests still see it as it was.',
  preview: 'See it as guests do',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved. Guests see it like this from now on.',
  asItIs: 'Show it as it is now',
};
