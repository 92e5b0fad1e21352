import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { listUsers, UserDetail } from '../../../../contract/users.ts';
import { type Api, errorCode } from '../../api.ts';
import { loader } from '../../loader.ts';

export interface AccessData {
  tab: 'access';
  list: Answer<typeof listUsers>;
  /** The account that is open. */
  open: UserDetail | null;
  /** Whether an export would be refused without a passkey now. */
  confirmationNeeded: boolean;
}
export type SecurityData = AccessData;

type UsersQuery = NonNullable<Request<typeof listUsers>['query']>;

/** What the address asks of a list, which the server judges. */
const asked = (query: URLSearchParams, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])));

/** What is open, where it is there. */
async function opened<T>(id: string | null, ask: (id: string) => Promise<T>): Promise<T | null> {
  if (!id) return null;
  return await ask(id).catch((failure) => {
    if (errorCode(failure) === 'not_found') return null;
    throw failure;
  });
}

async function loadAccess(api: Api, query: URLSearchParams): Promise<AccessData> {
  const [list, open, passkeys] = await Promise.all([
    api('GET /api/admin/users', {
      query: asked(query, ['search', 'sort', 'role', 'state', 'after']) as UsersQuery,
    }),
    opened(query.get('open'), (id) => api('GET /api/admin/users/{id}', { params: { id } })),
    api('GET /api/passkeys'),
  ]);
  return { tab: 'access', list, open, confirmationNeeded: passkeys.confirmation_needed };
}

/** One section of the security desk, as its address names it. */
export const loadSecurity = loader({
  access: 'signed-in',
  live: (api, { request }): Promise<SecurityData> => {
    const { searchParams } = new URL(request.url);
    return loadAccess(api, searchParams);
  },
});
