import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { minute } from './units.ts';

const span = claimsOf('server/features/analytics/ranges.ts');
const chance = claimsOf('server/features/figures/chance.ts');

export const figures: DocumentFigures = {
  claims: [span('last # hours', 'lastHours = #'), chance('once in # times', 'oneIn = #')],
};

export const figuresOverTime: DocumentFigures = {
  claims: [
    span('The last # hours', 'lastHours = #'),
    chance('at one in #', 'oneIn = #'),
    chance('Below # pairs', 'fewestSamples = #'),
    claimsOf('server/platform/request-metrics/request-metrics.ts')('once # minute', 'writeEverySeconds = #', minute),
    claimsOf('server/platform/request-metrics/histogram.ts')('a geometric scale an # wide', 'const width = #'),
    claimsOf('contract/platform-figures.ts')('# days up to now have so many', "'7d': #"),
  ],
};
