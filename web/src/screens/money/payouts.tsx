import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { AdminPayout, listPayouts } from '../../../../contract/commission.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { listPayoutBookings } from '../../../../contract/payout-bookings.ts';
import type { LongWork } from '../../../../contract/work.ts';
import type { Api } from '../../api.ts';
import { DataTable, type Selection } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { askPayouts, useLeftUnanswered } from './left-unanswered.ts';
import { moneyTabs } from './money-tabs.ts';
import type { WaitingTerms } from './partner-terms.tsx';
import { payoutColumns } from './payout-columns.tsx';
import { PayoutDetail } from './payout-detail.tsx';
import { type PayoutAction, PayoutSheet, payoutDraft } from './payout-sheet.tsx';

interface PayoutsData {
  list: Answer<typeof listPayouts>;
  /** The payout that is open in the list. */
  open: AdminPayout | null;
  bookings: Answer<typeof listPayoutBookings> | null;
  /** What waits to be confirmed of its partner's terms. */
  waiting: WaitingTerms;
  /** The run that was begun here. */
  work: LongWork | null;
}

type Query = NonNullable<Request<typeof listPayouts>['query']>;

export const loadPayouts = deskLoader(async (api, { request }): Promise<PayoutsData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('open');
  const [list, found, bookings, work] = await Promise.all([
    api('GET /api/admin/payouts', { query: asked(query, ['search', 'sort', 'state', 'after']) as Query }),
    id ? openOf(id, api) : null,
    opened(id, (payout) => api('GET /api/admin/payouts/{id}/bookings', { params: { id: payout } })),
    opened(query.get(followedName), (work) => api('GET /api/long-work/{id}', { params: { id: work } })),
  ]);
  return { list, open: found?.open ?? null, bookings, waiting: found?.waiting ?? { rows: [], total: 0 }, work };
});

/** A payout, and what waits of its partner's terms: by its partner, as of all that waits only so many are told. */
async function openOf(id: string, api: Api): Promise<Pick<PayoutsData, 'open' | 'waiting'> | null> {
  const [open] = (await api('GET /api/admin/payouts', { query: { id } as Query })).rows;
  if (!open) return null;
  const waiting = await api('GET /api/admin/rate-changes', { query: { organisation: open.organisation.id } });
  return { open, waiting };
}

/** What partners are paid: prepared for all to whom enough is due, then released by another administrator, or withdrawn. */
export function PayoutsScreen() {
  const { list, open, bookings, waiting, work } = useLoaderData<PayoutsData>();
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const change = useChange<PayoutAction>();
  const isFiltered = ['search', 'state'].some((name) => address.get(name));
  const { partners, amount } = list.waiting;
  const acts = (kind: 'release' | 'withdraw') => (selection: Selection) => {
    const ids = 'ids' in selection ? selection.ids : [];
    const ticked = list.rows.filter((row) => ids.includes(row.id));
    const { amount: sum, left } = toSettle(ticked);
    if (kind === 'withdraw') change.begin({ kind, ids, amount: sum, left });
    else {
      // What is shown as settled is not asked for again: its release would be told of as one that is still to be paid.
      const settled = ticked.filter(({ state }) => state !== 'prepared');
      const isSettled = (id: string) => settled.some((payout) => payout.id === id);
      change.begin({ kind, ids: ids.filter((id) => !isSettled(id)), amount: sum, settled });
    }
  };
  const tellLeft = useLeftUnanswered();
  const [ticks, setTicks] = useState<readonly string[]>();
  useReopened(
    (draft): PayoutAction | null => {
      if (open && draft === `terms of ${open.organisation.id}`) return { kind: 'terms', payout: open };
      if (draft === 'prepare payouts') return { kind: 'run' };
      return null;
    },
    change.begin,
    // The list may show them no more: a filter hides what has become another state.
    async (draft, wasSent) => {
      const [, kind, about] = /^(release|withdraw) payouts (.+)$/.exec(draft) ?? [];
      if (!about) return;
      const ids = about.split(',');
      const begin = change.beginLater();
      const those = await askPayouts(ids);
      const isBegun =
        those?.length === ids.length && begin({ kind: kind as 'release' | 'withdraw', ids, ...toSettle(those) });
      if (isBegun) setTicks(ids);
      else if (wasSent) tellLeft(those);
    },
  );
  return (
    <Loaded>
      <DeskFrame
        title={titles.payouts}
        tabs={moneyTabs('payouts')}
        sentence={[
          partners === 0 ? words.noneWaits : words.sentence(amount, partners),
          isFiltered && words.found(list.total),
        ]
          .filter(Boolean)
          .join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <PayoutDetail
                payout={open}
                bookings={bookings}
                waiting={waiting}
                onAct={change.begin}
                onDone={change.tell}
              />
            </>
          )
        }
      >
        {!open && change.notice}
        <div>
          <Button look="plain" onClick={() => change.begin({ kind: 'run' })}>
            {words.run}
          </Button>
        </div>
        {work && (
          <FollowedWork
            key={work.id}
            work={work}
            onOver={() => void revalidate()}
            onEnded={() => change.takeBack(words.said.begun)}
          />
        )}
        <DataTable
          name="payouts"
          caption={words.caption}
          columns={payoutColumns}
          list={list}
          titleOf={({ organisation, amount }) => `${organisation.name}, ${words.dollars(amount)}`}
          usualSort="-prepared"
          actions={[
            { label: words.release, run: acts('release') },
            { label: words.withdraw, run: acts('withdraw') },
          ]}
          done={change.told}
          ticks={ticks}
          onTicked={change.goOn}
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.state} param="state" options={words.states} />
        </DataTable>
      </DeskFrame>
      {change.action && (
        <PayoutSheet
          key={payoutDraft(change.action)}
          action={change.action}
          onClose={change.leave}
          onDone={change.tell}
          onBegun={(id) => address.change({ [followedName]: id })}
        />
      )}
    </Loaded>
  );
}

/** Of payouts that are chosen: what those come to that are still prepared, in dollars reckoned in cents, and how many are not. */
function toSettle(payouts: readonly AdminPayout[]): { amount: number; left: number } {
  const prepared = payouts.filter(({ state }) => state === 'prepared');
  const cents = prepared.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return { amount: cents / 100, left: payouts.length - prepared.length };
}
