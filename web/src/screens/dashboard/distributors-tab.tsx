import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { analyticsDesk } from '../../messages/en/analytics-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { beside } from '../analytics/meant.ts';
import styles from './dashboard.module.css';
import type { AdminShown } from './load-admin.ts';
import { MeantTiles } from './meant-tiles.tsx';
import { Ranking } from './ranking.tsx';

const desks = [
  { to: '/locations/batch', label: titles.qrBatch },
  { to: '/money/holds?state=open', label: words.toHolds },
  { to: '/money/payouts?state=prepared', label: words.toPayouts },
  { to: '/money/ledger', label: words.toLedger },
];

/** What partners have earned by where it stands, and who earns most. */
export function DistributorsTab({ commission = null }: { commission: AdminShown['commission'] | undefined }) {
  const { standings, dollars, meanings } = words;
  if (!commission) return <Notice tone="warn">{words.failed}</Notice>;
  return (
    <>
      <section className={page.section} aria-labelledby="commission">
        <h2 id="commission">{words.commission}</h2>
        <p className={page.lead}>{words.commissionLead}</p>
        <MeantTiles
          tiles={[
            [standings.estimated, dollars(commission.estimated), meanings.estimated],
            [standings.pending, dollars(commission.pending), meanings.pending],
            [standings.held, dollars(commission.held), meanings.held],
            [standings.payable, dollars(commission.payable), meanings.payable],
            [
              ...([words.paid(commission.month), dollars(commission.paid_this_month), meanings.paid] as const),
              analyticsDesk.compared(beside(commission.paid_this_month, commission.paid_before), dollars),
            ],
          ]}
        />
        <div className={styles.bar}>
          {desks.map(({ to, label }) => (
            <ButtonLink key={to} look="plain" to={to}>
              {label}
            </ButtonLink>
          ))}
        </div>
      </section>
      <Ranking
        id="top-partners"
        title={words.topPartners}
        of={commission}
        none={{ title: words.noCommission, text: words.noCommissionText }}
        rows={commission.top_partners.map((partner) => ({
          ...{ id: partner.id, name: partner.organization_name, to: `/partners?open=${partner.id}` },
          ...{ note: words.earned(partner.bookings), amount: partner.commission },
        }))}
      />
    </>
  );
}
