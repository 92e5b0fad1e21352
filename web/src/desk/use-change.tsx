import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';

/** What is about to be changed at a desk, and what came of it. */
export interface Change<Action> {
  action: Action | null;
  begin: (action: Action) => void;
  leave: () => void;
  /** Says what was done, and shows what is there now. */
  tell: (said: string) => void;
  notice: ReactNode;
  /** How many have been told of: another number each time. */
  told: number;
}

/** One change at a time: begun, left or done, and then said. */
export function useChange<Action>(): Change<Action> {
  const { revalidate } = useRevalidator();
  const [action, setAction] = useState<Action | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [told, setTold] = useState(0);
  return {
    action,
    begin: (next) => {
      setSaid(null);
      setAction(next);
    },
    leave: () => setAction(null),
    tell: (words) => {
      setAction(null);
      setSaid(words);
      setTold((count) => count + 1);
      void revalidate();
    },
    notice: <Status>{said && <Notice tone="ok">{said}</Notice>}</Status>,
    told,
  };
}
