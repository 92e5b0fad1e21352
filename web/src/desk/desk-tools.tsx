import { useLocation } from 'react-router';
import { toolAt, toolPage } from '../../../contract/knowledge-tools.ts';
import { useSession } from '../features/session/use-session.ts';
import { desk as words } from '../messages/en/desk.ts';
import { contentLanguage } from '../messages/languages.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from './desk-tools.module.css';
import { FindButton } from './find-button.tsx';

/** In the head of an administrator's screen: finding anything by its name, and what the knowledge base says of this screen. */
export function DeskTools() {
  const { role } = useSession();
  const { pathname, search } = useLocation();
  if (role !== 'admin') return null;
  const tool = toolAt(pathname, new URLSearchParams(search));
  return (
    <div className={styles.tools} lang={contentLanguage}>
      <FindButton />
      {tool && (
        <ButtonLink look="quiet" to={toolPage(tool)}>
          {words.howThisWorks}
        </ButtonLink>
      )}
    </div>
  );
}
