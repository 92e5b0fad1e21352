import { claimsOf, type DocumentFigures } from '../doc-figures.ts';

const sizes = claimsOf('bench/guide/load.ts');
const decoding = claimsOf('bench/decoding/run.ts');
const frames = claimsOf('bench/decoding/frames.ts');
const scan = claimsOf('bench/scan.ts');
const page = claimsOf('bench/page.ts');

export const benchmarks: DocumentFigures = {
  claims: [
    claimsOf('bench/measured.ts')('runs # seconds before', 'compilingSeconds = #'),
    claimsOf('bench/run.ts')('ends the run with #', 'process.exitCode = #'),
    page('they were given, # connections', 'connections = #'),
    page('so at least #. Processor', 'target = #'),
    scan('with # connections, each scan', 'connections: #'),
    scan('under pgbench with # clients', 'clients: #'),
    sizes('# listings, # places, # visits', 'listings: #, places: #, shownPerPlace: 12, visits: #'),
    sizes('with # places was opened', 'places: #'),
    claimsOf('bench/search-database.ts')('the statements of # distinct', 'queryCount = #'),
    claimsOf('bench/search-database.ts')('# in ten with a slip', 'random.chance(#)', 0.1),
    claimsOf('bench/search.ts')('driver, # connections in a process', '{ connections: #'),
    claimsOf('bench/load/event-traffic.ts')('# a call, each call', 'eventsPerCall = #'),
    frames('and # without a code for each seed', 'framesPerKind = #'),
    decoding('Below # %, below', 'targetPercent = #'),
    decoding('below # of 24', 'targetGlare = #'),
    decoding('wrong text it ends with #', 'missed.length > 0 ? #'),
    decoding('Seeds #, #, #, # and # were', 'Seeds #, #, #, # and # are for tuning'),
    claimsOf('bench/against.ts')('ends with 1 where one is below # of', '...rates, #, '),
  ],
  noClaims: {
    example: [
      'in two languages, seven of ten visitors new',
      '500 distinct searches drawn by',
      'twenty listings a page',
      'in ten with a slip',
      'of 24 with glare, or',
      '312 frames of 13 kinds of damage',
      '101 and 202 never',
    ],
    measured: [
      'is one and a half times … 4.4 times, against 9,926 redirects: 0.023 then',
      'in those rounds: 4.9 ms then, 0.4 now',
      '0.63 of it with cached searches on one day and 0.33 on the next',
      'are 0.95 of what 871cfaf makes … 0.47 and 0.45',
      'median of 5 (lowest to highest): … 1,063 against 1,205 ms',
      '624 frames of the seeds 101 and 202 … The worst of the tuned seeds has 22 of 24 with glare',
      'against the scanner without repair, on seed 2 … the scanner with `qr` 85.6 %',
      'grew from 11.3 to 15.4 kB (Brotli) beside 321 kB',
    ],
    foreign: ['simulated slow 4G'],
  },
};
