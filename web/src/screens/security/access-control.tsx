import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Api } from '../../api.ts';
import { DataTable, type Selection } from '../../desk/data-table.tsx';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { confirmForFile } from '../../features/passkeys/confirmed.ts';
import { useSession } from '../../features/session/use-session.ts';
import { desk } from '../../messages/en/desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { usersDesk as words } from '../../messages/en/users-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AccountActionSheet } from './account-action-sheet.tsx';
import type { AccountAction, UserFilter } from './account-actions.ts';
import { AccountDetail } from './account-detail.tsx';
import { actionOfDraft, isSameMatching } from './account-drafts.ts';
import type { AccessData } from './load-accounts.ts';
import { securityTabs } from './security-tabs.ts';
import { userColumns } from './user-columns.tsx';

const exported = {
  path: '/api/admin/users/export',
  ready: async (api: Api) => {
    // Whoever may not see the list any more is told so here.
    await api('GET /api/admin/users', { query: {} });
    // It is personal data.
    await confirmForFile(api);
  },
};

/** All accounts: found, sorted, opened, and changed with a reason. */
export function AccessControl({ loaded: { list, open, work } }: { loaded: AccessData }) {
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const { user } = useSession();
  const change = useChange<AccountAction>();
  const filter: UserFilter = {
    search: address.get('search') ?? undefined,
    role: (address.get('role') as UserFilter['role']) ?? undefined,
    state: (address.get('state') as UserFilter['state']) ?? undefined,
  };
  const [ticks, setTicks] = useState<readonly string[]>();
  useReopened(
    (draft) => actionOfDraft(draft, { open, filter, total: list.total, digest: list.digest }),
    (action) => {
      if (action.kind === 'selection') setTicks(action.ids);
      change.begin(action);
    },
    (draft) => isSameMatching(draft, filter) && change.say({ nothing: desk.reasonWaits(desk.listChanged) }),
  );
  const suspend = (selection: Selection) =>
    change.begin(
      'ids' in selection
        ? { kind: 'selection', ids: selection.ids }
        : { kind: 'matching', count: selection.allMatching, seen: selection.seen, filter },
    );
  return (
    <>
      <DeskFrame
        title={titles.security}
        sentence={words.sentence(list.total, Object.values(filter).some(Boolean))}
        tabs={securityTabs('access')}
        detail={
          open && (
            <>
              {change.notice}
              <AccountDetail user={open} isOwn={open.id === user?.id} onAct={change.begin} />
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
          name="users"
          caption={words.caption}
          columns={userColumns}
          list={list}
          titleOf={({ name, email }) => name ?? email}
          usualSort="name"
          actions={[{ label: words.suspend, run: suspend }]}
          done={change.told}
          ticks={ticks}
          opens
          exported={exported}
          empty={<EmptyState title={words.none}>{words.noneText}</EmptyState>}
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.role} param="role" options={words.roles} />
          <TableFilter label={words.state} param="state" options={words.states} />
        </DataTable>
      </DeskFrame>
      {/* Beside the frame: on a phone the list is hidden while an account is open, and all that is in it. */}
      {change.action && (
        <AccountActionSheet
          action={change.action}
          open={open}
          onClose={change.leave}
          onDone={change.tell}
          onBegun={(id) => address.change({ [followedName]: id })}
        />
      )}
    </>
  );
}
