/** A storage like the browser's, in memory; `broken` makes it refuse what changes it. */
export function createWebStorage() {
  const held = new Map<string, string>();
  const refuse = () => {
    if (storage.broken) throw new DOMException('full', 'QuotaExceededError');
  };
  const storage = {
    held,
    broken: false,
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => {
      refuse();
      held.set(name, value);
    },
    removeItem: (name: string) => {
      refuse();
      held.delete(name);
    },
  };
  return storage;
}

export type WebStorage = ReturnType<typeof createWebStorage>;
