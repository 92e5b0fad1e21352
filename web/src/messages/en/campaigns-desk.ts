import {
  type CampaignField,
  type CampaignLack,
  type CampaignPricing,
  type CampaignState,
  type CampaignWait,
  campaignCents,
  impressionsPerClick,
  leastPerThousand,
} from '../../../../contract/campaign-form.ts';
import type { Campaign, CampaignEntry, ListedCampaign } from '../../../../contract/campaigns.ts';
import type { Category } from '../../../../contract/values.ts';
import { list, number, shortDay } from '../format.ts';
import { byNow } from './by-now.ts';
import { counted } from './counted.ts';
import { calendarDay, dollars, moment } from './format.ts';
import { listRules } from './list-rules.ts';

const fields: Record<CampaignField, string> = {
  name: 'Name',
  listing_id: 'Listing',
  pricing: 'Paid',
  budget: 'Budget',
  click_price: 'For each click',
  most_impressions: 'Impressions at most',
  most_a_day: 'Impressions a day at most',
  first_day: 'First day',
  last_day: 'Last day',
  time_from: 'From',
  time_until: 'Until',
  languages: 'Languages',
  places: 'Places',
  categories: 'Categories',
};

const pricings: Record<CampaignPricing, string> = { fixed: 'A fixed fee', click: 'By the click' };

const states: Record<CampaignState, string> = {
  draft: 'Draft',
  running: 'Running',
  paused: 'Paused',
  ended: 'Ended',
};

const waits: Record<CampaignWait, string> = {
  suspended: 'Suspended',
  listing_hidden: 'Listing not live',
  listing_closed: 'Closed this month',
  no_place: 'In no list',
  no_room: 'No room',
  used_up: 'Used up',
  not_begun: 'To come',
  out_of_hours: 'Out of hours',
  used_up_today: 'Done for today',
  ahead: 'Ahead of plan',
};

const campaigns = (count: number) => counted(count, 'campaign', 'campaigns');
const impressions = (count: number) => counted(count, 'impression', 'impressions');
const clicks = (count: number) => counted(count, 'click', 'clicks');
/** The year stands once where it is the same. */
const days = (first: string, last: string) => {
  if (first === last) return calendarDay(first);
  return `${first.slice(0, 4) === last.slice(0, 4) ? shortDay(first) : calendarDay(first)} to ${calendarDay(last)}`;
};
const times = (from: string | null, until: string | null) =>
  from && until ? `${listRules.time(from)} to ${listRules.time(until)}` : 'All day';

/** What a field held, in words. */
function heldIn(field: CampaignField, value: CampaignEntry['changes'][number]['before']): string {
  if (value === null || value === '') return 'none';
  if (Array.isArray(value)) {
    const named = field === 'languages' ? value.map((one) => listRules.languages[one as 'en']) : value;
    return named.length === 0 ? 'none' : list(named);
  }
  if (field === 'pricing') return pricings[value as CampaignPricing];
  if (field === 'first_day' || field === 'last_day') return calendarDay(String(value));
  if (field === 'time_from' || field === 'time_until') return listRules.time(String(value));
  if (typeof value === 'string') return value;
  return field === 'budget' || field === 'click_price' ? dollars(value) : number(value);
}

const lacks: Record<CampaignLack, string> = {
  no_place:
    'No list shows it: the places that it names, if any, were deleted since, and the list of a category shows its own listings alone. Choose others.',
  no_room:
    'None of the lists that it is for can show it: each has fewer than four experiences of its own, or has this one itself. Choose other places or categories.',
};

/** Of one that was not started yet, or waits to be resumed, why none of its lists could show it. */
const lackOf = ({ state, lacks: lack }: Pick<Campaign, 'state' | 'lacks'>): string | null =>
  lack && (state === 'draft' || state === 'paused') ? lacks[lack] : null;

/** Beside which others of its listing it is shown, each with how often it was today. */
const turnsOf = ({ turns_with, today }: Pick<Campaign, 'turns_with' | 'today'>): string | null =>
  turns_with.length === 0
    ? null
    : `A list shows one card of a listing: this campaign and others of its listing take turns there, by lots that are drawn anew each minute. This one: ${impressions(today)} today. ${list(
        turns_with.map((other) => `${other.name}: ${number(other.today)}`),
      )}.`;

type Waiting = Pick<Campaign, 'waits' | 'pricing' | 'first_day' | 'time_from' | 'time_until'>;

/** Why a running campaign is not shown now, and what brings it back. */
const waitsFor = ({ waits: why, pricing, first_day, time_from, time_until }: Waiting): string | null =>
  why &&
  {
    suspended: 'It waits until the organization is active again.',
    listing_hidden: 'It waits until guests find its listing again.',
    listing_closed: 'Its listing is closed in this month: it waits for one in which it is open.',
    ...lacks,
    used_up:
      pricing === 'fixed'
        ? 'All that it may show is used up. A higher limit, with a fee that is higher in proportion, lets it go on.'
        : 'All that it may show or cost is used up. A higher limit lets it go on.',
    not_begun: `It waits for its first day, ${calendarDay(first_day)}.`,
    out_of_hours: `It waits for its time of day, ${times(time_from, time_until)}.`,
    used_up_today: 'Today’s impressions are used up. It goes on tomorrow.',
    ahead: 'It is ahead of its plan for today, which is even over the day. Guests see it again as the day goes on.',
  }[why];

type Holding = Pick<Campaign, 'state' | 'held' | 'listing' | 'listing_held'>;

/** What an administrator's hold, on it or on another of its listing, keeps its advertiser from. */
function heldOf({ state, held, listing, listing_held: other }: Holding, isAdmin: boolean): string | null {
  if (held && isAdmin)
    return `Held by an administrator: until it is released its advertiser can make and start no campaign of ${listing}, this one included.`;
  if (held)
    return state === 'ended'
      ? `Held by an administrator: until we release it you can make and start no campaign of ${listing}. The reason stands below; please write to us once it is settled.`
      : `Held by an administrator: you cannot resume it, and can make and start no other campaign of ${listing}, until we release it. The reason stands below; please write to us once it is settled.`;
  if (!other || state === 'ended') return null;
  const [cannot, done] = state === 'running' ? ['change', 'changed'] : ['start', 'started'];
  if (isAdmin)
    return `Its advertiser cannot ${cannot} it: ${other.name}, of the same listing, is held by an administrator.`;
  return `It cannot be ${done} now: ${other.name}, of the same listing, is held by an administrator. The reason stands in its history; please write to us once it is settled.`;
}

/** Words of the desk of campaigns. */
export const campaignsDesk = {
  sentence: ({ running, draft, paused, ended }: Record<CampaignState, number>) =>
    `${number(running)} running, ${counted(draft, 'draft', 'drafts')}, ${number(paused)} paused, ${number(ended)} ended.`,
  found: (count: number) => `${count > 10_000 ? 'More than 10,000 campaigns' : campaigns(count)} found.`,
  caption: 'Campaigns',
  search: { own: 'Search by name', all: 'Search by name or advertiser' },
  state: 'State',
  states,
  waits,
  isHeld: 'Held by an administrator',
  columns: {
    name: 'Name',
    state: 'State',
    advertiser: 'Advertiser',
    listing: 'Listing',
    days: 'Days',
    delivered: 'Impressions',
    clicks: 'Clicks',
    spent: 'Cost',
    updated: 'Changed',
  },
  none: 'No campaign is like that',
  noneText: 'Take a word out of the search, or choose all states.',
  nothing: 'There is no campaign yet',
  nothingText: {
    own: 'A campaign shows one of your live listings in the lists of the guide, labelled as sponsored.',
    all: 'What advertisers make stands here at once.',
  },
  moment,
  number,
  days,
  delivered: ({
    impressions: shown,
    most_impressions: most,
  }: Pick<ListedCampaign, 'impressions' | 'most_impressions'>) =>
    most === null ? number(shown) : `${number(shown)} of ${number(most)}`,
  /** Null for those who may not see money. */
  spent: ({ cost, budget }: Pick<ListedCampaign, 'cost' | 'budget'>) =>
    cost === null ? null : `${dollars(cost)} of ${dollars(budget)}`,
  add: 'New campaign',
  detail: 'About this campaign',
  waitsFor,
  heldOf,
  lacks,
  lackOf,
  turnsOf,
  facts: {
    paid: 'Price',
    mostADay: 'A day at most',
    times: 'Times of day',
    languages: 'Languages',
    lists: 'Shown in',
    credited: 'Credited',
  },
  paid: ({
    pricing,
    budget,
    click_price,
    most_impressions,
  }: Pick<Campaign, 'pricing' | 'budget' | 'click_price' | 'most_impressions'>) =>
    pricing === 'click'
      ? `${dollars(click_price ?? 0)} for each click, up to ${dollars(budget)}`
      : `${dollars(budget)} for ${impressions(most_impressions ?? 0)}`,
  times,
  languagesOf: (some: Campaign['languages']) =>
    some.length === 0 ? 'All' : list(some.map((one) => listRules.languages[one])),
  /** In which lists of the guide it stands. */
  listsOf: (places: readonly { name: string }[], categories: readonly Category[]) =>
    places.length + categories.length === 0
      ? 'All lists'
      : [...places.map(({ name }) => name), ...categories].join('; '),
  /** Of the categories that are chosen those whose lists never show its listing. */
  neverIn: (categories: readonly Category[]) =>
    categories.length === 0
      ? null
      : `The list of a category shows its own listings alone: this one is never shown in ${list(categories)}.`,
  figures:
    'An impression is a card that stood in sight of a guest, a click leads on to booking, with its sign-in, or to your own page. Of each guest who has scanned a code one of either counts a day.',
  actions: {
    start: 'Start',
    resume: 'Resume',
    pause: 'Pause',
    release: 'Release',
    end: 'End',
    edit: 'Edit',
    results: 'Results',
    delete: 'Delete',
    credit: 'Credit',
  },
  titles: {
    start: 'Start a campaign',
    resume: 'Resume a campaign',
    pause: 'Pause a campaign',
    release: 'Release a campaign',
    end: 'End a campaign',
    delete: 'Delete a draft',
    credit: 'Credit some of the cost',
  },
  texts: {
    start: ({ name, budget, lacks: lack }: Pick<Campaign, 'name' | 'budget' | 'lacks'>) =>
      lack
        ? `${name} would run, and no guest would see it. ${lacks[lack]}`
        : `${name} is shown to guests on its days. It costs ${dollars(budget)} at most.`,
    resume: ({ name, lacks: lack }: Pick<Campaign, 'name' | 'lacks'>) =>
      lack ? `${name} would go on, and no guest would see it. ${lacks[lack]}` : `${name} is shown to guests again.`,
    pause: ({ name, listing }: Pick<Campaign, 'name' | 'listing'>, isAdmin: boolean) =>
      isAdmin
        ? `${name} is held: it is not shown, and costs nothing, until an administrator resumes or releases it. Until then its advertiser can make and start no campaign of ${listing}; others of it that run go on.`
        : `${name} is not shown, and costs nothing, until it is resumed.`,
    release: ({ name, listing }: Pick<Campaign, 'name' | 'listing'>) =>
      `${name} is held no more, and stays as it is. Its advertiser can start campaigns of ${listing} again.`,
    end: ({ name, listing, held }: Pick<Campaign, 'name' | 'listing' | 'held'>, isAdmin: boolean) =>
      [
        `${name} is shown no more. This cannot be undone; what it has cost stays owed.`,
        held && isAdmin && `It stays held: its advertiser can start no campaign of ${listing} until you release it.`,
      ]
        .filter(Boolean)
        .join(' '),
    delete: ({ name }: Pick<Campaign, 'name'>) =>
      `Are you sure you want to delete this campaign? ${name} has not begun, and is gone then.`,
    credit: ({ name, cost }: Pick<Campaign, 'name' | 'cost'>) =>
      `${name} has cost ${dollars(cost ?? 0)}. What you credit, its advertiser owes no more; its budget is not the larger for it.`,
  },
  amount: 'Amount to credit',
  amountMissing: 'Please give an amount.',
  reasonHint: 'The audit log keeps it, and the advertiser can read it here.',
  reasonTold: 'The audit log keeps it, and the advertiser is told by mail.',
  creditedByNow: (credited: number) => `Somebody else has credited meanwhile: ${dollars(credited)} by now.`,
  said: {
    created: (name: string) => `${name} is made, as a draft. Start it when it is right.`,
    saved: (name: string) => `${name} is saved.`,
    start: (name: string) => `${name} is started.`,
    resume: (name: string) => `${name} goes on.`,
    pause: (name: string) => `${name} is paused.`,
    release: (name: string) => `${name} is released.`,
    end: (name: string) => `${name} is ended.`,
    delete: (name: string) => `${name} is deleted.`,
    credit: (name: string, amount: number) => `${dollars(amount)} of ${name} are credited.`,
  },
  history: 'Who changed what',
  /** What a field of a campaign was made, and what it held before. */
  changeOf: ({ field, before, after }: CampaignEntry['changes'][number]) =>
    `${fields[field]}: ${heldIn(field, after)}, before: ${heldIn(field, before)}`,
  /** When it was done and by whom of their own people, as advertisers read it. */
  entryAt: ({ at, by, by_administrator }: CampaignEntry) =>
    [moment(at), by_administrator ? 'by an administrator' : by && `by ${by}`].filter(Boolean).join(', '),
  actionOf: ({ action, held }: CampaignEntry): string =>
    ({
      campaign_created: 'Made',
      campaign_changed: 'Changed',
      campaign_started: 'Started',
      campaign_paused: held ? 'Paused: held by an administrator' : 'Paused',
      campaign_released: 'Released',
      campaign_ended: 'Ended',
      campaign_credited: 'Credited',
    })[action] ?? action,
  editor: {
    title: 'New campaign',
    addText: 'It is a draft until you start it.',
    editText: (name: string) => `You edit ${name}. What you save holds at once.`,
    ended: 'This campaign has ended. It can no longer be changed.',
    notThere: 'This campaign is not there.',
    ofAdvertisers: 'Campaigns are made by advertisers. Open one of theirs to change it.',
    toCampaign: 'Show the campaign',
    toCampaigns: 'Back to the campaigns',
    listingHeld: (campaign: string) =>
      `${campaign}, of this listing, is held by an administrator: you can make and start no campaign of it until we release it. The reason stands in its history; please write to us once it is settled.`,
    noListing: 'None of your listings is live yet',
    noListingText: 'A campaign shows a listing that guests find. Once one of yours is live, you can choose it here.',
    chooseListing: 'Choose a listing',
    ofListing: (name: string) => `It shows ${name}.`,
    pricings,
    pricingStays: 'How it is paid stays, as it has begun.',
    fee: 'Fee in all',
    feeHint: 'In dollars. Owed in proportion as the impressions are delivered.',
    /** Of one that was shown, with one of those below. */
    feeStays: (fee: number, most: number) =>
      `In dollars. What each impression costs stays: ${dollars(fee)} for ${number(most)}.`,
    feeGrows: 'With more impressions the fee is higher in proportion.',
    feeFor: (most: number, fee: number) => `For ${number(most)} the fee is ${dollars(fee)}.`,
    feeOdd: (most: number) =>
      `For ${number(most)} that is no whole number of cents: please give another number of impressions.`,
    budget: 'Budget in all',
    budgetHint: 'In dollars. No click is charged that would exceed it.',
    clickHint: `In dollars, ${dollars(campaignCents.click.least / 100)} at least. ${impressionsPerClick} impressions are planned for each click: a campaign that was shown more often than that for its clicks is shown a tenth as often.`,
    mostHint: 'It stops exactly there.',
    mostADayHint: 'Without one, what is left is spread evenly over the days that are left.',
    days: 'Days',
    timesOfDay: 'Times of day',
    timesHint: 'Of Hawaiʻi. Leave both empty for the whole day.',
    languagesHint: 'Without one it is shown in all.',
    categoriesHint:
      'Lists of Explore, each of which shows listings of its own category alone. With neither categories nor places it is shown in all lists.',
    placesHint: 'Lists of places that hand out codes.',
    findPlaces: 'Search places',
    find: 'Find',
    finding: 'Finding…',
    placesFound: (shown: number, all: number) =>
      all === 0
        ? 'No place is like that.'
        : shown < all
          ? `The first ${number(shown)} of ${number(all)} places:`
          : `${counted(all, 'place', 'places')}:`,
    addPlace: (name: string) => `Add ${name}`,
    takeAway: (name: string) => `Take away ${name}`,
    takeAwayShort: 'Take away',
    placeDeleted: 'Deleted since: it is not shown there',
    addShort: 'Add',
    placesFull: (most: number) => `${number(most)} places are chosen, the most there can be.`,
    save: 'Save',
    saving: 'Saving…',
  },
  faults: {
    whole: 'Please give a whole number from 1 to 10,000,000.',
    tooLow: `${dollars(leastPerThousand / 100)} for each 1,000 impressions is the least.`,
    clickPrice: 'A click cannot cost more than the budget.',
    time: 'Both times belong together: give both, or neither.',
    sameTime: 'Please give another time than the first.',
  },
  preview: {
    title: 'As guests see it',
    none: 'Choose a listing, and its card stands here.',
    loading: 'The card is on its way…',
    failed: 'The card could not be loaded. What you typed stays.',
    notShown: 'Guests do not find this listing now, so there is no card to show.',
    where: 'The fifth, tenth or fifteenth card of a list, each after four more of its own.',
    mostFixed: (fee: number, most: number) =>
      `It costs ${dollars(fee)} at most, once it was shown ${counted(most, 'time', 'times')}.`,
    mostClicks: (cost: number, count: number, price: number) =>
      `It costs ${dollars(cost)} at most: ${clicks(count)} of ${dollars(price)} each.`,
    mostUnknown: 'Give the amounts and the limits, and what it may cost at most stands here.',
  },
  byNow: {
    ...byNow('Somebody else has changed this campaign meanwhile.', fields),
    other: (field: CampaignField, value: string) => `${fields[field]} of the other: ${value || 'empty'}`,
  },
  fields,
};
