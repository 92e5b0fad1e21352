import { analytics as words } from '../../messages/en/analytics.ts';
import { AccessScreen } from '../../shell/access.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import type { DeskSection } from './desk-tabs.ts';

/** Says whose a section is, and leads to the reader's own. */
export function RefusedSection({ section }: { section: DeskSection }) {
  const [title, text] = words.refused[section === 'overview' ? 'intelligence' : section];
  return (
    <AccessScreen title={title!} text={text!}>
      <ButtonLink to="/analytics" wide>
        {words.toFigures}
      </ButtonLink>
    </AccessScreen>
  );
}
