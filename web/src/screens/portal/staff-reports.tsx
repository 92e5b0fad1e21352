import { useState } from 'react';
import type { OwnReports } from '../../../../contract/partner-settings.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { reportingFrequencies } from '../../../../contract/portal-states.ts';
import { errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { portalSettings as words } from '../../messages/en/portal-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Loaded } from '../../shell/loaded.tsx';
import type { Filled } from '../../submit-form.tsx';
import { useSubmit } from '../../use-submit.ts';
import { portalTabs } from './portal-tabs.ts';
import { ReportFields } from './report-fields.tsx';

interface StaffReportsProps {
  reports: OwnReports | null;
  permissions: readonly Permission[];
}

/** What staff set: the reports that they are mailed themselves, where they may see figures. */
export function StaffReports({ reports, permissions }: StaffReportsProps) {
  const change = useChange<never>();
  return (
    <Loaded>
      <DeskFrame
        title={titles.partnerPortal}
        sentence={reports ? words.ofStaff : words.noneForStaff}
        tabs={portalTabs('settings', permissions)}
      >
        {change.notice}
        {reports && <ReportsForm reports={reports} onSaved={change.tell} />}
      </DeskFrame>
    </Loaded>
  );
}

function ReportsForm({ reports, onSaved }: { reports: OwnReports; onSaved: (said: string) => void }) {
  const [email, setEmail] = useState(reports.email);
  const late = useLate();
  const saving = useSubmit({
    send: ({ text }: Filled, api) =>
      api('PUT /api/partner-portal/reports', {
        body: {
          email,
          reporting_frequency:
            reportingFrequencies.find((one) => one === text('reporting_frequency')) ?? reports.reporting_frequency,
        },
      }),
    done: () => onSaved(words.saved),
    late: () => late(words.saved),
    refused: (failure) =>
      errorCode(failure) === 'offline'
        ? words.saveFailed
        : { words: `${words.updateFailed}: ${refusalWords(failure)}` },
  });
  return (
    <DeskForm of={saving} draft="own reports" label={words.saveReports} busyLabel={words.saving}>
      <h2>{words.notifications}</h2>
      <ReportFields
        email={email}
        onEmail={setEmail}
        endedAt={reports.ended_at}
        frequency={{ ...saving.field('reporting_frequency'), defaultValue: reports.reporting_frequency }}
      />
    </DeskForm>
  );
}
