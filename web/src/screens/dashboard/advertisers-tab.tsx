import { useState } from 'react';
import { InviteSheet } from '../../features/invitations/invite-sheet.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { invitations } from '../../messages/en/invitations.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import styles from './dashboard.module.css';
import { type AskedReport, ExportReport } from './export-report.tsx';
import type { AdminShown } from './load-admin.ts';
import { Ranking } from './ranking.tsx';
import { WaitingApplications } from './waiting-applications.tsx';

const report: AskedReport = {
  type: 'stakeholder',
  format: 'csv',
  filters: { stakeholder_types: ['advertiser'], include_performance_metrics: true, time_range: '30d' },
  instant: true,
};

interface AdvertisersTabProps extends Pick<AdminShown, 'waiting'> {
  top: AdminShown['advertisers'] | undefined;
}

/** Whose listings bring most, inviting more advertisers, who has applied, and the file of all of them. */
export function AdvertisersTab({ top = null, waiting }: AdvertisersTabProps) {
  const [isInviting, setInviting] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const { open, sent } = invitations.kinds.advertiser;
  return (
    <section className={page.section} aria-labelledby="advertisers">
      <h2 id="advertisers">{words.tabs.advertisers}</h2>
      <div className={styles.bar}>
        <Button
          onClick={() => {
            setSaid(null);
            setInviting(true);
          }}
        >
          {open}
        </Button>
        <ExportReport asked={report}>{words.exportPerformance}</ExportReport>
      </div>
      <WaitingApplications waiting={waiting} of="advertiser" />
      <Status>{said && <Notice tone="ok">{said}</Notice>}</Status>
      {!top && <Notice tone="warn">{words.failed}</Notice>}
      {top && (
        <Ranking
          id="top-advertisers"
          title={words.topAdvertisers}
          of={top}
          none={{ title: words.noAdvertiser, text: words.noAdvertiserText }}
          rows={top.advertisers.map((one) => ({
            ...{
              id: one.id,
              name: one.organization_name,
              note: words.advertiserFigures(one.listings, one.clicks, one.bookings),
              amount: one.revenue,
            },
          }))}
        />
      )}
      {isInviting && (
        <InviteSheet
          kind="advertiser"
          confirmed={confirmed}
          onClose={() => setInviting(false)}
          onSent={({ late }) => {
            setSaid(sent);
            if (!late) setInviting(false);
          }}
          onUnanswered={() => {}}
        />
      )}
    </section>
  );
}
