const key = 'holoholo.impressions';
const againAfterMs = 600_000;

/** What was in sight in this tab lately, through its reloads. Where there is no storage this page alone knows of it. Never throws. */
export function createSeen(now = Date.now) {
  let seen: Record<string, number> = {};
  try {
    seen = { ...JSON.parse(sessionStorage.getItem(key) ?? '{}') };
  } catch {
    // Nothing that can be read.
  }
  return {
    /** Whether this was not in sight for ten minutes; from now on it was. */
    isNew(name: string): boolean {
      const at = now();
      seen = Object.fromEntries(Object.entries(seen).filter(([, last]) => at - last < againAfterMs));
      if (name in seen) return false;
      seen[name] = at;
      try {
        sessionStorage.setItem(key, JSON.stringify(seen));
      } catch {
        // Full, or forbidden.
      }
      return true;
    },
  };
}
