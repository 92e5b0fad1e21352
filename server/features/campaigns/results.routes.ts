import {
  getCampaignResults,
  getCampaignResultsChoices,
  getCampaignResultsFile,
} from '../../../contract/campaign-results.ts';
import { answer, fromReplica } from '../../platform/http/http.ts';
import { readChoices, readResults, writeResults } from './results.ts';

const files = {
  campaigns: { file: 'campaign-results', description: 'the results of campaigns' },
  without: { file: 'without-campaign', description: 'what came without a campaign' },
};

/** What came of campaigns. */
export const resultsRoutes = [
  fromReplica(answer(getCampaignResults, ({ query }, ctx) => readResults(ctx, query))),

  fromReplica(answer(getCampaignResultsChoices, ({ query }, ctx) => readChoices(ctx, query))),

  fromReplica(
    answer(getCampaignResultsFile, async ({ query }, ctx) => {
      const { text, from, until } = await writeResults(ctx, query);
      const named = files[query.part];
      ctx.recordEvent({
        type: 'export',
        severity: 'info',
        description: `Exported ${named.description} from ${from} to ${until}.`,
      });
      ctx.setHeader('content-type', 'text/csv; charset=utf-8');
      ctx.setHeader('content-disposition', `attachment; filename="${named.file}-${from}-to-${until}.csv"`);
      ctx.setHeader('cache-control', 'private, no-store');
      return new TextEncoder().encode(text);
    }),
  ),
];
