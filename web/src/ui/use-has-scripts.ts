import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts run: false on the server and while its page is taken over, which is done as it is. */
export const useHasScripts = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
