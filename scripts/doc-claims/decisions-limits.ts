import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { kB, MB, minute, second } from './units.ts';

const leases = claimsOf('server/platform/limits/rate-limits.ts');
const limits = claimsOf('server/platform/limits/limits.ts');
const networks = claimsOf('server/platform/http/networks.ts');
const main = claimsOf('server/main.ts');
const background = claimsOf('server/background.ts');
const jobs = claimsOf('server/platform/jobs/queues.ts');
const places = claimsOf('server/platform/jobs/job-places.ts');
const accounts = claimsOf('server/features/accounts/accounts.ts');
const heap = claimsOf('scripts/server-process.mjs');
const body = claimsOf('server/platform/http/request-body.ts');
const connections = claimsOf('server/platform/http/connections.ts');

const ofNewcomers = "'link-newcomers': {\n    amount: #";
const ofStrangers = "'link-strangers': {\n    amount: #";

/** Decisions 017 to 019. */
export const limitDecisions: Record<string, DocumentFigures> = {
  'docs/decisions/017-rate-limits-in-the-database.md': {
    claims: [
      leases('a limit above #', 'exactUpTo = #'),
      leases('takes # % of what is left', 'leaseShare = #', 0.01),
      limits('so that # a minute cost', "'scan-network': {\n    amount: #"),
      claimsOf('server/platform/database/database.ts')('over # connections that no work', '{ ...settings, max: #'),
      limits('number: # an hour', "'scan-hour-network': {\n    amount: #"),
      // Of the day's 64 MB.
      limits('Of events an hour has a budget too, an # of', "'events-hour-bytes': {\n    amount: #", 64e6),
      limits('makes # known in a day', "'new-device': {\n    amount: #"),
      limits('each # of them a day', "'new-device': {\n    amount: #"),
      accounts('each for # minutes', 'magicLinkSeconds = #', minute),
      networks('an IPv6 /#) in an hour', "network.split(':').slice(0, #)", 1 / 16),
      networks('IPv6 are /#:', '.slice(0, #)\n    .map', 1 / 16),
      limits('comes from a # that', ofNewcomers),
      limits('further ones from #', ofStrangers),
      limits('uses up the #, and', ofStrangers),
      limits('Now it takes a #', ofNewcomers),
      limits('at most # such mails an hour', [ofNewcomers, ofStrangers]),
      limits('an hour, # a minute', [ofNewcomers, ofStrangers], 60),
      limits('Strangers with a # networks', ofNewcomers),
      limits('once the # are used up', ofStrangers),
      limits('A network has # links an hour', "'link-visitors-network': {\n    amount: #"),
      limits('one visit takes # at most', "'link-visit': {\n    amount: #"),
      limits('and # for all others', "'link-network': {\n    amount: #"),
      limits('and # asks in a quarter of an hour', "'link-asker': {\n    amount: #"),
    ],
    noClaims: {
      foreign: [
        '20 an hour locked a hotel out',
        'and five asks of a stranger',
        'whoever had four networks',
        'out for an hour',
      ],
      measured: ['18 MB with their visits'],
      counted: [
        'their network for an hour',
        'known in a day',
        'in an hour comes',
        'are of two kinds',
        'twice the limit',
        'has in an hour',
        'in a quarter of an hour',
        'can begin thirty visits',
        'links of an hour',
      ],
      example: ['50 asks at once', 'limited calls reach thousands a second'],
    },
  },
  'docs/decisions/018-background-work.md': {
    claims: [
      main('pool of its own, of # connections', 'backgroundConnections = #'),
      main('uses up to # connections more', 'backgroundConnections = #'),
      main('statements of up to # seconds', 'workStatementSeconds = #'),
      main('Migrations wait # seconds', 'lockSeconds: #'),
      places('each with # places', 'placesPerQueue = #'),
      places('never all #', 'placesPerQueue = #'),
      places('# are in hand at once', 'mostOfOtherGroup = #'),
      places('once, # while its mails leave', 'mostOfQuickGroup = #'),
      places('leave within # second', 'slowMs = #', second),
      // Five sixths of the time after which a job is given to another.
      jobs('A mail has # seconds', 'expireInSeconds: #, retentionSeconds', 6 / 5),
      jobs('another worker after #', 'expireInSeconds: #, retentionSeconds'),
      jobs('found within # second or', 'deadLetters: false,\n    pollSeconds: #'),
      jobs('a second or #.', 'deadLetters: true,\n    pollSeconds: #,\n    groupOf'),
      accounts('link ends, after # minutes', 'magicLinkSeconds = #', minute),
      background('tidied # by', 'tidyEverySeconds = #'),
      claimsOf('server/platform/retention.ts')('subject for # days', 'deadLetterDays: #'),
      background('text within # minute', 'watchMailEverySeconds = #', minute),
      claimsOf('server/platform/database/batches.store.ts')('a # rows a statement', 'rowsPerStatement = #'),
      claimsOf('server/features/reports/reports.ts')('at most a # of the oldest', 'prunedAtOnce = #'),
      claimsOf('server/features/operations/operations.routes.ts')(
        'at most once # second',
        'readinessKeptMs = #',
        second,
      ),
      background('longer than # minutes', 'longMailLagSeconds = #', minute),
    ],
    noClaims: {
      foreign: ['one by one at two a second', 'and two-second statements'],
      measured: [
        'Measured on two crowded cores into a real SMTP server: 373 mails a second; a link asked for behind 700 others after 0.8 s',
      ],
      counted: ['to be sent twice'],
    },
  },
  'docs/decisions/019-before-a-request-body-is-read.md': {
    claims: [
      body('the first # kB of each', 'free: #', kB),
      connections('not sent within # s', 'sendingLimit = #', second),
      connections('thrown away, for # s at most', 'sendingLimit = #', second),
      claimsOf('server/features/pages/guest-pages.ts')('at most # pages of a list', 'mostPages = #'),
      heap('ceiling is a # of', 'available / 2 ** 20 / #', 16),
      heap('between # MB', 'smallestHeap = #'),
      heap('and # GB', 'largestHeap = #', 1_024),
      claimsOf('scripts/exit-codes.mjs')('exit code #', 'hopeless = #'),
      body('larger than # megabyte', 'mostDiscarded = #', MB),
    ],
    noClaims: {
      measured: ['sixteen megabytes of', '320 MB of objects'],
      foreign: ['lived for a minute'],
      counted: ['A call has two steps'],
    },
  },
};
