const everyMs = 15_000;

/** Calls back at every 15 s of time spent while the page is in sight. Gives the way to stop. */
export function onTimeSpent(callback: () => void): () => void {
  const timer = setInterval(() => document.visibilityState === 'visible' && callback(), everyMs);
  return () => clearInterval(timer);
}
