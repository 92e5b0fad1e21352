import { type ComponentType, useCallback, useState } from 'react';
import { importInTime } from './import-in-time.ts';

/** A component that is fetched when it is first wanted; asking again after a failure, or after ten seconds without its script, tries again. */
export function useOnDemand<P>(load: () => Promise<ComponentType<P>>): [ComponentType<P> | null, () => Promise<void>] {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const fetch = useCallback(async () => {
    const loaded = await importInTime(load);
    setLoaded(() => loaded);
  }, [load]);
  return [Loaded, fetch];
}
