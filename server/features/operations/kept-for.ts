/** Caches a result for so many milliseconds from when it arrived; whoever asks while it is awaited shares it. */
export function keptFor<T>(ms: number, find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined;
  let foundAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (found && performance.now() - foundAt < ms) return found;
    foundAt = Number.POSITIVE_INFINITY; // as long as it is under way
    found = find().finally(() => {
      foundAt = performance.now();
    });
    return found;
  };
}
