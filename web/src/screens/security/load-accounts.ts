import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { listUsers, UserDetail } from '../../../../contract/users.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { deskLoader, remembered } from '../../desk/desk-loader.ts';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName } from '../../desk/table-address.ts';

export interface AccessData {
  list: Answer<typeof listUsers>;
  /** The account that is open. */
  open: UserDetail | null;
  /** The long work that was begun here. */
  work: LongWork | null;
}

type UsersQuery = NonNullable<Request<typeof listUsers>['query']>;

/** The accounts that the address asks for. */
export const loadAccounts = deskLoader(async (api, { request }): Promise<AccessData> => {
  const { searchParams: query } = new URL(request.url);
  const [list, open, work] = await Promise.all([
    api('GET /api/admin/users', {
      query: asked(query, ['search', 'sort', 'role', 'state', 'after']) as UsersQuery,
    }),
    opened(query.get('open'), (id) => api('GET /api/admin/users/{id}', { params: { id } })),
    opened(query.get(followedName), (id) => api('GET /api/long-work/{id}', { params: { id } })),
  ]);
  return { list, open, work };
}, remembered);
