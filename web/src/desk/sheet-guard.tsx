import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigation, useNavigationType, useRevalidator } from 'react-router';
import type { Filled } from '../submit-form.tsx';
import type { Submission } from '../use-submit.ts';
import { LeaveQuestion } from './leave-guard.tsx';
import { followedName } from './table-address.ts';
import { UnsentGuard } from './unsent-guard.tsx';

/** Long work that is begun here stands in the address beside what it is done to. */
function screenOf({ search }: Pick<Location, 'search'>): string {
  const query = new URLSearchParams(search);
  query.delete(followedName);
  return String(query);
}

const addressOf = (shown: Location) => shown.pathname + screenOf(shown);

/**
 * A step back or on, to another list or another row of it, takes the sheet with it. What was asked for before the sheet was opened
 * does not, however late it comes, nor does anything take away what was typed meanwhile.
 */
function useClosedByStep(leave: () => void, wouldLose: () => boolean): void {
  const shown = useLocation();
  const asked = useNavigation().location ?? shown;
  const here = addressOf(shown);
  const isStep = useNavigationType() === 'POP';
  const opened = useRef({ over: addressOf(asked), at: here });
  const latest = useRef({ leave, wouldLose, isStep });
  useEffect(() => {
    latest.current = { leave, wouldLose, isStep };
  });
  useEffect(() => {
    if (here === opened.current.at) return;
    opened.current.at = here;
    const { leave, wouldLose, isStep } = latest.current;
    if (isStep && here !== opened.current.over && !wouldLose()) leave();
  }, [here]);
}

interface SheetGuardOptions {
  form: RefObject<HTMLFormElement | null>;
  /** The form's name, by which what was typed, and what was sent without an answer, is there again. */
  draft: string;
  of: Submission<Filled>;
  /** Whether something would be lost with the sheet. */
  isLost: () => boolean;
  onClose: () => void;
  /** Told where it is left without the answer to what was sent. */
  onUnanswered?: (() => void) | undefined;
}

/**
 * Asks before a sheet is left with which something would be lost: typed, or sent without an answer, of which the screen is asked then.
 * @returns whether the sheet may close at once, and what stands before it
 */
export function useSheetGuard({ form, draft, of, isLost, onClose, onUnanswered }: SheetGuardOptions): {
  mayClose: () => boolean;
  guard: ReactNode;
} {
  const { revalidate } = useRevalidator();
  // Each question is one of its own: what a former one tells late, as it closes, answers none that came after it.
  const [question, setQuestion] = useState(0);
  const asked = useRef(0);
  const mayClose = () => {
    const isAsked = isLost();
    setQuestion(isAsked ? ++asked.current : 0);
    return !isAsked;
  };
  const leave = () => {
    if (of.mayBeDone) {
      void revalidate();
      onUnanswered?.();
    }
    onClose();
  };
  const stay = () => setQuestion((now) => (now === question ? 0 : now));
  const isGivenUp = useRef(false);
  useClosedByStep(onClose, () => isLost() && !isGivenUp.current);
  return {
    mayClose,
    // Before the sheet, so that it is taken away first, and the focus goes back to where the sheet was opened.
    guard: (
      <>
        <LeaveQuestion key={question} open={question > 0} onStay={stay} onLeave={leave} mayBeDone={of.mayBeDone} />
        <UnsentGuard
          form={form}
          draft={draft}
          of={of}
          isChanged={isLost}
          screenOf={screenOf}
          onLeave={() => {
            // The step shows another list or row anew; what was sent is told of beside it.
            if (of.mayBeDone && !isGivenUp.current) onUnanswered?.();
            isGivenUp.current = true;
          }}
        />
      </>
    ),
  };
}
