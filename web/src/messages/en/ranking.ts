import { cardsPerSponsored } from '../../../../contract/campaign-form.ts';
import { recommendationLimits, recommendationWeights } from '../../../../contract/recommendation-score.ts';

const { radiusKm, horizonHours } = recommendationLimits;

/** Words of the page that says what decides about the order of experiences. */
export const ranking = {
  lead: 'Nobody can pay to stand higher. This is all that decides what you see first.',
  place: 'At a place',
  placeText:
    'The people of the place and our editors choose its experiences and put them in order by hand. Some are shown at certain hours, on certain dates, to readers of a language or on certain days of a stay.',
  all: 'In the whole guide and on the map',
  allOrder: ['Those our editors feature', 'Those rated higher by guests', 'The alphabet'],
  search: 'When you search',
  searchOrder: [
    'How well your words fit: exact words first, similar spellings after them',
    'Those our editors feature',
    'The alphabet',
  ],
  goesWith: 'What goes well with a booking',
  goesWithText: `Of what is within ${radiusKm} km and ${horizonHours} hours, each has up to 100 points:`,
  points: {
    complement: 'How well the kinds go together: a meal after a tour, rather than another tour',
    distance: 'How near it is',
    rating: 'How guests rate it',
    time: 'How well it fits the time of your booking',
    together: 'How many guests booked both',
  } satisfies Record<keyof typeof recommendationWeights, string>,
  pointsOf: (part: keyof typeof recommendationWeights) => `up to ${recommendationWeights[part]} points`,
  sponsored: 'What is sponsored',
  sponsoredText: [
    `A card labelled “Sponsored” is paid for. One stands after each ${cardsPerSponsored - 1} cards of a list at most, never before the first, and it moves none of the others.`,
    'Of several that are behind what was planned for their day, their advertisers take turns by lots that are drawn anew each minute, whatever they pay; one that is paid by the click, and was shown more often than its clicks stand for, has a tenth as many. Guests of one network, as a hotel’s Wi-Fi, make up half of a campaign’s day at most. What a list shows anyway is not sponsored in it. Whoever came without a code, or asks for privacy, sees none of them.',
  ],
  never: 'What never counts',
  neverOrder: ['What a partner or we earn on a booking', 'What an advertiser pays', 'Which platform you book on'],
  log: 'Every change of a list’s order is written to our audit log, with who made it.',
};
