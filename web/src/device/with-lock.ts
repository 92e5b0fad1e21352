/** What tabs and the worker send one at a time, and the fetching of each place's pack. */
type LockName =
  | 'holoholo-scans'
  | 'holoholo.conversions'
  | 'holoholo.events'
  | 'holoholo.saved'
  | 'holoholo.sign-in'
  | `holoholo.pack-${number}`;

/** Runs a task while no other tab or worker holds the lock of this name; at once where the browser has no locks. */
export const withLock = async <T>(name: LockName, task: () => Promise<T>): Promise<T> =>
  navigator.locks ? await navigator.locks.request(name, task) : await task();
