import type { RuleKind } from '../../../../contract/list-rules.ts';
import { calendarDay, moment, number } from '../format.ts';
import { counted } from './counted.ts';
import { listRules } from './list-rules.ts';

type Why = RuleKind | 'partner' | 'house' | 'inactive';
const reasons: Record<Why, string> = {
  time: 'another time of day',
  days: 'another day',
  languages: 'another language',
  stay: 'another day of the stay',
  partner: 'hidden by the partner',
  house: 'hidden by us',
  inactive: 'not in the guide',
};

/** Words of the desk that chooses what each place shows. */
export const placeListsDesk = {
  number,
  sentence: (places: number) => `${counted(places, 'place', 'places')} to choose experiences for.`,
  found: (places: number) => `${counted(places, 'place matches', 'places match')}.`,
  caption: 'Places by name',
  search: 'Search places',
  emptyLists: 'Shows nothing',
  emptyOnes: { any: 'All of these', coded: 'Where a QR code leads to' },
  columns: {
    name: 'Place',
    shown: 'Shown now',
    chosen: 'Chosen',
    ruled: 'With rules',
    partner: 'Partner',
    address: 'Address',
    island: 'Island',
  },
  nobody: 'No partner',
  none: 'No place is like that',
  noneText: 'Try a shorter part of the name, or choose all.',
  nothing: 'No place yet',
  nothingText: 'As soon as there is a place, you choose here what it shows.',
  detail: 'The list of this place',
  views: { list: 'List', preview: 'Preview' },
  list: 'What guests see here',
  listText:
    'The first one is what guests see first. Move one by its handle, by the buttons, or with the arrow keys on its handle. Guests see what you save at once.',
  arranged: (at: string) =>
    `Its partner put this list in order on ${moment(at)}. What they hide stays hidden, and their order stays unless you replace it.`,
  overPartner: 'Replace the partner’s order',
  overPartnerHint: 'Your order is another one than theirs.',
  overPartnerMissing: 'Say that your order replaces the partner’s, or put it back as it was.',
  hiddenByPartner: 'Hidden by the partner',
  hiddenByHouse: 'Hidden by us',
  inactive: 'Not in the guide',
  rules: 'Rules',
  remove: 'Remove',
  removed: (name: string) => `${name} is no longer in the list. Not saved yet.`,
  added: (name: string) => `${name} is last in the list. Not saved yet.`,
  empty: 'Nothing is chosen: guests find no experience here.',
  moreEmpty: (count: number) => `And ${counted(count, 'more time', 'more times')} like these.`,
  unsaved: 'Not saved yet: guests still see it as it was.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved. Guests see it like this from now on.',
  changedMeanwhile:
    'Somebody else has changed this list meanwhile. What you did is still here: saving it again replaces what they did.',
  changedUnread:
    'Somebody else has changed this list meanwhile, and what they did could not be read just now. What you did is still here: save once more to see it beside yours.',
  asItIs: 'Show it as it is now',
  add: 'Add experiences',
  addSearch: 'Search by name',
  addCategory: 'Category',
  anyCategory: 'Any',
  find: 'Search',
  finding: 'Finding…',
  noneFound: 'No active experience is called that.',
  someFound: (shown: number, total: number) =>
    total > shown
      ? `The first ${number(shown)} of ${number(total)}.`
      : `${counted(total, 'experience', 'experiences')}.`,
  addOne: 'Add',
  isIn: 'In the list',
  full: (most: number) => `A place has at most ${number(most)} experiences.`,
  ruleSheet: {
    title: (name: string) => `Rules: ${name}`,
    text: 'It is shown when all of this holds. What you leave empty asks for nothing. Times and days are Hawaiʻi’s.',
    close: 'Close the rules',
    timeOfDay: 'Time of day',
    timeHint: 'Where the second is earlier than the first it is the next day’s.',
    from: 'Shown from',
    until: 'Shown until',
    firstDay: 'First day',
    lastDay: 'Last day',
    languages: 'Readers of',
    languagesHint: 'None: of every language.',
    stay: 'Stay',
    stayFrom: 'From day of the stay',
    stayUntil: 'To day of the stay',
    stayHint: 'Day 1 is the day of a guest’s first scan.',
    use: 'Use these rules',
    using: 'Taking over…',
    faults: {
      time: 'Give both times, or neither.',
      sameTime: 'Give another time than the first.',
      days: 'Must not be before the first day.',
      stay: 'Give a whole day from 1 to 365.',
      stayOrder: 'Must not be before the first.',
    },
  },
  preview: {
    title: 'As guests see it',
    text: 'What is saved of this list, at any moment and for any guest.',
    at: 'Time in Hawaiʻi',
    day: 'Day',
    language: 'Language',
    stay: 'Day of their stay',
    look: 'Show',
    seen: (given: { at: string; day: string; language: 'en' | 'ja'; stay: number }, count: number) =>
      `As seen at ${listRules.time(given.at)} in ${listRules.languages[given.language]} on ${calendarDay(given.day)}, on day ${number(given.stay)} of their stay: ${counted(count, 'experience', 'experiences')}.`,
    nothing: 'This place would show nothing then.',
    leftOut: 'Left out',
    allShown: 'Nothing is left out.',
    why: (why: readonly Why[]) => `Because of: ${why.map((one) => reasons[one]).join(', ')}.`,
  },
};
