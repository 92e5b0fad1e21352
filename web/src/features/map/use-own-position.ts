import { useCallback, useEffect, useRef, useState } from 'react';
import type { Position } from './geometry.ts';
import type { MapEvent } from './map-events.ts';

const options: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 5 * 60_000 };

export type OwnPosition =
  | { state: 'unasked' | 'asking' | 'denied' | 'unavailable'; at: null }
  | { state: 'found'; at: Position };

/**
 * Where the visitor is, once they let us know. Nobody is asked by the mere opening of a map: only who allowed it before is
 * found at once, all others when they ask for it.
 */
export function useOwnPosition(onEvent: ((event: MapEvent) => void) | undefined) {
  const [own, setOwn] = useState<OwnPosition>({ state: 'unasked', at: null });
  const tell = useRef(onEvent);
  tell.current = onEvent;

  const ask = useCallback(
    () =>
      new Promise<Position | null>((resolve) => {
        const fail = (state: 'denied' | 'unavailable', error: string) => {
          setOwn({ state, at: null });
          tell.current?.({ type: 'location_permission_denied', error });
          resolve(null);
        };
        if (!navigator.geolocation) return fail('unavailable', 'unsupported');
        setOwn({ state: 'asking', at: null });
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => {
            const at = { latitude: coords.latitude, longitude: coords.longitude };
            setOwn({ state: 'found', at });
            tell.current?.({ type: 'location_permission_granted', accuracy: coords.accuracy });
            resolve(at);
          },
          (error) => fail(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable', error.message),
          options,
        );
      }),
    [],
  );

  useEffect(() => {
    let isHere = true;
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then(({ state }) => (state === 'granted' && isHere ? ask() : null))
      .catch(() => null);
    return () => {
      isHere = false;
    };
  }, [ask]);

  return { own, ask };
}
