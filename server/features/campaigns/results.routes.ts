import { getCampaignResults, getCampaignResultsFile } from '../../../contract/campaign-results.ts';
import { answer } from '../../platform/http/http.ts';
import { readResults, writeResults } from './results.ts';

/** What came of campaigns. */
export const resultsRoutes = [
  answer(getCampaignResults, ({ query }, ctx) => readResults(ctx, query)),

  answer(getCampaignResultsFile, async ({ query }, ctx) => {
    const { text, from, until } = await writeResults(ctx, query);
    ctx.recordEvent({
      type: 'export',
      severity: 'info',
      description: `Exported the results of campaigns from ${from} to ${until}.`,
    });
    ctx.setHeader('content-type', 'text/csv; charset=utf-8');
    ctx.setHeader('content-disposition', `attachment; filename="campaign-results-${from}-to-${until}.csv"`);
    ctx.setHeader('cache-control', 'private, no-store');
    return new TextEncoder().encode(text);
  }),
];
