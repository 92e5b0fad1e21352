import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { machines } from './machines.ts';

const model = claimsOf('scripts/scaling/model.ts');
const database = claimsOf('scripts/scaling/database-crossings.ts');

export const scaling: DocumentFigures = {
  claims: [
    ...machines.claims,
    model('machines with # cores', 'cores: #, gigabytes'),
    model('16 cores and # GB', 'gigabytes: #, busyShare'),
    model('cores busy at most # of', 'busyShare: #'),
    model('opens at most #:', ['connectionsPerProcess = # +', '+ # + 10', '+ # + 2;', '10 + #;']),
    model(': # for requests', 'connectionsPerProcess = # +'),
    model('requests, # for background work', '2 + # + 2'),
    model('work, and # beside each', '20 + # + 10'),
    model('PostgreSQL allows # unless', 'usualConnections = #'),
    claimsOf('server/platform/retention.ts')('dropped after # months', 'eventMonths: #'),
    claimsOf('server/platform/retention.ts')('are kept for # days, as networks', 'scanNetworkDays: #'),
    claimsOf('bench/run.ts')('that was measured has # scans', "'--large') ? #"),
    database('# keys may be empty', /'\w+\.visit_id'/g),
    database('# foreign keys and', /^ {4}'\w+\.\w+ to \w+'/gm),
    database('# unique keys cross', /'\w+ \([\w,]+\)'/g),
    database('# triggers write', /: rollup_marks'/g),
  ],
  noClaims: {
    example: ['`npm run scaling -- 100` sizes', 'at 100 scans a second', 'At 10,000 a second'],
    counted: [
      'busy half of the time',
      "machine's cores are half busy",
      'cores are half busy',
      'a year of rows fills half a disk',
      'the rows of a year on half a disk',
    ],
    measured: [...machines.noClaims.measured, 'on two cores a second process'],
  },
  comparedTables: ['| scans a second | 1', '| one process, PostgreSQL', '| functions | every shard'],
};
