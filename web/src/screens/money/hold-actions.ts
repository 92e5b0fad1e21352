import type { HoldState } from '../../../../contract/commission-states.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import type { listHolds } from '../../../../contract/holds.ts';
import type { Api } from '../../api.ts';
import { holdsDesk as words } from '../../messages/en/holds-desk.ts';

type Query = NonNullable<Request<typeof listHolds>['query']>;
/** Which holds a list shows. */
export type HoldFilter = Pick<Query, 'search' | 'rule' | 'state'>;

/** What an administrator is about to decide, and of which holds. */
export type HoldAction = { decision: Exclude<HoldState, 'open'> } & (
  | { kind: 'these'; ids: readonly string[]; replaces: HoldState }
  | { kind: 'matching'; count: number; filter: HoldFilter }
);

interface OnScreen {
  open: { id: string; state: HoldState } | null;
  filter: HoldFilter;
  total: number;
}

/** What a form of this name is about (decision-sheet.tsx), where that is on screen. */
export function actionOfDraft(draft: string, { open, filter, total }: OnScreen): HoldAction | null {
  const [, decision, about] = /^(released|voided) holds (.+)$/.exec(draft) ?? [];
  if (!decision || !about) return null;
  const what = { decision: decision as HoldAction['decision'] };
  if (about === JSON.stringify(filter)) return { ...what, kind: 'matching', count: total, filter };
  if (about.startsWith('{')) return null;
  return { ...what, kind: 'these', ids: about.split(','), replaces: open?.id === about ? open.state : 'open' };
}

/** Up to so many are decided in one step; more are long work. */
const mostAtOnce = 200;

interface Given {
  reason: string;
  /** Told the id of the long work that does it. */
  onBegun: (id: string) => void;
}

/** Decides. @returns what is said of it then */
export async function decide(api: Api, action: HoldAction, { reason, onBegun }: Given): Promise<string> {
  const { decision } = action;
  const decideThese = async (ids: readonly string[], replaces: HoldState) => {
    const body = { ids: [...ids], replaces, decision, reason };
    const done = await api('POST /api/admin/holds/decide', { body });
    return words.said[decision](done.decided, done.left_out);
  };
  if (action.kind === 'these') return await decideThese(action.ids, action.replaces);
  const { state: _, ...filter } = action.filter;
  if (action.count > mostAtOnce) {
    const { id } = await api('POST /api/admin/holds/decide-matching', { body: { ...filter, decision, reason } });
    onBegun(id);
    return words.said.begun;
  }
  const query = { ...action.filter, limit: String(mostAtOnce) } as Query;
  const { rows, total } = await api('GET /api/admin/holds', { query });
  // What was agreed to is what was counted on screen.
  if (total !== action.count) return words.said.changed(total);
  return await decideThese(
    rows.map(({ id }) => id),
    'open',
  );
}
