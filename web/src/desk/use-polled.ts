import { QueryClient, replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Api, apiUntil } from '../api.ts';
import { isAway } from '../kept-or-live.ts';
import { newUuid } from '../new-uuid.ts';
import { typedText } from '../typed-text.ts';

interface Polling<Answer> {
  /** What the screen has loaded. Other of it takes the place of all that was asked since, and calls off what is being asked. */
  loaded: Answer;
  ask: (api: Api) => Promise<Answer>;
  /** After how many milliseconds it is asked again, from what is known now; `false` for no more. */
  everyMs: (answer: Answer) => number | false;
}

/** How it stands with what is asked again and again. */
export interface Polled<Answer> {
  /** What the server said last. */
  answer: Answer;
  /** Why no newer answer came: nobody answers, or the device has no network, or nothing hinders. */
  hindered: 'unreached' | 'offline' | null;
  /** When the server was reached last, as an ISO instant. */
  reachedAt: string;
  isAsking: boolean;
  askNow: () => void;
}

/**
 * Asks for what a screen has loaded every so often, while the page is seen and the device has a network, and at once when it is
 * seen again. A failure leaves the last answer. What somebody has typed and not sent is never overwritten: the answer stands
 * still meanwhile. Where the server says no, as to a session that has ended, the whole screen is asked for, so that it says so.
 */
export function usePolled<Answer extends object>({ loaded, ask, everyMs }: Polling<Answer>): Polled<Answer> {
  // One of its own: what is asked for one visitor is never there for another, also where the server renders.
  const [client] = useState(() => new QueryClient());
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other load
  const load = useMemo(() => ({ id: newUuid(), at: Date.now() }), [loaded]);
  const { data, error, dataUpdatedAt, fetchStatus, refetch } = useQuery<Answer>(
    {
      queryKey: [load.id],
      queryFn: ({ signal }) => ask(apiUntil(signal)),
      initialData: loaded,
      initialDataUpdatedAt: load.at,
      refetchInterval: ({ state }) => everyMs(state.data ?? loaded),
      staleTime: ({ state }) => everyMs((state.data as Answer | undefined) ?? loaded) || Number.POSITIVE_INFINITY,
      structuralSharing: (before, next) =>
        before !== undefined && typedText.isHeld() ? before : replaceEqualDeep(before, next),
      // The next time it is due is soon enough.
      retry: false,
    },
    client,
  );
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (error && !isAway(error) && !typedText.isHeld()) void revalidate();
  }, [error, revalidate]);
  const hindered = fetchStatus === 'paused' ? 'offline' : error ? 'unreached' : null;
  return {
    answer: data,
    hindered,
    reachedAt: new Date(dataUpdatedAt).toISOString(),
    isAsking: fetchStatus === 'fetching',
    askNow: () => void refetch(),
  };
}
