import type { CampaignState, CampaignWait } from '../../../../contract/campaign-form.ts';
import type { ListedCampaign } from '../../../../contract/campaigns.ts';
import type { Column } from '../../desk/data-table.tsx';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import { StatusBadge, type StatusLook } from '../../ui/status-badge.tsx';

const stateLooks: Record<CampaignState, StatusLook> = {
  draft: 'asks',
  running: 'ok',
  paused: 'stopped',
  ended: 'over',
};
const waitLooks: Record<CampaignWait, StatusLook> = {
  suspended: 'stopped',
  listing_hidden: 'odd',
  listing_closed: 'odd',
  no_place: 'odd',
  no_room: 'odd',
  used_up: 'done',
  not_begun: 'waits',
  out_of_hours: 'waits',
  used_up_today: 'done',
  ahead: 'waits',
};

/** How it stands; of a running one that is not shown now, why; of a paused one, whether an administrator holds it. */
export function CampaignStatus({ state, waits, held }: Pick<ListedCampaign, 'state' | 'waits' | 'held'>) {
  if (waits) return <StatusBadge look={waitLooks[waits]}>{words.waits[waits]}</StatusBadge>;
  return (
    <StatusBadge look={stateLooks[state]}>
      {held && state === 'paused' ? words.isHeld : words.states[state]}
    </StatusBadge>
  );
}

const { columns } = words;

const all: readonly Column<ListedCampaign>[] = [
  {
    key: 'name',
    label: columns.name,
    cell: ({ name }) => name,
    sort: 'name',
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'state', label: columns.state, cell: (campaign) => <CampaignStatus {...campaign} />, isBrief: true },
  { key: 'advertiser', label: columns.advertiser, cell: ({ advertiser }) => advertiser, isEndless: true },
  { key: 'listing', label: columns.listing, cell: ({ listing }) => listing, isEndless: true, isExtra: true },
  { key: 'days', label: columns.days, cell: ({ first_day, last_day }) => words.days(first_day, last_day) },
  { key: 'delivered', label: columns.delivered, cell: words.delivered, numeric: true },
  { key: 'clicks', label: columns.clicks, cell: ({ clicks }) => words.number(clicks), numeric: true },
  { key: 'spent', label: columns.spent, cell: words.spent, numeric: true },
  {
    key: 'updated',
    label: columns.updated,
    cell: ({ updated_at }) => words.moment(updated_at),
    sort: 'updated',
    isMoment: true,
    isExtra: true,
  },
];

const without = (...keys: string[]) => all.filter(({ key }) => !keys.includes(key));
const ofOwn = without('advertiser');
const ofOwnWithoutMoney = without('advertiser', 'spent');

/** What the list shows of each campaign: to administrators whose it is as well; what it has cost where that is told. */
export function campaignColumns(whose: 'all' | 'own', rows: readonly ListedCampaign[]) {
  if (whose === 'all') return all;
  return rows.every(({ cost }) => cost !== null) ? ofOwn : ofOwnWithoutMoney;
}
