import { useRevalidator } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { listReportSubscriptions } from '../../../../contract/platform-reports.ts';
import { reportingFrequencies } from '../../../../contract/portal-states.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Select } from '../../ui/field.tsx';
import { useSubmit } from '../../use-submit.ts';
import type { ReportShown } from './load-report.ts';

export type Subscriptions = Answer<typeof listReportSubscriptions>['subscriptions'];

interface ReportSubscriptionProps {
  report: ReportShown['report'];
  subscriptions: Subscriptions;
  onSaved: (said: string) => void;
}

/** How often a report is mailed to who reads it. */
export function ReportSubscription({ report, subscriptions, onSaved }: ReportSubscriptionProps) {
  const late = useLate();
  const { revalidate } = useRevalidator();
  const chosen = subscriptions.find(({ type }) => type === report)?.frequency ?? '';
  const saving = useSubmit({
    send: ({ text }: Filled, api) => {
      const frequency = reportingFrequencies.find((one) => one === text('frequency')) ?? null;
      return api('PUT /api/admin/report-subscriptions', { body: { type: report, frequency } });
    },
    done: () => {
      onSaved(words.subscribed);
      return revalidate();
    },
    late: () => late(words.subscribed),
  });
  return (
    <DeskForm of={saving} draft={`subscription to ${report}`} label={words.subscribe} busyLabel={words.subscribing}>
      <h2>{words.byMail}</h2>
      <p>{words.byMailText}</p>
      <Select label={words.howOften} {...saving.field('frequency')} defaultValue={chosen}>
        <option value="">{words.never}</option>
        {reportingFrequencies.map((one) => (
          <option key={one} value={one}>
            {words.frequencies[one]}
          </option>
        ))}
      </Select>
    </DeskForm>
  );
}
