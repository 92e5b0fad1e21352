import { claimsOf, type DocumentFigures } from '../doc-figures.ts';
import { minute } from './units.ts';

const span = claimsOf('server/features/figures/compared.ts');
const welch = claimsOf('server/features/figures/welch.ts');

export const figures: DocumentFigures = {
  claims: [span('last # hours', 'lastHours = #'), welch('once in # times', 'oneIn = #')],
};

export const figuresOverTime: DocumentFigures = {
  claims: [
    span('The last # hours', 'lastHours = #'),
    welch('at one in #', 'oneIn = #'),
    welch('Below # in either span', 'fewestSamples = #'),
    claimsOf('server/platform/request-metrics/request-metrics.ts')('once # minute', 'writeEverySeconds = #', minute),
    claimsOf('server/platform/request-metrics/histogram.ts')('a geometric scale an # wide', 'const width = #'),
    claimsOf('contract/platform-figures.ts')('# days up to now have so many', "'7d': #"),
  ],
};
