import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { statusOf } from './api.ts';
import { hasNetwork } from './network.ts';
import { typedText } from './typed-text.ts';

const pollMs = 30_000;

/**
 * Asks every 30 s whether the server can be reached, while the page is seen and the device has a network; at once when it is
 * seen again.
 * @param options `wanted` or not at all; `atOnce` for the first time now, else in 30 s.
 * @param onAnswer told each time.
 */
export function useServerPoll(
  { wanted, atOnce }: { wanted: boolean; atOnce: boolean },
  onAnswer: (isReached: boolean) => void,
): void {
  const tell = useRef(onAnswer);
  useEffect(() => {
    tell.current = onAnswer;
  });
  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    const poll = async () => {
      if (document.hidden || !hasNetwork()) return;
      const isReached = (await statusOf('/healthz', { cache: 'no-store' })) === 200;
      if (!isOver) tell.current(isReached);
    };
    if (atOnce) void poll();
    const timer = setInterval(poll, pollMs);
    document.addEventListener('visibilitychange', poll);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [wanted, atOnce]);
}

/**
 * While what is shown is not the server's own answer: asks for that as soon as the network is back or the server answers polls, but
 * never over what somebody has typed.
 * @param wanted false also while a late answer may still come.
 * @param polls false to wait for the network alone.
 */
export function useAskAgain(wanted: boolean, polls = wanted): void {
  const { revalidate, state } = useRevalidator();
  // A server that answers polls and nothing else is left in peace for half a minute.
  const hasAsked = useRef(false);
  useServerPoll({ wanted: polls, atOnce: !hasAsked.current }, (isReached) => {
    if (!isReached || state === 'loading' || typedText.isHeld()) return;
    hasAsked.current = true;
    void revalidate();
  });
  useEffect(() => {
    if (!wanted) return;
    const ask = () => void (typedText.isHeld() || revalidate());
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [wanted, revalidate]);
}

/** Asks anew for what is shown each time the page is seen again, as another tab may have changed it; never over what somebody has typed. */
export function useAskWhenSeen(wanted: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!wanted) return;
    const ask = () => void (document.hidden || !hasNetwork() || typedText.isHeld() || revalidate());
    document.addEventListener('visibilitychange', ask);
    return () => document.removeEventListener('visibilitychange', ask);
  }, [wanted, revalidate]);
}
