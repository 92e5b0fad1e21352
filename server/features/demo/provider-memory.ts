import type { Adapter, AdapterPayload } from 'oidc-provider';
import { BoundedMap } from '../../platform/bounded-map.ts';

/** Sign-ins under way keep about five entries each. */
const mostEntries = 1_000;

/**
 * Where the demo's identity provider keeps sign-ins that are under way: in memory, as they are over in minutes and nothing is lost
 * with them. The provider has the like, which it warns of at each start because a real one needs a database.
 * @returns a factory that gives the store of one kind of entry.
 */
export function keepInMemory(): (kind: string) => Adapter {
  const entries = new BoundedMap<string, AdapterPayload>(mostEntries);
  const findBy = (kind: string, name: 'uid' | 'userCode', value: string) => {
    for (const [key, entry] of entries) if (key.startsWith(`${kind}:`) && entry[name] === value) return entry;
    return undefined;
  };
  // What has expired is told by the provider itself, from the entry.
  return (kind) => ({
    upsert: async (id, entry) => void entries.set(`${kind}:${id}`, entry),
    find: async (id) => entries.get(`${kind}:${id}`),
    findByUid: async (uid) => findBy(kind, 'uid', uid),
    findByUserCode: async (code) => findBy(kind, 'userCode', code),
    consume: async (id) => {
      const entry = entries.get(`${kind}:${id}`);
      // Any time will do: the provider asks whether there is one.
      if (entry) entry.consumed = true;
    },
    destroy: async (id) => void entries.delete(`${kind}:${id}`),
    revokeByGrantId: async (grant) => {
      for (const [key, entry] of entries) if (entry.grantId === grant) entries.delete(key);
    },
  });
}
