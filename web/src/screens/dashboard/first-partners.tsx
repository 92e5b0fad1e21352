import { Link } from 'react-router';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { PartnerEye, PartnerStatus } from '../partners/partner-columns.tsx';
import styles from './dashboard.module.css';
import type { AdminShown } from './load-admin.ts';
import { MeantTiles } from './meant-tiles.tsx';

/** How many partners and requests for codes there are, the first partners by name, and the ways to all of them. */
export function FirstPartners({ partners }: { partners: NonNullable<AdminShown['partners']> | null }) {
  const { partnerCounts, number, meanings } = words;
  return (
    <section className={page.section} aria-labelledby="partners">
      <h2 id="partners">{words.partners}</h2>
      {!partners && <Notice tone="warn">{words.failed}</Notice>}
      {partners && (
        <MeantTiles
          tiles={[
            [partnerCounts.active, number(partners.counts.active_partners), meanings.activePartners],
            [partnerCounts.pending, number(partners.counts.pending_partners), meanings.pendingPartners],
            [partnerCounts.pendingRequests, number(partners.counts.pending_qr_requests), meanings.pendingRequests],
            [partnerCounts.approvedRequests, number(partners.counts.approved_qr_requests), meanings.approvedRequests],
          ]}
        />
      )}
      {partners?.rows.length === 0 && <EmptyState title={words.noPartner}>{words.noPartnerText}</EmptyState>}
      {partners && partners.rows.length > 0 && (
        <ul role="list" className={list.rows} aria-labelledby="partners">
          {partners.rows.map(({ id, organization_name, email, status }) => (
            <li key={id} className={list.row}>
              <div className={list.words}>
                <Link className={list.name} to={`/partners?open=${id}`}>
                  {organization_name}
                </Link>
                <p className={list.note}>{email}</p>
              </div>
              <PartnerStatus status={status} />
              <PartnerEye id={id} status={status} organization_name={organization_name} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.bar}>
        <ButtonLink look="plain" to="/partners">
          {words.allPartners}
        </ButtonLink>
        <ButtonLink look="plain" to="/partners/requests?status=pending">
          {words.decideRequests}
        </ButtonLink>
      </div>
    </section>
  );
}
