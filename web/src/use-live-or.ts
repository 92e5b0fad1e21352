import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

type Late<T> = T & { live?: Promise<T> };

/**
 * What was loaded, until a live answer that was late (keptOrLive) is there after all; `live` is gone once it has failed.
 * One that says no, as to a session that has ended, is asked for again, so that the screen says so.
 */
export function useLiveOr<T extends object>(loaded: Late<T>): Late<T> {
  const { revalidate } = useRevalidator();
  const [came, setCame] = useState<{ instead: Late<T>; answer: Late<T> }>();
  useEffect(() => {
    let isShown = true;
    loaded.live?.then(
      (answer) => isShown && setCame({ instead: loaded, answer }),
      (error) => {
        if (!isShown) return;
        setCame({ instead: loaded, answer: { ...loaded, live: undefined } });
        // Loaders throw what a screen is to say as data, and everything else as an error.
        if (!(error instanceof Error)) void revalidate();
      },
    );
    return () => {
      isShown = false;
    };
  }, [loaded, revalidate]);
  return came?.instead === loaded ? came.answer : loaded;
}
