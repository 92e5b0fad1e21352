import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { day, hour, kB, MB, minute, second } from './units.ts';

const clickIds = claimsOf('server/features/links/click-id.ts');
const visits = claimsOf('server/platform/sessions/visits.ts');
const scanning = claimsOf('server/features/scanning/scanning.store.ts');
const lists = claimsOf('bench/list-cache.ts');
const database = claimsOf('server/platform/database/database.ts');
const device = claimsOf('web/src/device/device-caches.ts');
const waits = claimsOf('web/src/answer-in-time.ts');
const score = claimsOf('server/features/recommendations/score.ts');
const reach = claimsOf('contract/recommendation-score.ts');

/** Decisions 001 to 016. */
export const earlyDecisions: Record<string, DocumentFigures> = {
  'docs/decisions/001-postgresql-everywhere.md': { claims: [], noClaims: { measured: ['three of six data folders'] } },
  'docs/decisions/002-pages-rendered-on-the-server-scripts-later.md': {
    claims: [
      claimsOf('scripts/check-first-script.ts')('(# KiB brotli)', 'mostFirstBytes = #', kB),
      claimsOf('server/features/pages/document.ts')('every # s and', 'setInterval(again,#)', second),
      claimsOf('server/features/pages/document.ts')('or after # seconds', 'setTimeout(late,#)', second),
    ],
    noClaims: { measured: ['1.8 to 2.9 times later', 'share of the bundle (a quarter)'] },
  },
  'docs/decisions/003-click-ids-signed-not-stored.md': {
    claims: [
      clickIds('is # bytes (version', 'bodyBytes = #'),
      clickIds('and # bytes of a keyed hash', 'macBytes = #'),
      clickIds('in # lower-case letters', 'keyed hash, # characters'),
      clickIds('reference below # characters', 'keyed hash, # characters'),
    ],
    noClaims: { foreign: ['write a dozen rows'], counted: ['Two follow-ups of one link'] },
  },
  'docs/decisions/004-scans-counted-by-visit.md': {
    claims: [
      visits('for # days from the last scan', 'visitSeconds = #', day),
      visits('is # random bytes', 'randomLength = #'),
      scanning('once in # minutes per', "interval '# minutes'"),
      claimsOf('server/platform/limits/limits.ts')(
        'a visit scans # times a minute at most',
        "'scan-visit': { amount: #, seconds: minute",
      ),
      claimsOf('server/features/bookings/bookings.ts')('below # days', 'creditDays = #'),
    ],
  },
  'docs/decisions/005-one-effect-per-idempotency-key.md': {
    claims: [
      claimsOf('server/platform/idempotency.ts')('guessable: # characters at least', '{#,255}'),
      claimsOf('server/platform/idempotency.ts')('forgotten after # days', 'keptKeyDays = #'),
      scanning("the visit's # minutes", "interval '# minutes'"),
    ],
    noClaims: { counted: ['could be counted twice', 'asked for twice'] },
  },
  'docs/decisions/006-a-tamper-evident-audit-log.md': {
    claims: [
      claimsOf('server/background.ts')('unseen: # hour at worst', 'anchorEveryMs = #', hour * second),
      claimsOf('server/background.ts')('written # hour,', 'anchorEveryMs = #', hour * second),
      claimsOf('server/platform/audit/anchoring.ts')('at its start and once # day', 'anchorsPerCheck = #', 24),
    ],
    noClaims: { measured: ['about a thousand a second'] },
  },
  'docs/decisions/007-guest-list-cache.md': {
    claims: [
      claimsOf('db/migrations/0015_listing_changes.sql')('More than # listings', 'told constant integer := #'),
      claimsOf('server/features/search/listing-cache.ts')('Kept lists take # MiB', 'usualBytes = #', MB),
      claimsOf('server/features/scanning/scanning.ts')(
        'These take # MiB',
        'new ByteBoundedCache<ShownPlace>(\n  #,',
        MB,
      ),
      lists('is written # times:', 'writesAnHour = #'),
      claimsOf('bench/guide/load.ts')('searches of # listings', 'listings: #'),
    ],
    noClaims: {
      measured: [
        'With twenty writes a second over half the speed of a bare server is left; forgetting everything with each write left an eighth',
        '| 200 | 49 % | 90 % |',
        '| 2,000 | 11.2 % | 57.0 % |',
        'takes the database a millisecond (`docs/benchmarks.md`), so with 2,000 lists and 20 writes in an hour the log saves a second of processor time: by itself that is not worth its lines, though it spares four of five guests',
        'at twenty writes a second it is the difference between half and an eighth of',
      ],
      example: [
        'a hundred lines less',
        'over an hour of',
        '(500 distinct',
        'if a year of use shows no hour with hundreds of writes',
      ],
    },
  },
  'docs/decisions/008-time-limits-while-the-database-is-away.md': {
    claims: [
      database('(connect # s', 'connectionTimeoutMillis: #', second),
      database('statement # s', 'statementSeconds = #'),
      database('idle in a transaction # s', 'idle_in_transaction_session_timeout: String(Math.max(#,'),
      claimsOf('server/platform/http/answer-limit.ts')('a whole answer # s', 'answerLimit = #', second),
      claimsOf('server/platform/database/availability.ts')('asked every # ms', 'askEvery = #'),
      database('Statements of more than # seconds', 'statementSeconds = #'),
      database('takes more than # seconds for a connection', 'connectionTimeoutMillis: #', second),
      waits('an answer within # seconds', 'liveAnswerTimeoutMs = #', second),
    ],
    noClaims: { foreign: ['refused with 503'] },
  },
  'docs/decisions/009-the-application-is-not-the-owner.md': {
    claims: [],
    noClaims: {
      example: ['tries over a hundred ways', 'only an hour after the update'],
      counted: ['where two addresses are set'],
      foreign: ['from PostgreSQL 16 on'],
    },
  },
  'docs/decisions/010-recovering-from-a-lost-passkey.md': {
    claims: [
      claimsOf('server/features/passkeys/passkeys.ts')('within # minutes of that', 'confirmationSeconds = #', minute),
    ],
    noClaims: { example: ['Two administrators are better', 'two passkeys (a phone'] },
  },
  'docs/decisions/011-our-own-backup-format.md': { claims: [], noClaims: { example: ["a day's loss"] } },
  'docs/decisions/012-the-service-worker-keeps-only-what-everybody-may-see.md': {
    claims: [
      device('pictures up to #,', '[cacheNames.pictures]: #'),
      device('places up to #,', '[cacheNames.places]: #'),
      waits('needs no network give it # seconds', 'liveAnswerTimeoutMs = #', second),
      waits('all other pages #', 'pageTimeoutMs = #', second),
      claimsOf('scripts/build.mjs')('for # days on the server', 'keptDays = #'),
    ],
    noClaims: { measured: ['`web/src/worker`, 3 KB'] },
  },
  'docs/decisions/013-one-build-per-language.md': {
    claims: [claimsOf('scripts/check-first-script.ts')('has # KiB', 'mostFirstBytes = #', kB)],
    noClaims: {
      measured: [
        'adds 0.7 s of computing to a build of 6.4 s, 550 bytes to the first script (Japanese against English, brotli), and 2.4 MB',
      ],
      counted: ['the same in two languages', 'downloads two languages'],
    },
  },
  'docs/decisions/014-recommendations-by-an-open-score.md': {
    claims: [
      reach('complement of categories #', 'complement: #'),
      reach('distance # (', 'complement: 35, distance: #'),
      reach('0 at # km', 'radiusKm: #'),
      reach('rating # (of', 'rating: #'),
      reach('time # (', ', time: #'),
      score('afterwards #,', 'after: #'),
      score('beforehand #', 'before: #'),
      score('the same day #', 'same_day: #'),
      score('the next day #', 'next_day: #'),
      reach('booked together #', 'together: #'),
      score('of at least #;', 'fewestBookers = #'),
      claimsOf('server/features/recommendations/recommendations.store.ts')('latest # bookings', 'latestBookings = #'),
      claimsOf('server/features/recommendations/recommendations.store.ts')('latest #)', 'latestOfBooker = #'),
      score('unrated counts as #', 'unrated = #'),
      claimsOf('contract/reviews.ts')('(of #; unrated', 'stars = z.int().min(1).max(#)'),
      reach('beyond # km or', 'radiusKm: #'),
      reach('km or # hours', 'horizonHours: #'),
    ],
    noClaims: { counted: ['(1 at the door, 0 at'] },
  },
  'docs/decisions/015-other-sites-pages-inside-the-guide.md': {
    claims: [
      claimsOf('web/src/features/in-app-browser/use-embedded-page.ts')(
        'Silence for # s',
        'longestSilenceMs = #',
        second,
      ),
    ],
    noClaims: { counted: ['of two administrators'], foreign: ['is told (409)'] },
  },
  'docs/decisions/016-a-statement-per-kind-of-search.md': {
    claims: [],
    noClaims: {
      measured: [
        '6 ms instead of 0.6 for 10,000',
        'is a third of',
        "Measured on two cores: a partner's searches from 1,190 to 1,870 a second, of which the look-ups together are 30 %; on a table swollen to five times its size, never tidied, the searches' p95 at the database is 43 ms instead of 290",
      ],
      counted: [
        'How far apart two spellings',
        'two letters changed over are one slip to us and two to it',
        'A few dozen statements instead of three',
      ],
    },
  },
};
