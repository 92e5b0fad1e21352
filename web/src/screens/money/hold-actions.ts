import type { HoldState } from '../../../../contract/commission-states.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import type { listHolds } from '../../../../contract/holds.ts';
import type { Api } from '../../api.ts';
import { isSameDeed, matchingDraft } from '../../desk/matching-draft.ts';
import { holdsDesk as words } from '../../messages/en/holds-desk.ts';

type Query = NonNullable<Request<typeof listHolds>['query']>;
/** Which holds a list shows. */
export type HoldFilter = Pick<Query, 'search' | 'rule' | 'state'>;

/** What an administrator is about to decide, and of which holds; `left` of those that are ticked are decided already. */
export type HoldAction = { decision: Exclude<HoldState, 'open'> } & (
  | { kind: 'these'; ids: readonly string[]; replaces: HoldState; left?: number }
  | { kind: 'matching'; count: number; filter: HoldFilter; seen: string }
);

interface OnScreen {
  open: { id: string; state: HoldState } | null;
  filter: HoldFilter;
  total: number;
  digest: string | null;
}

/** The name of a form (decision-sheet.tsx): what is decided of which holds. */
export const draftOf = (action: HoldAction): string =>
  action.kind === 'matching'
    ? matchingDraft(`${action.decision} holds`, action.seen, action.filter)
    : `${action.decision} holds ${action.ids.join()}`;

/** Whether a form of this name decides the same of all that match this filter, whichever they were. */
export const isSameMatching = (draft: string, decision: HoldAction['decision'], filter: HoldFilter): boolean =>
  isSameDeed(draft, `${decision} holds`, filter);

/** What a form of this name is about, where that is on screen. */
export function actionOfDraft(draft: string, { open, filter, total, digest }: OnScreen): HoldAction | null {
  const [, decision, about] = /^(released|voided) holds (.+)$/.exec(draft) ?? [];
  if (!decision || !about) return null;
  const what = { decision: decision as HoldAction['decision'] };
  if (digest && draft === matchingDraft(`${decision} holds`, digest, filter))
    return { ...what, kind: 'matching', count: total, filter, seen: digest };
  if (about.includes('{')) return null;
  return { ...what, kind: 'these', ids: about.split(','), replaces: open?.id === about ? open.state : 'open' };
}

interface Given {
  reason: string;
  /** Told the id of the long work that does it. */
  onBegun: (id: string) => void;
}

/** Decides. @returns what is said of it then */
export async function decide(api: Api, action: HoldAction, { reason, onBegun }: Given): Promise<string> {
  const { decision } = action;
  if (action.kind === 'these') {
    const body = { ids: [...action.ids], replaces: action.replaces, decision, reason };
    const done = await api('POST /api/admin/holds/decide', { body });
    return words.said[decision](done.decided, done.left_out);
  }
  const { filter, seen } = action;
  const { id } = await api('POST /api/admin/holds/decide-matching', { body: { ...filter, seen, decision, reason } });
  onBegun(id);
  return words.said.begun;
}
