import { type ComponentType, useCallback, useState } from 'react';

/** A component that is fetched when it is first wanted; asking again after a failure tries again. */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>): [ComponentType<P> | null, () => Promise<void>] {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const fetch = useCallback(async () => {
    const loaded = await load();
    setLoaded(() => loaded);
  }, [load]);
  return [Loaded, fetch];
}
