import { useEffect, useRef, useState } from 'react';
import type { Found } from '../../../contract/find.ts';
import { apiUntil, errorCode } from '../api.ts';
import { useTypingPause } from '../use-typing-pause.ts';

/** What is typed is looked for after this pause. */
const typingPauseMs = 200;

type State =
  | { state: 'nothing' | 'asking' | 'offline' | 'failed'; found: readonly Found[] }
  | { state: 'found'; found: readonly Found[]; search: string };

const nothing: State = { state: 'nothing', found: [] };

/** What is called as somebody types. What was typed last is shown alone: whatever was asked before is called off. */
export function useFound() {
  const [shown, setShown] = useState<State>(nothing);
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);
  const ask = (typed: string) => {
    call.current?.abort();
    const search = typed.trim();
    if (!search) return setShown(nothing);
    const own = new AbortController();
    call.current = own;
    const show = (next: State) => !own.signal.aborted && setShown(next);
    apiUntil(own.signal)('GET /api/admin/find', { query: { search } }).then(
      ({ found }) => show({ state: 'found', found, search }),
      (failure) => show({ state: errorCode(failure) === 'offline' ? 'offline' : 'failed', found: [] }),
    );
  };
  const typing = useTypingPause(ask, typingPauseMs);
  return {
    ...shown,
    field: typing.field,
    /** What was found before stays until then. */
    follow: (typed: string) => {
      call.current?.abort();
      if (typed.trim()) setShown(({ found }) => ({ state: 'asking', found }));
      typing.followSoon(typed);
    },
    askNow: (typed: string) => {
      typing.stop();
      ask(typed);
    },
  };
}
