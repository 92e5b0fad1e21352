import { claimsOf, type DocumentFigures } from '../doc-figures.ts';

const sizes = claimsOf('bench/guide/load.ts');
const traffic = claimsOf('bench/load/page-traffic.ts');
const searches = claimsOf('bench/load/search-traffic.ts');
const decoding = claimsOf('bench/decoding/run.ts');
const frames = claimsOf('bench/decoding/frames.ts');
const scan = claimsOf('bench/scan.ts');
const sponsored = claimsOf('bench/sponsored.ts');
const listingImport = claimsOf('bench/listing-import.ts');
const page = claimsOf('bench/page.ts');
const performance = claimsOf('bench/performance.ts');
const figures = claimsOf('bench/figures.ts');

export const benchmarks: DocumentFigures = {
  claims: [
    claimsOf('bench/measured.ts')('runs # seconds before', 'compilingSeconds = #'),
    claimsOf('bench/run.ts')('ends the run with #', 'process.exitCode = #'),
    traffic('in # languages, ', /'(?:en-GB|ja-JP),/g),
    traffic('languages, # of ten visitors new', 'newOfTen = #'),
    searches('# distinct searches drawn by', 'queryCount = #'),
    searches('# listings a page', "limit: '#'"),
    page('they were given, # connections', 'connections = #'),
    page('so at least #. Processor', 'target = #'),
    scan('with # connections, each scan', 'connections: #'),
    scan('under pgbench with # clients', 'clients: #'),
    sizes('# listings, # places, # visits', 'listings: #, places: #, shownPerPlace: 12, visits: #'),
    sizes('every public page with # places in', 'places: #'),
    claimsOf('bench/run.ts')('what is left # seconds afterwards', 'quietSeconds = #'),
    claimsOf('bench/run.ts')('ledger of # entries, of', "'--quick') ? 100_000 : #"),
    claimsOf('bench/ledger.ts')('of its own, # connections, against the same', 'clients = #'),
    claimsOf('bench/run.ts')('entries, of # with `npm run bench', "'--large') ? #"),
    claimsOf('bench/run.ts')('all that time (#, with', "'--quick') ? 100_000 : #"),
    claimsOf('bench/run.ts')('1,000,000, with `--large` #)', "'--large') ? #"),
    performance('by one with #, of five', 'scansOfSmall = #'),
    performance('10,000, of # places with', 'places = #'),
    performance('places with # codes each', 'codesPerPlace = #'),
    performance('p95 of a #. What', 'asked = #'),
    claimsOf('bench/run.ts')('generated-year.ts`) of # scans', "'--quick') ? 100_000 : #"),
    claimsOf('bench/run.ts')('scans, of # with 300,000', "'--large') ? #"),
    claimsOf('bench/figures/fill-year.ts')('10,000,000 with # bookings', 'bookingChance = #', 1 / 10_000_000),
    figures('over one with # times fewer', 'hundredth = #'),
    figures('slowest may take # ms', 'targetMs = #'),
    figures('a file # times as long', 'fileTimes = #'),
    figures('Then the # days before today', 'changedDays = #'),
    figures('longer than # times what', 'targetRatio = #'),
    figures('or than # ms where', 'leastMs = #'),
    claimsOf('contract/listing-import-forms.ts')('a file of # new listings', 'mostImportedRows = #'),
    listingImport('while # guests scan', 'scanning = #'),
    listingImport('may take at most # s and', 'mostAlone = #'),
    listingImport('and beside them # s', 'mostBesideGuests = #'),
    listingImport('grow by at most # MB', 'mostGrown = #'),
    listingImport('may take at most # times', 'mostSlower = #'),
    claimsOf('bench/search-database.ts')('the statements of # distinct', 'queryCount = #'),
    claimsOf('bench/search-database.ts')('# in ten with a slip', 'random.chance(#)', 0.1),
    claimsOf('bench/search.ts')('driver, # connections in a process', '{ connections: #'),
    claimsOf('bench/load/event-traffic.ts')('# a call, each call', 'eventsPerCall = #'),
    sponsored('codes open them, with # connections', 'connections = #'),
    sponsored('connections, at least #; and made anew', 'keptTarget = #'),
    sponsored('the median wait of #. A page', 'placesOfAKind = #'),
    claimsOf('bench/guide/load.ts')('So at least the # of its own by', 'shownPerPlace: #'),
    frames('# frames of each of', 'framesPerKind = #'),
    frames('of # kinds of damage', /^ {2}(?:'[\w ]+'|\w+): \(snap/gm),
    frames('and # without a code for each seed', 'framesPerKind = #'),
    decoding('Below # %, below', 'targetPercent = #'),
    decoding('below # of 24', 'targetGlare = #'),
    decoding('wrong text it ends with #', 'missed.length > 0 ? #'),
    decoding('Seeds #, #, #, # and # were', 'Seeds #, #, #, # and # are for tuning'),
    claimsOf('bench/against.ts')('ends with 1 where one is below # of', '...rates, #, '),
  ],
  noClaims: {
    example: ['[--seeds 101,202]', '101 and 202 never'],
    measured: [
      '0.63 of it with cached searches on one day and 0.33 on the next',
      'is 0.95 of what 871cfaf makes of the same yardstick, as far as interleaved rounds tell: 0.47',
    ],
    foreign: ['simulated slow 4G'],
  },
};
