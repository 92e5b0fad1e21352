import { Link } from 'react-router';
import type { AdminPartner } from '../../../../contract/partners.ts';
import type { Column } from '../../desk/data-table.tsx';
import { partnerView as view } from '../../messages/en/partner-view-desk.ts';
import { partnersDesk as words } from '../../messages/en/partners-desk.ts';
import button from '../../ui/button.module.css';
import { EyeIcon } from '../../ui/more-icons.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { partnerViewOf } from '../portal/partner-view.ts';

const looks = { active: 'ok', pending: 'waits', suspended: 'stopped' } as const;

export function PartnerStatus({ status }: Pick<AdminPartner, 'status'>) {
  return <StatusBadge look={looks[status]}>{words.statuses[status]}</StatusBadge>;
}

/** The way into the portal of an active partner, as an administrator sees it. */
export function PartnerEye({
  id,
  status,
  organization_name: name,
}: Pick<AdminPartner, 'id' | 'status' | 'organization_name'>) {
  if (status !== 'active') return null;
  return (
    <Link className={button.icon} to={partnerViewOf(id)} state={{ isFromList: true }} aria-label={view.openOf(name)}>
      <EyeIcon />
    </Link>
  );
}

const { columns } = words;

/** What the list shows of each partner. */
export const partnerColumns: readonly Column<AdminPartner>[] = [
  {
    key: 'name',
    label: columns.name,
    cell: ({ organization_name }) => organization_name,
    sort: 'name',
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'status', label: columns.status, cell: ({ status }) => <PartnerStatus status={status} />, isBrief: true },
  { key: 'email', label: columns.email, cell: ({ email }) => email, isAddress: true },
  { key: 'type', label: columns.type, cell: ({ partner_type }) => words.types[partner_type], isExtra: true },
  { key: 'places', label: columns.places, cell: ({ places }) => words.number(places), numeric: true, isExtra: true },
  { key: 'codes', label: columns.codes, cell: ({ codes }) => words.number(codes), numeric: true },
  { key: 'scans', label: columns.scans, cell: ({ scans }) => words.number(scans), numeric: true },
  { key: 'since', label: columns.since, cell: ({ since }) => words.day(since), sort: 'since' },
  {
    key: 'view',
    label: view.column,
    cell: (partner) => <PartnerEye {...partner} />,
    isBrief: true,
  },
];
