import type { Answer } from '../../../../contract/endpoint.ts';
import type { listDifferences } from '../../../../contract/reconciliation.ts';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import { DownloadLink } from '../../desk/download-link.tsx';
import work from '../../desk/long-work.module.css';
import { reconcileDesk as words } from '../../messages/en/reconcile-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { withQuery } from '../../with-query.ts';
import { explanationOf } from './explanation-of.ts';
import type { MonthLine } from './load-reconcile.ts';

/** Where what platforms tell is decided: what has this reference. */
const newsOf = (reference: string | null) =>
  withQuery('/money/news', new URLSearchParams(reference === null ? {} : { search: reference }));

interface MonthDetailProps {
  month: MonthLine;
  told: Answer<typeof listDifferences>;
}

/** A platform's month: its sums, each booking on which they differ, and what to do about it. */
export function MonthDetail({ month, told: { differences } }: MonthDetailProps) {
  const path = `/api/admin/reconciliation/${month.id}`;
  const facts = [
    [words.columns.statement, `${words.dollars(month.statement)}, ${words.onStatement(month.statement_bookings)}`],
    [words.columns.ledger, `${words.dollars(month.ledger)}, ${words.inLedger(month.ledger_bookings)}`],
    [words.columns.difference, words.dollars(month.difference)],
  ] as const;
  return (
    <Detail label={words.detail} title={words.month(month.platform, month.month)} facts={facts}>
      {differences.length === 0 ? (
        <p>{words.agrees}</p>
      ) : (
        <>
          <DetailLines
            title={words.differences}
            lines={differences.map((one, at) => ({
              key: at,
              line: words.line(one),
              note: (
                <>
                  <p>{words.sums(one)}</p>
                  <p>{words.advice(one)}</p>
                  {one.booking && (
                    <ButtonLink look="quiet" to={explanationOf(one.booking.id)}>
                      {titles.explain}
                    </ButtonLink>
                  )}
                  {one.kind === 'unmatched' && (
                    <ButtonLink look="quiet" to={newsOf(one.reference)}>
                      {titles.news}
                    </ButtonLink>
                  )}
                </>
              ),
            }))}
          />
          {month.differences > differences.length && <p className={list.note}>{words.first(differences.length)}</p>}
          <DownloadLink
            className={work.download}
            href={`${path}/file`}
            ready={(api) =>
              api('GET /api/admin/reconciliation/{platform}/{month}', {
                params: { platform: month.platform, month: month.month },
              })
            }
          >
            {words.csv}
          </DownloadLink>
        </>
      )}
    </Detail>
  );
}
