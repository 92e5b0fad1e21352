import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { countHolds, Hold, listHolds } from '../../../../contract/holds.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { DataTable, type Selection } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { desk } from '../../messages/en/desk.ts';
import { holdsDesk as words } from '../../messages/en/holds-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DecisionSheet } from './decision-sheet.tsx';
import { actionOfDraft, type HoldAction, type HoldFilter, isSameMatching } from './hold-actions.ts';
import { holdColumns } from './hold-columns.tsx';
import { HoldDetail } from './hold-detail.tsx';
import { moneyTabs } from './money-tabs.ts';
import { RuleCounts } from './rule-counts.tsx';

interface HoldsData {
  list: Answer<typeof listHolds>;
  counts: Answer<typeof countHolds>;
  /** The hold that is open in the list. */
  open: Hold | null;
  /** The long work that was begun here. */
  work: LongWork | null;
}

type Query = NonNullable<Request<typeof listHolds>['query']>;

export const loadHolds = deskLoader(async (api, { request }): Promise<HoldsData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('open');
  const [list, counts, found, work] = await Promise.all([
    api('GET /api/admin/holds', { query: asked(query, ['search', 'sort', 'rule', 'state', 'after']) as Query }),
    api('GET /api/admin/holds/rules'),
    id ? api('GET /api/admin/holds', { query: { id } as Query }) : null,
    opened(query.get(followedName), (work) => api('GET /api/long-work/{id}', { params: { id: work } })),
  ]);
  return { list, counts, open: found?.rows[0] ?? null, work };
});

/** Commissions that rules hold: found, opened, released or voided with a reason, and how often each rule was right. */
export function HoldsScreen() {
  const { list, counts, open, work } = useLoaderData<HoldsData>();
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const change = useChange<HoldAction>();
  const filter = Object.fromEntries(
    ['search', 'rule', 'state'].map((name) => [name, address.get(name) ?? undefined]),
  ) as HoldFilter;
  const isFiltered = Object.values(filter).some(Boolean);
  const [ticks, setTicks] = useState<readonly string[]>();
  useReopened(
    (draft) => actionOfDraft(draft, { open, filter, total: list.total, digest: list.digest }),
    (action) => {
      if (action.kind === 'these') setTicks(action.ids);
      change.begin(action);
    },
    (draft) =>
      (['released', 'voided'] as const).some((decision) => isSameMatching(draft, decision, filter)) &&
      change.say({ nothing: desk.reasonWaits(desk.listChanged) }),
  );
  const decides = (decision: HoldAction['decision']) => (selection: Selection) =>
    change.begin(
      'ids' in selection
        ? { kind: 'these', ids: selection.ids, replaces: 'open', decision, left: decidedOf(list.rows, selection.ids) }
        : { kind: 'matching', count: selection.allMatching, seen: selection.seen, filter, decision },
    );
  return (
    <Loaded>
      <DeskFrame
        title={titles.holds}
        tabs={moneyTabs('holds')}
        sentence={[words.sentence(counts.bookings, counts.held), isFiltered && words.found(list.total)]
          .filter(Boolean)
          .join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <HoldDetail hold={open} onDecide={change.begin} />
            </>
          )
        }
      >
        {!open && change.notice}
        {work && (
          <FollowedWork
            key={work.id}
            work={work}
            onOver={() => void revalidate()}
            onEnded={() => change.takeBack(words.said.begun)}
          />
        )}
        <DataTable
          name="holds"
          caption={words.caption}
          columns={holdColumns}
          list={list}
          titleOf={({ booking }) => booking.transaction_id}
          usualSort="-opened"
          actions={[
            { label: words.release, run: decides('released') },
            { label: words.voidIt, run: decides('voided') },
          ]}
          done={change.told}
          ticks={ticks}
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.rule} param="rule" options={words.rules} />
          <TableFilter label={words.state} param="state" options={words.states} />
        </DataTable>
        <RuleCounts rules={counts.rules} />
      </DeskFrame>
      {change.action && (
        <DecisionSheet
          action={change.action}
          onClose={change.leave}
          onDone={change.tell}
          onBegun={(id) => address.change({ [followedName]: id })}
        />
      )}
    </Loaded>
  );
}

const decidedOf = (rows: readonly Hold[], ids: readonly string[]) =>
  rows.filter(({ id, state }) => ids.includes(id) && state !== 'open').length;
