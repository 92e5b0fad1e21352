import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Leads on by itself after a moment in which words are read; never somebody who has left this screen before that. */
export function useOnward(): (next: string | (() => void), delayMs: number) => void {
  const navigate = useNavigate();
  const isHere = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      clearTimeout(timer.current);
    };
  }, []);
  return useCallback(
    (next, delayMs) => {
      const go = typeof next === 'string' ? () => navigate(next, { replace: true }) : next;
      if (isHere.current) timer.current = setTimeout(go, delayMs);
    },
    [navigate],
  );
}
