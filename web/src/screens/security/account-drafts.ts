import type { UserRow } from '../../../../contract/users.ts';
import type { AccountAction, UserFilter } from './account-actions.ts';

const ofOne = ['role', 'suspend', 'reactivate', 'endSessions', 'resetPasskeys'] as const;

interface OnScreen {
  open: UserRow | null;
  filter: UserFilter;
  total: number;
  digest: string | null;
}

/** What a form of this name is about (account-action-sheet.tsx), where that is on screen. */
export function actionOfDraft(draft: string, { open, filter, total, digest }: OnScreen): AccountAction | null {
  if (draft.startsWith('selection ')) return { kind: 'selection', ids: draft.slice('selection '.length).split(',') };
  if (digest && draft === `suspend ${digest} ${JSON.stringify(filter)}`)
    return { kind: 'matching', count: total, filter, seen: digest };
  const kind = open && ofOne.find((one) => draft === `${one} ${open.id}`);
  return kind ? { kind, user: open } : null;
}
