import type { Role } from '../../../../contract/roles.ts';
import type { UserRow } from '../../../../contract/users.ts';
import type { Api } from '../../api.ts';
import { usersDesk as words } from '../../messages/en/users-desk.ts';

/** Which accounts a list shows. */
export interface UserFilter {
  search?: string | undefined;
  role?: Role | undefined;
  state?: UserRow['state'] | undefined;
}

/** What an administrator is about to do to one account. */
export interface OneAction {
  kind: 'role' | 'suspend' | 'reactivate' | 'endSessions' | 'resetPasskeys';
  user: UserRow;
}

/** And to several: to those that were ticked, or to all that match. */
export type ManyAction =
  | { kind: 'selection'; ids: readonly string[] }
  | { kind: 'matching'; count: number; filter: UserFilter; seen: string };

export type AccountAction = OneAction | ManyAction;

interface Deed {
  reason: string;
  /** What becomes of an account whose role is changed. */
  role: Role;
  /** Told the id of the long work that does it. */
  onBegun: (id: string) => void;
}

/** Does it. @returns what is said of it then */
export async function perform(api: Api, action: AccountAction, { reason, role, onBegun }: Deed): Promise<string> {
  if (action.kind === 'matching') return await suspendMatching(api, action, { reason, onBegun });
  if (action.kind === 'selection') return await suspendThese(api, action.ids, reason);
  const { kind, user } = action;
  const { email } = user;
  const params = { id: user.id };
  switch (kind) {
    case 'role': {
      const changed = await api('PUT /api/admin/users/{id}/role', {
        params,
        body: { role, replaces: user.role, reason },
      });
      return words.said.role(email, changed.role);
    }
    case 'endSessions': {
      const { ended } = await api('POST /api/admin/users/{id}/end-sessions', { params, body: { reason } });
      return words.said.endSessions(email, ended);
    }
    case 'resetPasskeys': {
      const { removed } = await api('DELETE /api/admin/users/{id}/passkeys', { params, body: { reason } });
      return words.said.resetPasskeys(email, removed);
    }
    default: {
      const state = kind === 'suspend' ? 'suspended' : 'active';
      await api('PUT /api/admin/users/{id}/state', { params, body: { state, replaces: user.state, reason } });
      return words.said[kind](email);
    }
  }
}

async function suspendThese(api: Api, ids: readonly string[], reason: string): Promise<string> {
  const done = await api('POST /api/admin/users/suspend', { body: { ids: [...ids], reason } });
  return words.said.selection(done.suspended, done.left_out);
}

async function suspendMatching(
  api: Api,
  { filter, seen }: Extract<AccountAction, { kind: 'matching' }>,
  { reason, onBegun }: Pick<Deed, 'reason' | 'onBegun'>,
): Promise<string> {
  const { id } = await api('POST /api/admin/users/suspend-matching', { body: { ...filter, seen, reason } });
  onBegun(id);
  return words.said.begun;
}
