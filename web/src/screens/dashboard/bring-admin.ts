import { importInTime } from '../../import-in-time.ts';

/** What administrators alone have of their home, once it was brought; nobody else's phone carries it. */
export let admin: typeof import('./admin.ts') | undefined;

/** Fetches it, once for a page. @throws ApiError `offline` where it does not come in time */
export async function bringAdmin(): Promise<NonNullable<typeof admin>> {
  admin ??= await importInTime(() => import('./admin.ts'));
  return admin;
}
