import { useEffect, useRef } from 'react';
import { draftOf, hasSent } from '../device/form-draft.ts';
import { useSession } from '../features/session/use-session.ts';

/**
 * Opens again the sheet whose reason its writer was kept from sending, once, as the screen comes: after a new sign-in, or where the
 * page was loaded anew.
 * @param actionOf what a form of this name is about, where that is on this screen.
 * @param otherwise told its name where it is about nothing that is on this screen, and whether it was sent without an answer.
 */
export function useReopened<Action>(
  actionOf: (draft: string) => Action | null | undefined,
  begin: (action: Action) => void,
  otherwise: (draft: string, wasSent: boolean) => void = () => {},
): void {
  const userId = useSession().user?.id;
  const latest = useRef({ actionOf, begin, otherwise });
  useEffect(() => {
    latest.current = { actionOf, begin, otherwise };
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (!userId || isAsked.current) return;
    isAsked.current = true;
    const draft = draftOf(userId);
    if (draft === undefined) return;
    const action = latest.current.actionOf(draft);
    if (action) latest.current.begin(action);
    else latest.current.otherwise(draft, hasSent(draft, userId));
  }, [userId]);
}
