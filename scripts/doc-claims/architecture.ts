import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { day, second } from './units.ts';

const house = claimsOf('scripts/check-house.ts');
const scanning = claimsOf('server/features/scanning/scanning.store.ts');
const impressions = claimsOf('web/src/features/analytics/watch-impressions.ts');

export const architecture: DocumentFigures = {
  claims: [
    claimsOf('ARCHITECTURE.md')('# folders that are the architecture', /^(contract|server|db|web\/src)\//gm),
    house('half of the files at most # lines', 'median > #'),
    house('nine of ten at most #', 'ninth > #'),
    house('# of ten at most', 'lengths.length * #', 0.1),
    claimsOf('db/seed/history/rhythm.ts')('through the product in the # days', 'historyDays = #'),
    scanning('first scan in # minutes', "interval '# minutes'"),
    scanning('at most once in # minutes', "interval '# minutes'"),
    claimsOf('contract/code-form.ts')('# letters and digits', 'codeLength = #'),
    claimsOf('server/platform/sessions/visits.ts')('stay of up to # days', 'visitSeconds = #', day),
    claimsOf('contract/reviews.ts')('one to # stars', 'stars = z.int().min(1).max(#)'),
    claimsOf('server/features/pages/document.ts')('or after # seconds', 'setTimeout(late,#)', second),
    impressions('# of a listing in a list', 'threshold: #'),
    impressions('in sight for # second', 'longEnoughMs = #', second),
    claimsOf('vite.config.ts')('cuts # groups', /name: '(first|parts)'/g),
  ],
  noClaims: {
    example: ['/location/7?'],
    counted: ['Two scans at once', 'half of the files', 'nine of ten', 'once for each visit, each day'],
  },
};
