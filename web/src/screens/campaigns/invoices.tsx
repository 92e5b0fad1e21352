import { useLoaderData } from 'react-router';
import type { Invoice, ListedInvoice, listInvoices } from '../../../../contract/campaign-invoices.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { useSession } from '../../features/session/use-session.ts';
import { campaignInvoicesDesk as words } from '../../messages/en/campaign-invoices-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { type CampaignsDesk, campaignsLoader } from './campaigns-loader.ts';
import { campaignsTabs } from './campaigns-tabs.ts';
import { InvoiceDetail } from './invoice-detail.tsx';
import { PaidBadge } from './paid-badge.tsx';
import { PaySheet, payDraft } from './pay-sheet.tsx';

interface InvoicesData {
  list: Answer<typeof listInvoices>;
  /** The invoice that is open in the list. */
  open: Invoice | null;
}

type Query = NonNullable<Request<typeof listInvoices>['query']>;

export const loadInvoices = campaignsLoader(async (api, { request }): Promise<InvoicesData> => {
  const { searchParams: query } = new URL(request.url);
  const [list, open] = await Promise.all([
    api('GET /api/campaign-invoices', {
      query: asked(query, ['search', 'sort', 'state', 'organisation', 'after']) as Query,
    }),
    opened(query.get('open'), (id) => api('GET /api/campaign-invoices/{id}', { params: { id } })),
  ]);
  return { list, open };
});

const { columns } = words;
const shared: readonly Column<ListedInvoice>[] = [
  {
    ...{ key: 'number', label: columns.number, cell: ({ number }) => words.name(number), sort: 'number' },
    ...{ isTitle: true, isFixed: true },
  },
  { key: 'month', label: columns.month, cell: ({ month }) => words.month(month), isBrief: true },
  { key: 'total', label: columns.total, cell: ({ total }) => words.money(total), numeric: true, isBrief: true },
  { key: 'state', label: columns.state, cell: (invoice) => <PaidBadge {...invoice} />, isBrief: true },
  { key: 'made', label: columns.made, cell: ({ made_at }) => words.moment(made_at), isMoment: true },
  {
    ...{ key: 'paid', label: columns.paid, isMoment: true },
    cell: ({ paid_at }) => (paid_at === null ? words.unpaid : words.moment(paid_at)),
  },
];
const advertiser: Column<ListedInvoice> = {
  ...{ key: 'advertiser', label: columns.advertiser, cell: (row) => row.advertiser, isEndless: true },
};
const ofAll = [...shared.slice(0, 1), advertiser, ...shared.slice(1)];

/** What campaigns have cost, month by month; an administrator says which of it was paid. */
export function InvoicesScreen() {
  const { list: found, open, may } = useLoaderData<InvoicesData & CampaignsDesk>();
  const address = useTableAddress();
  const isAdmin = useSession().role === 'admin';
  const change = useChange<Invoice>();
  useReopened((draft) => (open && draft === payDraft(open) ? open : null), change.begin);
  const isFiltered = ['search', 'state', 'organisation'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.campaignInvoices}
        {...(isAdmin && { administration: adminTabs('advertisers') })}
        {...campaignsTabs('invoices', may)}
        sentence={words.sentence(found.open, found.paid)}
        detail={
          open && (
            <>
              {change.notice}
              <InvoiceDetail invoice={open} onPay={isAdmin ? change.begin : undefined} />
            </>
          )
        }
      >
        {!open && change.notice}
        <p className={list.note}>{words.meaning}</p>
        <DataTable
          name="campaign-invoices"
          caption={words.caption}
          columns={isAdmin ? ofAll : shared}
          list={found}
          titleOf={({ number }) => words.name(number)}
          usualSort="-number"
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          {isAdmin && <TableSearch label={words.search} />}
          {isAdmin && (
            <TableFilter
              label={words.advertiser}
              param="organisation"
              options={Object.fromEntries(found.advertisers.map(({ id, name }) => [id, name]))}
            />
          )}
          <TableFilter label={words.state} param="state" options={words.states} />
        </DataTable>
      </DeskFrame>
      {change.action && <PaySheet invoice={change.action} onClose={change.leave} onDone={change.tell} />}
    </Loaded>
  );
}
