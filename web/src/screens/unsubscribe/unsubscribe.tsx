import { useState } from 'react';
import { useParams } from 'react-router';
import { errorCode } from '../../api.ts';
import { unsubscribe as words } from '../../messages/en/unsubscribe.ts';
import { messages } from '../../messages/index.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { focusScreen } from '../../ui/focus-screen.ts';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { useSaid } from '../../ui/use-said.ts';
import { Vignette } from '../../ui/vignette.tsx';
import { useSubmit } from '../../use-submit.ts';

const settings = `/auth?redirect=${encodeURIComponent('/partner-portal/settings')}`;

/** Where the link of a report leads: one press ends them. Whoever only opens the page, as mail programs do beforehand, changes nothing. */
export function UnsubscribeScreen() {
  const token = useParams().token!;
  const [ended, setEnded] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const ending = useSubmit({
    send: (_given: undefined, api) => api('POST /api/report-mails/{token}', { params: { token } }),
    done: ({ organization_name }) => {
      focusScreen();
      setEnded(organization_name);
    },
    refused: (failure) => {
      setOver(errorCode(failure) === 'report_link_invalid');
      return refusalWords(failure);
    },
  });
  useSaid(ended === null ? null : words.ended);
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{ended === null ? words.title : words.ended}</h1>
        <p className={page.lead}>{ended === null ? words.text : words.endedText(ended)}</p>
        <noscript>
          <p>{messages.shell.scriptNeeded}</p>
        </noscript>
      </div>
      {ended !== null && <p>{words.again}</p>}
      {ending.problem && (
        <Notice tone="bad" intoView>
          {ending.problem}
        </Notice>
      )}
      <div className={page.actions}>
        {ended === null && !isOver && (
          <Button wide busy={ending.busy} onClick={() => void ending.submit(undefined)}>
            {ending.busy ? words.ending : words.end}
          </Button>
        )}
        {(ended !== null || isOver) && (
          <ButtonLink to={settings} look="quiet" wide>
            {words.settings}
          </ButtonLink>
        )}
        <ButtonLink to="/" look="plain" wide>
          {words.home}
        </ButtonLink>
      </div>
    </div>
  );
}
