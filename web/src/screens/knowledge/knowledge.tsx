import { Link, useLoaderData, useLocation } from 'react-router';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { listTools, Tool } from '../../../../contract/knowledge.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import table from '../../desk/data-table.module.css';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { type FromList, useTableAddress } from '../../desk/table-address.ts';
import { TableSearch } from '../../desk/table-filters.tsx';
import { knowledgeDesk as words } from '../../messages/en/knowledge-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { ToolDetail } from './tool-detail.tsx';

interface KnowledgeData extends Answer<typeof listTools> {
  /** The tool that is open in the list. */
  open: Tool | null;
}

export const loadKnowledge = deskLoader(async (api, { request }): Promise<KnowledgeData> => {
  const { searchParams: query } = new URL(request.url);
  const [{ tools }, open] = await Promise.all([
    api('GET /api/knowledge', { query: asked(query, ['search']) }),
    opened(query.get('open'), (slug) => api('GET /api/knowledge/{slug}', { params: { slug } })),
  ]);
  return { tools, open };
});

const fromList: FromList = { isFromList: true };

/** The knowledge base: the tools of the desk, found by their words, each with what it is for and how it is used. */
export function KnowledgeScreen() {
  const { tools, open } = useLoaderData<KnowledgeData>();
  const address = useTableAddress();
  const { state }: { state: FromList | null } = useLocation();
  return (
    <Loaded>
      <DeskFrame
        title={titles.knowledge}
        administration={adminTabs('knowledge')}
        sentence={address.get('search') ? words.found(tools.length) : words.sentence(tools.length)}
        detail={open && <ToolDetail key={open.slug} {...open} />}
      >
        <div className={table.tools}>
          <TableSearch label={words.search} />
        </div>
        {tools.length === 0 ? (
          <EmptyState title={words.none}>{words.noneText}</EmptyState>
        ) : (
          <ul role="list" className={list.rows} aria-label={words.tools}>
            {tools.map(({ slug, name, summary }) => (
              <li key={slug} className={list.row}>
                <div className={list.words}>
                  <Link
                    className={list.name}
                    to={address.to({ open: slug })}
                    aria-current={slug === open?.slug || undefined}
                    // Beside the list, another takes the place of the one that is open in the history.
                    state={open ? state : fromList}
                    replace={open !== null}
                    preventScrollReset
                  >
                    {name}
                  </Link>
                  <p className={list.note}>{summary}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </DeskFrame>
    </Loaded>
  );
}
