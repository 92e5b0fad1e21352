import { errorCode } from '../api.ts';

/** What the address asks of a list, which the server judges. */
export const asked = (query: URLSearchParams, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));

/** What is open, where it is there. */
export async function opened<T>(id: string | null, ask: (id: string) => Promise<T>): Promise<T | null> {
  if (!id) return null;
  return await ask(id).catch((failure) => {
    if (errorCode(failure) === 'not_found') return null;
    throw failure;
  });
}

/** Null in place of the refusal of what an address names and is not there, or is no name. */
export function nullWhereNone(failure: unknown): null {
  if (['not_found', 'invalid_request'].includes(errorCode(failure) ?? '')) return null;
  throw failure;
}
