import { type ProposalStatus, placePictureRules } from '../../../../contract/portal-states.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const shownIn = (places: number, shown: number) =>
  places === 0
    ? 'Your organization has no place yet.'
    : `${counted(places, 'place shows', 'places show')} ${counted(shown, 'experience', 'experiences')}`;

const { least } = placePictureRules;
const states: Record<ProposalStatus, string> = {
  pending: 'Waits for approval',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/** Words of what a partner proposes for a place. */
export const placeProposals = {
  moment,
  title: 'Name, words and picture',
  text: 'What guests read and see of this place. Propose a change: guests see it once we have approved it, and you are told by e-mail.',
  last: 'Your last proposal',
  status: 'Status',
  states,
  proposed: 'Proposed',
  decided: 'Decided',
  reason: 'Reason',
  name: 'Name',
  nameMissing: 'Please fill in a name',
  description: 'Words',
  descriptionMissing: 'Please fill in a few words about this place',
  picture: 'Picture',
  proposedPicture: 'The picture that you propose',
  pictureHint: `JPEG, at most 2 MB, ${number(least.width)} by ${number(least.height)} pixels or more. Wider than high looks best.`,
  send: 'Send for approval',
  sending: 'Sending…',
  sent: 'Sent for approval. Guests see the place as before until then.',
  nothingNew: 'Nothing is changed yet: this is what guests see already.',
  withdraw: 'Withdraw',
  withdrawText: 'What waits is taken back, and you can propose something else.',
  withdrawn: 'Withdrawn. Guests see the place as before.',
};

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
  views: { list: 'Experiences', about: 'Words and picture' },
  list: 'What guests see here',
  listText:
    'The first one is what guests see first. Move one by its handle, by the buttons, or with the arrow keys on its handle. What you hide stays in this list.',
  none: 'Nothing to show yet',
  noneText:
    'Nothing that we have chosen for this place is in the guide just now. As soon as something is, you put it in order here.',
  hide: 'Hide',
  show: 'Show',
  hidden: 'Hidden',
  isHidden: (name: string) => `${name} is hidden.`,
  isShown: (name: string) => `${name} is shown.`,
  nothingShown: 'With all of it hidden, guests find no experience here.',
  nothingNow: 'Guests find no experience here just now.',
  unsaved: 'Not saved yet: guests still see it as it was.',
  preview: 'See it as guests do',
  previewOf: (place: string) => `${place}, as guests see it`,
  previewLoading: 'Loading what guests see…',
  previewFailed: 'This cannot be shown just now. Nothing is lost: close it and try again in a moment.',
  closePreview: 'Close the preview',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved. Guests see it like this from now on.',
  asItIs: 'Show it as it is now',
};
