import { useState } from 'react';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { InviteSheet } from '../../features/invitations/invite-sheet.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { invitations } from '../../messages/en/invitations.ts';
import { titles } from '../../messages/en/screens.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { withQuery } from '../../with-query.ts';
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

/** Where the campaigns of an advertiser stand, and what they have cost: found by its name. */
const desks = [
  { to: '/campaigns', label: titles.campaigns },
  { to: '/campaigns/invoices', label: titles.campaignInvoices },
];

interface AdvertisersTabProps extends Pick<AdminShown, 'waiting' | 'work'> {
  top: AdminShown['advertisers'] | undefined;
}

/** Whose listings bring most, inviting more advertisers, who has applied, and the file of all of them. */
export function AdvertisersTab({ top = null, waiting, work }: AdvertisersTabProps) {
  const [isInviting, setInviting] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const { open, sent } = invitations.kinds.advertiser;
  return (
    <section className={page.section} aria-labelledby="advertisers">
      <h2 id="advertisers">{words.tabs.advertisers}</h2>
      {work && <FollowedWork key={work.id} work={work} onOver={() => {}} />}
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
      <div className={styles.ways}>
        {desks.map(({ to, label }) => (
          <ButtonLink key={to} look="plain" to={to}>
            {label}
          </ButtonLink>
        ))}
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
            ways: desks.map(({ label, to }) => ({
              ...{ label, spoken: words.deskOf(label, one.organization_name) },
              to: withQuery(to, new URLSearchParams({ search: one.organization_name })),
            })),
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
