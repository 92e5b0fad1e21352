import type { Answer, Endpoint, Request } from '../../../../contract/endpoint.ts';
import type { listNews, PieceOfNews } from '../../../../contract/news.ts';
import type { DeadLetter, LongWork, listDeadLetters, listLongWork, summarizeWork } from '../../../../contract/work.ts';
import type { Api } from '../../api.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { deskLoader, remembered } from '../../desk/desk-loader.ts';
import { asked, opened } from '../../desk/list-query.ts';
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

/** A list, and what is open of it, which may stand on another page. */
async function inWords<Row>(
  asked: Promise<ListPage<Row>>,
  one: Promise<ListPage<Row>> | null,
  of: (row: Row) => Undone,
) {
  const [list, found] = await Promise.all([asked, one]);
  const open = found?.rows[0];
  return { list: { ...list, rows: list.rows.map(of) }, open: open ? of(open) : null };
}

type QueryOf<E extends Endpoint> = NonNullable<Request<E>['query']>;

async function loadShown(api: Api, query: URLSearchParams): Promise<Shown> {
  const of = query.get('list');
  const id = query.get('open');
  if (of === 'news') {
    const ask = (filter: object) =>
      api('GET /api/admin/news', { query: { ...filter, state: 'unreadable' } as QueryOf<typeof listNews> });
    return { of, ...(await inWords(ask(asked(query, ['search', 'sort', 'after'])), id ? ask({ id }) : null, ofNews)) };
  }
  if (of === 'dead-letters') {
    const ask = (filter: object) =>
      api('GET /api/admin/dead-letters', { query: filter as QueryOf<typeof listDeadLetters> });
    const list = ask(asked(query, ['search', 'sort', 'queue', 'after']));
    return { of, ...(await inWords(list, id ? ask({ id }) : null, ofDeadLetter)) };
  }
  const filter = { ...asked(query, ['search', 'sort', 'state', 'after']), everybody: 'true' } as QueryOf<
    typeof listLongWork
  >;
  const [list, open] = await Promise.all([
    api('GET /api/long-work', { query: filter }),
    opened(id, (open) => api('GET /api/long-work/{id}', { params: { id: open } })),
  ]);
  return { of: 'work', list, open };
}

/** The list that the query of the address asks for, and how much there is in all. */
export async function askWork(api: Api, query: URLSearchParams): Promise<WorkData> {
  const [counts, shown] = await Promise.all([api('GET /api/admin/work'), loadShown(api, query)]);
  return { counts, shown };
}

export const loadWork = deskLoader((api, { request }) => askWork(api, new URL(request.url).searchParams), remembered);
