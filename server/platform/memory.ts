/** How often it is looked whether the process is quiet, in milliseconds, and up to which share of its time it counts as that. */
const lookEvery = 5_000;
const quietShare = 0.05;
/** So many bytes more than after the last time are worth a collection, which takes some 150 ms. */
const worthwhile = 32 * 1024 * 1024;
/** What a collection did not get may still have been held: it is tried again after so long, twice as long each time, in looks. */
const firstPause = 2;
const longestPause = 120;

/**
 * Gives memory back to the system when the process has nothing to do: V8 keeps the pages of a heap that a flood made large, and
 * collects them only when it is told that memory is short (measured after one: 241 MB resident, 146 when told).
 * @param collect V8's collector, there with `--expose-gc`; without it nothing is given back.
 */
export function returnMemoryWhenQuiet(collect = globalThis.gc): void {
  if (!collect) return;
  let last = performance.eventLoopUtilization();
  let settled = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let pause = firstPause;
  let waited = 0;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    waited += 1;
    const resident = process.memoryUsage.rss();
    const hasGrown = resident >= settled + worthwhile;
    const mayBeFree = resident >= lowest + worthwhile && waited >= pause;
    if (utilization > quietShare || !(hasGrown || mayBeFree)) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    settled = process.memoryUsage.rss();
    lowest = Math.min(lowest, settled);
    pause = hasGrown ? firstPause : Math.min(2 * pause, longestPause);
    waited = 0;
  };
  setInterval(look, lookEvery).unref();
}
