import type { getCampaignResultsFile } from '../../../../contract/campaign-results.ts';
import { mostResultLines, type ResultPart } from '../../../../contract/campaign-results-form.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import { DownloadLink } from '../../desk/download-link.tsx';
import work from '../../desk/long-work.module.css';
import { campaignResultsDesk as words } from '../../messages/en/campaign-results-desk.ts';
import lists from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { withQuery } from '../../with-query.ts';

interface ResultsFileProps {
  part: ResultPart;
  query: Omit<NonNullable<Request<typeof getCampaignResultsFile>['query']>, 'part'>;
  /** How many it has. */
  lines: number;
}

/** The way to the figures as a file, or why there is none. */
export function ResultsFile({ part, query, lines }: ResultsFileProps) {
  const asked = new URLSearchParams(query as Record<string, string>);
  if (part !== 'campaigns') asked.set('part', part);
  return (
    <div className={page.actions}>
      {lines > mostResultLines ? (
        <p className={lists.note}>{words.fileTooLong(lines, mostResultLines)}</p>
      ) : (
        <DownloadLink
          className={work.download}
          href={withQuery('/api/campaign-results/file', asked)}
          ready={(api) => api('GET /api/campaign-results', { query })}
        >
          {words.files[part]}
        </DownloadLink>
      )}
    </div>
  );
}
