import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { figuresOverTime } from './figures.ts';
import { day, MB, minute, second } from './units.ts';

const connections = claimsOf('server/platform/http/connections.ts');
const open = claimsOf('server/platform/http/open-connections.ts');
const gate = claimsOf('server/platform/http/answer-limit.ts');
const pages = claimsOf('server/features/pages/pages.routes.ts');
const floor = claimsOf('scripts/floor/browser-floor.ts');
const waits = claimsOf('web/src/answer-in-time.ts');
const slots = claimsOf('server/features/campaigns/slots.ts');
const impressions = claimsOf('web/src/features/analytics/watch-impressions.ts');
const uploadRoom = claimsOf('server/platform/uploads/upload-room.ts');
const fileKinds = claimsOf('server/platform/uploads/file-kinds.ts');
const replica = claimsOf('server/platform/database/replica.ts');
const rhythm = claimsOf('server/features/code-alerts/rhythm.ts');
const repair = claimsOf('web/src/features/scanning/engines/repair/symbol-layout.ts');

/** Decisions from 020 on. */
export const lateDecisions: Record<string, DocumentFigures> = {
  'docs/decisions/058-codes-that-go-quiet.md': {
    claims: [
      claimsOf('server/background.ts')('every # minutes', 'codeWatchEverySeconds = #', minute),
      rhythm('than one in a #', 'oneIn: #'),
      rhythm('for less than # weeks', 'leastWeeks: #'),
      rhythm('fewer than # scans', 'leastPerWeek: #'),
      rhythm('After # days without a scan', 'mostSilentDays = #'),
      claimsOf('server/features/scanning/scanning.store.ts')('by more than # kilometres', 'farKm = #'),
      claimsOf('server/features/code-alerts/code-alerts.ts')('From # different visits', 'visits: #'),
      claimsOf('server/features/code-alerts/code-alerts.ts')('where they are a # at least', 'share: #'),
    ],
  },
  'docs/decisions/053-figures-over-time.md': figuresOverTime,
  'docs/decisions/020-guest-page-cache.md': {
    claims: [
      claimsOf('server/app.ts')('# MB in all', 'defaultPageCacheBytes = #', MB),
      claimsOf('server/features/pages/guest-pages.ts')('the first # pages', 'mostPages = #'),
    ],
    noClaims: {
      measured: ['cost 15 ms of processor time', 'it cost twice that', 'about a third of a millisecond'],
      counted: ['the other pages two statements', 'on two servers'],
    },
  },
  'docs/decisions/021-limits-on-concurrent-work.md': {
    claims: [
      connections('# may wait', 'mostPipelined = #'),
      connections('headers take # kB', 'maxHeaderSize: #', 1_024),
      connections('and # lines at most', 'mostHeaderLines = #'),
      connections('answered yet # MB in all', 'total: #', MB),
      connections('in all, # of one network', 'perNetwork: #', MB),
      connections('not counting # bytes', 'freeBytes = #'),
      open('Of one site # connections', 'mostPerSite = #'),
      open('stay open and # in all', 'Math.min(#,'),
      open('a small heap: # for each MB', '2 ** 20) * #'),
      open('whole request for # s', 'silenceAllowed = #', second),
      open('on its way for # s', 'slowAfter = #', second),
      open('room after # second', 'busyAfter = #', second),
      open('readers take # MB at most', 'mostUnsent = #', MB),
      open('end first, and # minutes', 'answerEnds = #', minute * second),
      claimsOf('server/platform/http/listening.ts')('Up to # connections wait', 'backlog = #'),
      claimsOf('server/platform/http/request-turns.ts')('after # ms at most', 'longestAccepting = #'),
      gate('# of one network, 2 while', 'mostPerNetwork: #'),
      gate('network, # while others', 'mostBesideOthers: #'),
      gate('ask too, # in all', 'most: #'),
      gate('many has # answers in hand', 'mostBesideOthers: #'),
      gate('beyond it, after # second', 'refusalDelay = #', second),
      pages('first: # of a network', 'mostPerNetwork: #'),
      pages('beside others, # in all', 'rendersAtOnce = { most: #'),
    ],
    noClaims: {
      measured: [
        'hundreds of pipelined requests from one packet and begins them all: 75 kB on one connection held the server for half a minute',
        'and 4,000 half requests',
        'refused at once, 600 clients',
        'some hundreds a second',
      ],
      foreign: ['is answered 503', '503 with Retry-After'],
    },
  },
  'docs/decisions/022-the-oldest-browsers.md': {
    claims: [
      floor('Safari and iOS #', "'Safari', version: '#'"),
      floor('Chrome #', "'Chrome', version: '#'"),
      floor('Firefox #', "'Firefox', version: '#'"),
      floor('The # browsers are driven', /\{ name: '/g),
    ],
    noClaims: {
      foreign: ['an iPhone 8 ends with iOS 16', 'since version 18', 'down to 2022'],
      counted: ['Three things hold it', 'the two other browsers'],
    },
  },
  'docs/decisions/023-time-limits-and-offline-answers-in-the-browser.md': {
    claims: [
      waits('# seconds to the last byte', 'deadlineMs = #', second),
      waits('after # seconds of waiting', 'liveAnswerTimeoutMs = #', second),
      waits('more than # seconds cannot', 'deadlineMs = #', second),
      claimsOf('web/src/use-server-poll.ts')('every # s, and asked', 'pollMs = #', second),
      claimsOf('web/src/features/saved/saved-queue.ts')('more than # week old', 'othersStayMs = #', 7 * day * second),
      waits('count # seconds of silence', 'deadlineMs = #', second),
    ],
    noClaims: { counted: ['`signed_in=0` takes the place of `signed_in=1`', 'in place of the `1`'] },
  },
  'docs/decisions/024-damaged-codes.md': {
    claims: [
      claimsOf('web/src/features/scanning/engines/repair/read-symbol.ts')('keep # check words', 'leastProof = #'),
      claimsOf('web/src/features/scanning/engines/repair/read-symbol.ts')('satisfy # bytes', 'leastProof = #'),
      repair('versions # to # are repaired', 'versions = [#, 2, 3, 4, 5, #]'),
      repair('outgrow version #', 'versions = [1, 2, 3, 4, 5, #]'),
    ],
    noClaims: {
      foreign: ['one of the three finder patterns', 'needs all three patterns', 'links need 4 or 5'],
      measured: ['more than 17 of 24 frames', '700 lines and 4 kB in a script of which the WebAssembly is 321 kB'],
      counted: ['Two finder patterns are enough'],
    },
  },
  'docs/decisions/025-a-short-verdict-and-the-whole-one.md': {
    claims: [claimsOf('scripts/verdict/skipped-tests.mjs')('Up to # unnamed ones', 'flakyAllowed = #')],
    noClaims: { measured: ['passes 12 minutes on two cores'] },
  },
  'docs/decisions/026-readings-of-the-specification.md': {
    claims: [
      claimsOf('web/src/shell/menu/menu-panel.module.css')('the menu is # to # px wide', 'clamp(#px, 20rem, #px)'),
      claimsOf('web/src/shell/menu/menu-panel.module.css')('The menu is # px wide', 'clamp(#px, 20rem'),
      claimsOf('web/src/shell/menu/menu-panel.module.css')('leaves # px beside it', '100vw - #px'),
    ],
  },
  'docs/decisions/027-transactions-that-are-run-again.md': {
    claims: [claimsOf('server/platform/database/transactions.ts')('up to # times', 'usualAttempts = #')],
  },
  'docs/decisions/030-facts-frozen-when-they-happen.md': {
    claims: [
      impressions('# of a card in sight', 'threshold: #'),
      impressions('in sight for # second', 'longEnoughMs = #', second),
      claimsOf('web/src/features/analytics/seen-listings.ts')(
        'the last # minutes',
        'againAfterMs = #',
        minute * second,
      ),
      claimsOf('server/features/scanning/network-keys.ts')('a hash of # bytes', 'hashLength = #'),
      claimsOf('server/platform/retention.ts')('is older than # days', 'scanNetworkDays: #'),
    ],
    noClaims: {
      counted: [
        'Keys of two dimensions',
        'from being told twice',
        'costs each scan two more indexes',
        'put every hour into every block',
      ],
      measured: ['at 0.86 to 0.91 of the speed'],
    },
  },
  'docs/decisions/029-news-is-kept-before-it-is-read.md': {
    claims: [
      claimsOf('contract/news.ts')('then the answer is #', 'status: #'),
      claimsOf('server/platform/jobs/queues.ts')('without one for # seconds', 'heartbeatSeconds: # }'),
      claimsOf('server/platform/long-work/long-work.ts')('anew, # times at most', 'mostAttempts = #'),
      claimsOf('server/platform/long-work/long-work.ts')('one statement # second', 'progressMs = #', 1_000),
    ],
    noClaims: {
      counted: ['what makes two of them one', 'Daily work is claimed', 'The same message sent twice is kept twice'],
      measured: ['up to half a minute'],
    },
  },
  'docs/decisions/032-uploads-are-checked-as-they-come.md': {
    claims: [
      claimsOf('server/platform/http/request-body.ts')('JSON of # megabyte at most', 'mostDiscarded = #', MB),
      connections('sent within # seconds', 'sendingLimit = #', second),
      connections('beside the # s of', 'sendingLimit = #', second),
      connections('for each # kB that have', 'slowestUpload = #', 1_000),
      uploadRoom('of one person # are', 'person: #'),
      uploadRoom('of one site #,', 'network: #'),
      uploadRoom('in all #. Only', 'all: #'),
      fileKinds('at most # million pixels', 'mostPixels = #', 1_000_000),
      fileKinds('and # on a side', 'longestSide = #'),
      claimsOf('server/platform/retention.ts')('once, within # day', 'uploadDays: #'),
      claimsOf('server/platform/uploads/uploads.ts')('has written for # hour', 'hourMs = #', 3_600 * second),
      claimsOf('contract/uploads.ts')('a file of # MB', 'mostBytes = #', MB),
    ],
    noClaims: { counted: ['a second for each'] },
  },
  'docs/decisions/047-a-deleted-listing-is-set-aside.md': {
    claims: [claimsOf('contract/listing-form.ts')('can undo that for # days', 'undoDays = #')],
  },
  'docs/decisions/051-pictures-of-listings-are-drawn-apart.md': {
    claims: [
      claimsOf('server/features/content/draw-picture.ts')('larger than # million pixels', 'mostMegapixels = #'),
      claimsOf('server/features/content/draw-picture.ts')('pixels or # on a side', 'longestSide = #'),
      claimsOf('contract/listing-form.ts')('stays for # days', 'undoDays = #'),
    ],
    noClaims: { measured: ['it has 201 MB in memory', 'and 309 MB for'] },
  },
  'docs/decisions/040-few-visits-are-not-told.md': {
    claims: [
      claimsOf('contract/portal-states.ts')('no figure of fewer than # people', 'fewestTold = #'),
      claimsOf('contract/portal-states.ts')('that is not below # and', 'fewestTold = #'),
    ],
  },
  'docs/decisions/038-a-statement-is-tried-before-it-is-applied.md': {
    claims: [claimsOf('server/platform/retention.ts')('forgotten after # days', 'unappliedStatementDays: #')],
  },
  'docs/decisions/035-the-demo-is-lived-in.md': {
    claims: [claimsOf('db/seed/history/rhythm.ts')('do in the # days', 'historyDays = #')],
    noClaims: {
      measured: [
        '(two cores, before there was an advertiser in it): about 2,800 scans and 6,000 requests take 13 s',
        '11 s of the database',
      ],
    },
  },
  'docs/decisions/034-platforms-tell-a-person-decides.md': {
    claims: [
      claimsOf('server/features/commission/commissions.store.ts')('but # days after it began', 'longestStayDays = #'),
      claimsOf('server/features/bookings/match-platform-booking.ts')(
        'no more than # claims open',
        'mostOpenClaims = #',
      ),
    ],
  },
  'docs/decisions/033-a-ledger-of-transfers.md': {
    claims: [
      claimsOf('contract/commission-states.ts')('its rate card, # days unless', 'usualHoldingDays = #'),
      claimsOf('server/features/commission/another-admin.store.ts')('in the # days before', 'recentDays = #'),
      claimsOf('db/migrations/0067_ledger.sql')('in # parts', 'pg_backend_pid() % #'),
    ],
    noClaims: {
      measured: ['to a payout has 12 entries'],
      counted: ['each row then says one side', 'is shared by two partners', 'the partner in one row'],
    },
  },
  'docs/decisions/031-the-first-script-knows-a-place-alone.md': {
    claims: [],
    noClaims: {
      measured: ['the whole table is 2 kB', 'English from 102,360 to 96,696 bytes, Japanese from 102,914 to 97,161'],
    },
  },
  'docs/decisions/052-sponsored-slots.md': {
    claims: [
      claimsOf('contract/campaign-form.ts')('no more than one of # is sponsored', 'cardsPerSponsored = #'),
      claimsOf('contract/campaign-form.ts')('that are planned for it, #', 'impressionsPerClick = #'),
      claimsOf('server/platform/limits/limits.ts')(
        'Of one site # impressions an hour',
        "'sponsored-impressions': {\n    amount: #",
      ),
      claimsOf('server/platform/limits/limits.ts')(
        '(`sponsored-impressions`) and # clicks a minute (`sponsored-clicks`) count at most',
        "'sponsored-clicks': {\n    amount: #",
      ),
      claimsOf('server/platform/limits/limits.ts')(
        'and # clicks that are paid for (`sponsored-paid-clicks`)',
        "'sponsored-paid-clicks': {\n    amount: #",
      ),
      claimsOf('server/platform/limits/limits.ts')(
        'up to # impressions of a campaign a day',
        "'sponsored-campaign-impressions': {\n    amount: #",
      ),
      claimsOf('server/features/campaigns/slots.store.ts')(
        'unless their days were over # days ago',
        'rememberedDays = #',
      ),
      claimsOf('server/features/campaigns/caps.ts')('Days are charged up to # times what is planned', 'mostOfPlan = #'),
      claimsOf('server/features/campaigns/caps.ts')('or # more than that where little is planned', 'leastMore = #'),
      claimsOf('server/features/campaigns/caps.ts')('one site makes up # of what is planned', 'mostOfOneSite = #'),
      slots('where it is older than # seconds', 'freshMs = #', second),
      slots('where that is older than # seconds', 'usableMs = #', second),
    ],
    noClaims: {
      counted: [
        'after each four of the list',
        'once for a visit, a campaign and a day of Hawaiʻi',
        'Two processes that count',
        'more than some thousand impressions a second',
      ],
    },
  },
  'docs/decisions/059-a-replica-is-read.md': {
    claims: [
      replica('waited for # ms', 'patienceMs = #'),
      replica('the primary had # seconds ago', 'mostBehindSeconds = #'),
    ],
  },
};
