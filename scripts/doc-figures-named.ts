import type { Figure } from './doc-figures.ts';

const at = (told: string | readonly string[], from: string) => (as: string, code: string, unit?: number) =>
  ({ told: [told].flat(), from, as, code, ...(unit && { unit }) }) satisfies Figure;
const decision = (name: string) => `docs/decisions/${name}.md`;
const kB = 1_024;
const MB = 1_024 * kB;
const second = 1_000;
const day = 86_400;

/** For whoever runs it: some of it stands in both. */
const operation = ['README.md', 'docs/operating.md', 'docs/limits.md'];
const answers = 'server/platform/http/answer-limit.ts';
const clickIds = at(decision('003-click-ids-without-a-write'), 'server/features/links/click-id.ts');
const visits = at(decision('004-the-visit-is-the-key'), 'server/platform/sessions/visits.ts');
const away = decision('008-a-database-that-goes-away');
const lists = at(decision('007-cached-answers'), 'server/features/search/listing-cache.ts');
const score = at(decision('014-recommendations-anyone-can-recompute'), 'server/features/recommendations/score.ts');
const leases = at(decision('017-limits-in-the-database'), 'server/platform/limits/rate-limits.ts');
const beside = decision('018-work-beside-requests');
const places = at(beside, 'server/platform/jobs/job-places.ts');
const body = decision('019-before-the-body');
const room = decision('021-room-for-everybody');
const connections = at(room, 'server/platform/http/connections.ts');
const open = at(room, 'server/platform/http/open-connections.ts');
const late = decision('023-answers-that-do-not-come');

/** Every figure of a limit or a wait that a document tells; README's table of limits is compared as a whole. */
export const figures: readonly Figure[] = [
  at(operation, 'server/platform/disk.ts')('# MB free', 'leastMegabytes = #'),
  at('docs/limits.md', answers)('longer than # s', 'answerLimit = #', second),
  at('docs/operating.md', 'scripts/exit-codes.mjs')('ends with # where', 'hopeless = #'),
  at(body, 'scripts/exit-codes.mjs')('exit code #', 'hopeless = #'),
  at(operation, 'server/features/passkeys/passkeys.ts')('within # minutes', 'confirmationSeconds = #', 60),
  clickIds('is # bytes (version', 'bodyBytes = #'),
  clickIds('and # bytes of a keyed hash', 'macBytes = #'),
  visits('for # days from the last scan', 'visitSeconds = #', day),
  visits('is # random bytes', 'randomLength = #'),
  at(decision('004-the-visit-is-the-key'), 'server/features/bookings/bookings.ts')('below # days', 'creditDays = #'),
  at(decision('005-once-per-key'), 'server/platform/idempotency.ts')('forgotten after # days', 'keptKeyDays = #'),
  lists('Kept lists take # MiB', 'usualBytes = #', MB),
  at(away, answers)('a whole answer # s', 'answerLimit = #', second),
  at(away, 'server/platform/database/availability.ts')('asked every # ms', 'askEvery = #'),
  at(decision('010-the-way-back-of-a-lost-passkey'), 'server/features/passkeys/passkeys.ts')(
    'within # minutes of that',
    'confirmationSeconds = #',
    60,
  ),
  at(decision('012-a-worker-that-keeps-only-what-everybody-sees'), 'web/src/answer-in-time.ts')(
    'needs no network give it # seconds',
    'liveAnswerTimeoutMs = #',
    second,
  ),
  at(decision('012-a-worker-that-keeps-only-what-everybody-sees'), 'web/src/answer-in-time.ts')(
    'all other pages #',
    'deadlineMs = #',
    second,
  ),
  score('complement of categories #', 'complement: #'),
  score('distance #', 'distance: #'),
  score('rating #', 'rating: #'),
  score('time #', 'time: #'),
  score('beforehand #', 'before: #'),
  score('the same\nday #', 'same_day: #'),
  score('the next day #', 'next_day: #'),
  score('booked together #', 'together: #'),
  score('of at least #)', 'fewestBookers = #'),
  score('unrated counts as #', 'unrated = #'),
  at(decision('015-pages-of-others-inside-the-guide'), 'web/src/features/in-app-browser/use-embedded-page.ts')(
    'Silence for # s',
    'longestSilenceMs = #',
    second,
  ),
  leases('a limit above #', 'exactUpTo = #'),
  leases('takes # % of what is left', 'leaseShare = #', 0.01),
  at(beside, 'server/main.ts')('pool of its own, of # connections', 'backgroundConnections = #'),
  places('each with # places', 'placesPerQueue = #'),
  places('# are in hand at once', 'mostOfOtherGroup = #'),
  places(', # while its mails leave', 'mostOfQuickGroup = #'),
  at(beside, 'server/features/accounts/accounts.ts')('after # minutes', 'magicLinkSeconds = #', 60),
  at(beside, 'server/platform/retention.ts')('subject for # days', 'deadLetterDays: #'),
  at(body, 'server/platform/http/request-body.ts')('the first # kB of each', 'free: #', kB),
  at(body, 'server/platform/http/connections.ts')('not sent within # s', 'sendingLimit = #', second),
  at(body, 'server/features/pages/guest-pages.ts')('at most # pages of a list', 'mostPages = #'),
  at(body, 'scripts/server-process.mjs')('between # MB', 'smallestHeap = #'),
  at(body, 'scripts/server-process.mjs')('and # GB', 'largestHeap = #', 1_024),
  at(decision('020-cached-pages'), 'server/app.ts')('# MB in all', 'defaultPageCacheBytes = #', MB),
  connections('# may wait', 'mostPipelined = #'),
  connections('headers take # kB', 'maxHeaderSize: #', kB),
  connections('and # lines at most', 'mostHeaderLines = #'),
  connections('answered yet # MB in all', 'total: #', MB),
  connections('in all, # of one network', 'perNetwork: #', MB),
  open('Of one site # connections', 'mostPerSite = #'),
  open('stay open and # in all', 'Math.min(#,'),
  open('whole request for # s', 'silenceAllowed = #', second),
  open('on its way for # s', 'slowAfter = #', second),
  open('readers take # MB', 'mostUnsent = #', MB),
  open('end first, and # minutes', 'answerEnds = #', 60_000),
  at(room, 'server/platform/http/request-turns.ts')('for # ms at most', 'longestAccepting = #'),
  at(late, 'web/src/answer-in-time.ts')('# seconds to the last byte', 'deadlineMs = #', second),
  at(late, 'web/src/answer-in-time.ts')('after # seconds of waiting', 'liveAnswerTimeoutMs = #', second),
];
