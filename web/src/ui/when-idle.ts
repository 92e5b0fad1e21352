/** Calls back once the browser has nothing better to do; gives the way to call it off. */
export function whenIdle(callback: () => void): () => void {
  // Phones of Apple's do not say when they are idle.
  if (!self.requestIdleCallback) {
    const timer = setTimeout(callback, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}
