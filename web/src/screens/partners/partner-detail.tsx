import type { ReactNode } from 'react';
import type { AdminPartner } from '../../../../contract/partners.ts';
import { Detail } from '../../desk/detail.tsx';
import { partnerView as view } from '../../messages/en/partner-view-desk.ts';
import { partnersDesk as words } from '../../messages/en/partners-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { EyeIcon } from '../../ui/more-icons.tsx';
import page from '../../ui/page.module.css';
import { statementOf } from '../money/statement-of.ts';
import { partnerViewOf } from '../portal/partner-view.ts';
import { PartnerStatus } from './partner-columns.tsx';
import { deedOf, type PartnerAction } from './partner-sheet.tsx';

/** A list of those that an address is found in. */
const searched = (to: string, email: string) =>
  `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams({ search: email })}`;

interface PartnerDetailProps {
  partner: AdminPartner;
  onAct: (action: PartnerAction) => void;
}

/** One partner, or who is invited to become one: who it is, what it has, and what can be done about it. */
export function PartnerDetail({ partner, onAct }: PartnerDetailProps) {
  const { columns } = words;
  const { id, status, email, user_id: owner, invited_at, qr_codes_limit: limit } = partner;
  const all: readonly (readonly [string, ReactNode])[] = [
    [columns.status, <PartnerStatus key="status" status={status} />],
    [columns.email, email],
    [words.phone, partner.contact_phone],
    [columns.type, words.types[partner.partner_type]],
    [columns.places, words.number(partner.places)],
    [columns.codes, limit === null ? words.number(partner.codes) : words.codesOf(partner.codes, limit)],
    [columns.scans, words.number(partner.scans)],
    [words.invited, invited_at && words.moment(invited_at)],
    [columns.since, status !== 'pending' && words.moment(partner.since)],
  ];
  const does = deedOf(partner);
  return (
    <Detail label={words.detail} title={partner.organization_name} facts={all.filter(([, value]) => value)}>
      <div className={page.actions}>
        {does && (
          <Button look="plain" onClick={() => onAct({ does, partner })}>
            {words.deeds[does]}
          </Button>
        )}
        {limit !== null && (
          <Button look="plain" onClick={() => onAct({ does: 'limit', partner })}>
            {words.deeds.limit}
          </Button>
        )}
        {status === 'active' && (
          <ButtonLink look="plain" to={partnerViewOf(id)} state={{ isFromList: true }}>
            <EyeIcon />
            {view.open}
          </ButtonLink>
        )}
        {owner && (
          <ButtonLink look="quiet" to={statementOf(id)}>
            {words.toStatement}
          </ButtonLink>
        )}
        <ButtonLink look="quiet" to={searched(owner ? '/security/access' : '/dashboard?tab=stakeholders', email)}>
          {owner ? words.toAccount : words.toInvitation}
        </ButtonLink>
      </div>
      {status === 'suspended' && partner.state === 'active' && <p>{words.ownerNote}</p>}
      <p className={list.note}>{owner ? words.scansNote : words.pendingNote}</p>
    </Detail>
  );
}
