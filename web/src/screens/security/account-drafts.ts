import type { UserRow } from '../../../../contract/users.ts';
import { isSameDeed, matchingDraft } from '../../desk/matching-draft.ts';
import type { AccountAction, UserFilter } from './account-actions.ts';

const ofOne = ['role', 'suspend', 'reactivate', 'endSessions', 'resetPasskeys'] as const;

interface OnScreen {
  open: UserRow | null;
  filter: UserFilter;
  total: number;
  digest: string | null;
}

/** The name of a form (account-action-sheet.tsx): what is done to whom. */
export function draftOf(action: AccountAction): string {
  if (action.kind === 'matching') return matchingDraft('suspend', action.seen, action.filter);
  return `${action.kind} ${action.kind === 'selection' ? action.ids.join() : action.user.id}`;
}

/** Whether a form of this name suspends all that match this filter, whoever they were. */
export const isSameMatching = (draft: string, filter: UserFilter): boolean => isSameDeed(draft, 'suspend', filter);

/** What a form of this name is about, where that is on screen. */
export function actionOfDraft(draft: string, { open, filter, total, digest }: OnScreen): AccountAction | null {
  if (draft.startsWith('selection ')) return { kind: 'selection', ids: draft.slice('selection '.length).split(',') };
  if (digest && draft === matchingDraft('suspend', digest, filter))
    return { kind: 'matching', count: total, filter, seen: digest };
  const kind = open && ofOne.find((one) => draft === `${one} ${open.id}`);
  return kind ? { kind, user: open } : null;
}
