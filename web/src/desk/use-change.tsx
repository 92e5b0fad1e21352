import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate, useRevalidator } from 'react-router';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';
import { dropAnswers } from './late-said.ts';
import { addressAfter, followedName } from './table-address.ts';

/** What is to be done next, and where. */
interface Step {
  to: string;
  label: string;
}

/** What is said once something was done, with the next step where there is one; of what came to nothing, that it did. */
export type Said = string | { words: string; next: Step } | { nothing: string };

/** In words, and how they look. */
export function shownOf(said: Said): { words: string; tone: 'ok' | 'warn'; next?: Step } {
  if (typeof said === 'string') return { words: said, tone: 'ok' };
  return 'nothing' in said ? { words: said.nothing, tone: 'warn' } : { ...said, tone: 'ok' };
}

/** Leads to the next step. */
export const NextStep = ({ to, label }: Step) => (
  <ButtonLink look="plain" to={to}>
    {label}
  </ButtonLink>
);

/** What is about to be changed at a desk, and what came of it. */
export interface Change<Action> {
  action: Action | null;
  /** The same function at every drawing, so that columns may hold it. */
  begin: (action: Action) => void;
  /**
   * For what has to be asked about before it begins. @returns begins it, unless whoever is here has gone on meanwhile; and whether it
   * did.
   */
  beginLater: () => (action: Action) => boolean;
  /** Whoever is here goes on with something else, as ticking rows: nothing begins late in its place. */
  goOn: () => void;
  leave: () => void;
  /** Says something in place of the change that was about to be made. */
  say: (said: Said) => void;
  /** Says what was done, and shows what is there now. */
  tell: (said: Said) => void;
  /** Says what was done by which the open row has gone, and closes it. */
  tellGone: (said: Said) => void;
  /** Says no more what is true no more. */
  takeBack: (words: string) => void;
  notice: ReactNode;
  /** How many have been told of: another number each time. */
  told: number;
}

/** What is on screen by an address; long work that was begun stands beside it. */
function screenOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search);
  query.delete(followedName);
  return `${pathname}?${query}`;
}

/** One change at a time: begun, left or done, and then said where it was done, until another row or list is shown there. */
export function useChange<Action>(): Change<Action> {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [action, setAction] = useState<Action | null>(null);
  const [said, setSaid] = useState<(ReturnType<typeof shownOf> & { screen: string }) | null>(null);
  const shown = useLocation();
  const screen = screenOf(shown);
  const followed = new URLSearchParams(shown.search).get(followedName);
  useEffect(() => {
    // The address is there before what it shows.
    setSaid((now) => (now && now.screen !== screen && screenOf(location) === screen ? null : now));
  }, [screen]);
  useEffect(() => {
    if (!followed) setSaid(null);
  }, [followed]);
  const [told, setTold] = useState(0);
  const steps = useRef(0);
  const begunOn = useRef<string>(null);
  const goOn = () => {
    steps.current += 1;
  };
  const begin = useCallback((next: Action) => {
    steps.current += 1;
    dropAnswers();
    begunOn.current = screenOf(location);
    setSaid(null);
    setAction(next);
  }, []);
  const sayOn = (screen: string, next: Said) => {
    goOn();
    setAction(null);
    setSaid({ ...shownOf(next), screen });
    setTold((count) => count + 1);
  };
  const say = (next: Said) => sayOn(screenOf(location), next);
  const tell = (done: Said) => {
    say(done);
    void revalidate();
  };
  return {
    action,
    begin,
    beginLater: () => {
      const from = steps.current;
      return (next) => {
        const isFree = steps.current === from;
        if (isFree) begin(next);
        return isFree;
      };
    },
    goOn,
    leave: () => setAction(null),
    say,
    tell,
    tellGone: (done) => {
      // Whoever has opened another row meanwhile stays there.
      if (screenOf(location) !== begunOn.current) return tell(done);
      const list = addressAfter(location, { open: null });
      sayOn(screenOf(new URL(list, location.href)), done);
      void navigate(list, { replace: true, preventScrollReset: true });
    },
    takeBack: (words) => setSaid((now) => (now?.words === words ? null : now)),
    notice: (
      <Status>
        {said?.screen === screen && (
          // It was asked for from anywhere on a long list.
          <Notice key={told} tone={said.tone} intoView actions={said.next && <NextStep {...said.next} />}>
            <p>{said.words}</p>
          </Notice>
        )}
      </Status>
    ),
    told,
  };
}
