import type { Answer, Endpoint, Request } from '../../../../contract/endpoint.ts';
import type { listNews, PieceOfNews } from '../../../../contract/news.ts';
import type { DeadLetter, LongWork, listDeadLetters, listLongWork, summarizeWork } from '../../../../contract/work.ts';
import type { Api } from '../../api.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { loader } from '../../loader.ts';
import { workDesk as words } from '../../messages/en/work-desk.ts';

/** Something that could not be done: a job that failed for good, or news that cannot be read. */
export interface Undone {
  id: string;
  of: 'dead-letters' | 'news';
  what: string;
  /** The queue, or who sent it. */
  from: string;
  recipient: string;
  problem: string;
  came_at: string;
  failed_at: string | null;
  tries: number;
  can_be_retried: boolean;
}

/** One of the lists, as its address names it, and what is open of it. */
type Shown =
  | { of: 'work'; list: Answer<typeof listLongWork>; open: LongWork | null }
  | { of: Undone['of']; list: ListPage<Undone>; open: Undone | null };

export interface WorkData {
  counts: Answer<typeof summarizeWork>;
  shown: Shown;
}

const ofDeadLetter = ({ queue, about, problem, asked_at, ...letter }: DeadLetter): Undone => ({
  ...letter,
  of: 'dead-letters',
  what:
    queue === 'mail'
      ? about.subject || words.noSubject
      : (queue === 'news' ? words.newsOf : words.workOf)(about.id ?? letter.id),
  from: words.queueOf(queue),
  recipient: about.to ?? words.noRecipient,
  problem: problem ?? words.noReason,
  came_at: asked_at,
});

const ofNews = ({ id, source, problem, received_at, settled_at, attempts }: PieceOfNews): Undone => ({
  id: String(id),
  of: 'news',
  what: words.newsOf(String(id)),
  from: source,
  recipient: words.noRecipient,
  problem: problem ?? words.noReason,
  came_at: received_at,
  failed_at: settled_at,
  tries: attempts,
  can_be_retried: true,
});

const inWords = <Row>(page: ListPage<Row>, of: (row: Row) => Undone, query: URLSearchParams) => {
  const list = { ...page, rows: page.rows.map(of) };
  return { list, open: list.rows.find(({ id }) => id === query.get('open')) ?? null };
};

type QueryOf<E extends Endpoint> = NonNullable<Request<E>['query']>;

async function loadShown(api: Api, query: URLSearchParams): Promise<Shown> {
  const of = query.get('list');
  if (of === 'news') {
    const filter = { ...asked(query, ['search', 'sort', 'after']), state: 'unreadable' } as QueryOf<typeof listNews>;
    return { of, ...inWords(await api('GET /api/admin/news', { query: filter }), ofNews, query) };
  }
  if (of === 'dead-letters') {
    const filter = asked(query, ['search', 'sort', 'queue', 'after']) as QueryOf<typeof listDeadLetters>;
    return { of, ...inWords(await api('GET /api/admin/dead-letters', { query: filter }), ofDeadLetter, query) };
  }
  const filter = { ...asked(query, ['search', 'sort', 'state', 'after']), everybody: 'true' } as QueryOf<
    typeof listLongWork
  >;
  const [list, open] = await Promise.all([
    api('GET /api/long-work', { query: filter }),
    opened(query.get('open'), (id) => api('GET /api/long-work/{id}', { params: { id } })),
  ]);
  return { of: 'work', list, open };
}

/** The list that the address asks for, and how much there is in all. */
export const loadWork = loader({
  access: 'signed-in',
  live: async (api, { request }): Promise<WorkData> => {
    const { searchParams } = new URL(request.url);
    const [counts, shown] = await Promise.all([api('GET /api/admin/work'), loadShown(api, searchParams)]);
    return { counts, shown };
  },
});
