import { useLocation } from 'react-router';
import { toolAt, toolPage } from '../../../contract/knowledge-tools.ts';
import { useSession } from '../features/session/use-session.ts';
import { desk as words } from '../messages/en/desk.ts';
import { contentLanguage } from '../messages/languages.ts';
import { ButtonLink } from '../ui/button.tsx';
import page from '../ui/page.module.css';

/** From the head of a tool's screen to what the knowledge base says of it; nothing where it says nothing, or to others. */
export function HowThisWorks() {
  const { role } = useSession();
  const { pathname, search } = useLocation();
  const tool = role === 'admin' && toolAt(pathname, new URLSearchParams(search));
  if (!tool) return null;
  return (
    <p className={page.onward} lang={contentLanguage}>
      <ButtonLink look="quiet" to={toolPage(tool)}>
        {words.howThisWorks}
      </ButtonLink>
    </p>
  );
}
