import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { day, hour, MB, minute, second } from './units.ts';

const page = claimsOf('docs/operating.md');
const requirements = claimsOf('server/platform/database/database-requirements.store.ts');
const exitCodes = claimsOf('scripts/exit-codes.mjs');
const listings = claimsOf('db/migrations/0003_discovery.sql');
const background = claimsOf('server/background.ts');
const heap = claimsOf('scripts/server-process.mjs');
const buffers = claimsOf('server/platform/embedded/postgres-server.ts');

export const operating: DocumentFigures = {
  claims: [
    requirements('PostgreSQL # or newer, with', 'oldestVersion = #'),
    requirements('; # needs', 'oldestVersion = #'),
    requirements('is too old: # or newer', 'oldestVersion = #'),
    claimsOf('server/platform/disk.ts')('# MB free', 'leastMegabytes = #'),
    claimsOf('server/platform/disk.ts')('less than # MB', 'leastMegabytes = #'),
    claimsOf('server/main.ts')('in order, in # seconds at most', 'stopLimit = #', second),
    exitCodes('by itself; # says', 'hopeless = #'),
    exitCodes('RestartPreventExitStatus=#', 'hopeless = #'),
    exitCodes('ends with # where', 'hopeless = #'),
    claimsOf('server/platform/http/request-body.ts')('Ours is # megabyte', 'mostDiscarded = #', MB),
    listings('A description has a # characters at least', 'length(description) >= #'),
    listings('commission rate # to #', 'commission_rate between # and #'),
    claimsOf('server/platform/sessions/visits.ts')('after # days already', 'visitSeconds = #', day),
    claimsOf('server/features/bookings/claims.ts')('up to # years after', 'farthestMs = #', 366 * day * second),
    claimsOf('server/platform/backups/backups.ts')('every # days restores', 'checkEveryMs = #', day * second),
    claimsOf('server/platform/log-shipping/ship-log.ts')('copies every # seconds', 'shipEveryMs = #', second),
    claimsOf('server/platform/database/replica.ts')('waited for, # ms at most', 'patienceMs = #'),
    claimsOf('server/platform/database/replica.ts')('lacks for # seconds', 'mostBehindSeconds = #'),
    claimsOf('server/platform/log-shipping/ship-log.ts')('Every # days it restores', 'tryEveryMs = #', day * second),
    page('with # nights kept', '-mtime +# -delete'),
    page('(#:# UTC is', 'OnCalendar=*-*-* #:# UTC'),
    page('OnCalendar=*-*-* #:# UTC', '(#:# UTC is'),

    background("from # o'clock in Hawaiʻi", 'nightlyHour = #'),
    claimsOf('contract/commission-states.ts')('its rate card, # days unless', 'usualHoldingDays = #'),
    claimsOf('server/features/commission/another-admin.store.ts')('in the # days before', 'recentDays = #'),
    claimsOf('scripts/build.mjs')('open for # days', 'keptDays = #'),
    claimsOf('server/features/passkeys/passkeys.ts')('within # minutes', 'confirmationSeconds = #', minute),
    claimsOf('server/features/accounts/accounts.ts')('end after # minutes', 'magicLinkSeconds = #', minute),
    background('more than # minutes, all in all', 'longMailLagSeconds = #', minute),
    background('more than # minutes since it came', 'longNewsLagSeconds = #', minute),
    claimsOf('contract/news.ts')('up to # megabyte each', 'bodyLimitBytes: #', MB),
    background('tried again in # hour', 'tidyEverySeconds = #', hour),
    claimsOf('contract/uploads.ts')('and # MB of a file', 'mostBytes = #', MB),
    background('an # deletion failed', 'tidyEverySeconds = #'),
    claimsOf('server/platform/settings.ts')('localhost:# }', '.default(#), HOST'),
    claimsOf('server/platform/settings.ts')('localhost:#;', '.default(#), HOST'),
    claimsOf('tests/operating-example.test.ts')('size=#`', 'size=#`'),
    claimsOf('contract/listing-form.ts')('brought back for # days', 'undoDays = #'),
    claimsOf('contract/portal-states.ts')('within #-# hours', 'from: #, until: #'),
    claimsOf('contract/portal-states.ts')('waits for # hours is due', 'from: #'),
    claimsOf('contract/portal-states.ts')('waits for # hours is late', 'until: #'),
    claimsOf('scripts/reader.ts')('It has # connections', 'mostConnections = #'),
    claimsOf('scripts/reader.ts')('and # seconds for a statement', "statement_timeout: '#s'"),
    claimsOf('server/platform/embedded/postgres-roles.ts')('is bounded by # GB', "readersTemporaryFiles = '#GB'"),
    claimsOf('server/features/privacy/erase.ts')('For # minutes it looks again', 'settledMs = #', minute * second),
    heap('a # of it is the heap', 'available / 2 ** 20 / #', 16),
    heap('is the heap, # MB', 'smallestHeap = #'),
    heap('MB to # GB', 'largestHeap = #', 1_024),
    buffers('in a sixteenth, # MB', 'leastBuffers = #'),
    buffers('MB to # MB', 'mostBuffers = #'),
  ],
  noClaims: {
    foreign: [
      'PostgreSQL 16 or newer',
      'listen 443 ssl',
      'listen 80;',
      'proxy_http_version 1.1',
      'return 301',
      'with a certificate, in three lines',
      'is 2:30 at night',
      '`/readyz` 503',
      'are answered 503',
    ],
    counted: [
      'log: `a day was not rolled up',
      '-mtime +30 -delete',
      'with two different addresses',
      'A place with two experiences',
      'steps 2 and 5',
      'its `/readyz` is 200',
      'one answers 503',
      'Weekly: decide',
    ],
    example: [
      'TRUST_PROXY=1',
      'TimeoutStopSec=15',
      'RestartSec=5',
      'UMask=0077',
      'RandomizedDelaySec=10min',
      'client_max_body_size 12m',
      'Every night, with',
      'Holoholo, every night',
      'openssl rand -base64 32',
      'from an hour after the update',
      'openssl rand -hex 32',
      'set two, tell',
    ],
  },
};

const answers = claimsOf('server/platform/http/answer-limit.ts');
const networks = claimsOf('server/platform/http/networks.ts');

const campaigns = claimsOf('contract/campaign-form.ts');
const results = claimsOf('contract/campaign-results-form.ts');
const ranking = claimsOf('server/features/campaigns/ranking.test.ts');

export const limits: DocumentFigures = {
  claims: [
    answers('refused after # second', 'refusalDelay = #', second),
    answers('took longer than # s', 'answerLimit = #', second),
    claimsOf('server/platform/http/open-connections.ts')('asked nothing for # seconds', 'silenceAllowed = #', second),
    networks('or an IPv6 /#, a site', '.slice(0, #)\n    .map', 1 / 16),
    networks('a site an IPv4 address or an IPv6 /#', "network.split(':').slice(0, #)", 1 / 16),
    networks('an area an IPv4 /#', "network.split('.').slice(0, #)", 1 / 8),
    claimsOf('contract/errors.ts')('the answer is # with the seconds', 'rate_limited: { status: #'),
    claimsOf('contract/errors.ts')('the answer is # with how many', 'campaigns_full: {\n    status: #'),
    claimsOf('contract/errors.ts')('is refused with # as every', 'invalid_request: { status: #'),
    claimsOf('server/features/own-listings/own-listings.ts')(
      'never published, drafts among them | #',
      'mostUnpublished = #',
    ),
    claimsOf('contract/own-listing-form.ts')('being drawn among them | #', 'mostListingPictures = #'),
    campaigns('not ended, drafts among them | #', 'mostCampaigns = #'),
    campaigns('places that a campaign names | #', 'mostCampaignPlaces = #'),
    campaigns('days of a campaign | #', 'mostCampaignDays = #'),
    campaigns('impressions of a campaign | #', 'mostCampaignImpressions = #'),
    campaigns('that are sponsored | #, of', 'mostSponsored = #'),
    campaigns(', of # one', 'cardsPerSponsored = #'),
    campaigns('A # impressions cost', 'cents * # < leastPerThousand'),
    campaigns('A budget is from $#', 'budget: { least: #', 100),
    campaigns('to $#, and a click', 'most: # },\n  click', 100),
    campaigns('a click costs up to $#', '/ 1_000, most: #', 100),
    results("of a campaign's results | #", 'mostResultRows = #'),
    results('lines of their file | #', 'mostResultLines = #'),
    campaigns('campaigns of an organisation (#)', 'mostCampaigns = #'),
    campaigns('places of a campaign (#)', 'mostCampaignPlaces = #'),
    ranking('of # campaigns that name', '{ length: # }, (_, n) => aRunning(n, { places'),
    ranking('campaigns that name # places each', 'campaigns of # places each are kept'),
    ranking('it is less than # megabytes', 'mostMegabytes = #'),
    claimsOf('server/features/listings/known-listings.ts')('are kept of # at most', 'mostKnown = #'),
    claimsOf('server/features/places/known-lists.ts')('has of # places (', 'mostKnown = #'),
    claimsOf('contract/own-listing-form.ts')('An organisation has # that wait at most', 'mostWaitingPictures = #'),
    claimsOf('contract/errors.ts')('which it is answered #', 'own_pictures_waiting: {\n    status: #'),
  ],
  noClaims: { foreign: ['answered 503', 'answers 503'], counted: ['nothing is done twice'] },
  comparedTables: ['| for each | at most |'],
};
