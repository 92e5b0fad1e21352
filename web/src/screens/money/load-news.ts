import type { Booking, BookingPlatform } from '../../../../contract/bookings.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { listNews, PieceOfNews } from '../../../../contract/news.ts';
import type { listPlatformBookings } from '../../../../contract/platform-bookings.ts';
import type { Api } from '../../api.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { asked } from '../../desk/list-query.ts';

export type ToldLine = Answer<typeof listPlatformBookings>['rows'][number];
export type MessageLine = Omit<PieceOfNews, 'id'> & { id: string };

/** One of the lists, and what is open of it. */
type Shown =
  | {
      of: 'told';
      list: ListPage<ToldLine>;
      open: ToldLine | null;
      /** The newest pending bookings of its platform, while it is to be decided whose it is; others are searched for. */
      candidates: readonly Booking[];
    }
  | { of: 'messages'; list: ListPage<MessageLine>; open: MessageLine | null };

export interface NewsData {
  shown: Shown;
  counts: { proposed: number; unmatched: number; unreadable: number };
}

type ToldQuery = NonNullable<Request<typeof listPlatformBookings>['query']>;
type MessageQuery = NonNullable<Request<typeof listNews>['query']>;

const mostCandidates = 50;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a person decides whose it is: what is in doubt of a booking that is known is only put away. */
export const isOpen = ({ state, doubt, match_kind }: ToldLine) =>
  state === 'unmatched' || (state === 'proposed' && (match_kind === 'evidence' || !doubt));

const bookingsOf = (platform: ToldLine['platform']): BookingPlatform =>
  platform === 'fareharbor' || platform === 'viator' ? platform : 'external';

const askTold = (api: Api, query: object) => api('GET /api/admin/platform-bookings', { query: query as ToldQuery });

/** Pending bookings of a platform's, the newest first, of which something is like what is searched for. */
export async function findCandidates(
  api: Api,
  platform: ToldLine['platform'],
  search: string,
): Promise<readonly Booking[]> {
  const query = { status: 'pending', platform: bookingsOf(platform), limit: String(mostCandidates) } as const;
  return (await api('GET /api/admin/bookings', { query: { ...query, ...(search && { search }) } })).rows;
}

async function loadTold(api: Api, query: URLSearchParams): Promise<Shown> {
  const names = ['search', 'sort', 'state', 'platform', 'after'];
  const id = query.get('open');
  const [list, found] = await Promise.all([
    askTold(api, asked(query, names)),
    id && uuid.test(id) ? askTold(api, { id }) : null,
  ]);
  const open = found?.rows[0] ?? null;
  const candidates = open && isOpen(open) ? await findCandidates(api, open.platform, '') : [];
  return { of: 'told', list, open, candidates };
}

const named = ({ id, ...rest }: PieceOfNews): MessageLine => ({ id: String(id), ...rest });

async function loadMessages(api: Api, query: URLSearchParams): Promise<Shown> {
  const id = query.get('open');
  const ask = (given: object) => api('GET /api/admin/news', { query: given as MessageQuery });
  const [list, found] = await Promise.all([
    ask(asked(query, ['search', 'sort', 'state', 'after'])),
    id && /^[1-9]\d{0,14}$/.test(id) ? ask({ id }) : null,
  ]);
  const [open] = found?.rows ?? [];
  return { of: 'messages', list: { ...list, rows: list.rows.map(named) }, open: open ? named(open) : null };
}

export const loadNews = deskLoader(async (api, { request }): Promise<NewsData> => {
  const { searchParams: query } = new URL(request.url);
  const count = async (state: ToldLine['state']) => (await askTold(api, { state, limit: '1' })).total;
  const [proposed, unmatched, work, shown] = await Promise.all([
    count('proposed'),
    count('unmatched'),
    api('GET /api/admin/work'),
    query.get('list') === 'messages' ? loadMessages(api, query) : loadTold(api, query),
  ]);
  return { shown, counts: { proposed, unmatched, unreadable: work.unreadable_news } };
});
