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

const at = (path: string) => `/auth?redirect=${encodeURIComponent(path)}`;
const ofPartner = { to: at('/partner-portal/settings'), label: words.settings, again: words.again };
const ofAdmin = { to: at('/dashboard?tab=reports'), label: words.reports, again: words.againOfAdmin };

type Ended = { organization: string | null };
const endedText = ({ organization }: Ended) =>
  organization === null ? words.endedOfAdmin : words.endedText(organization);
const endedTitle = ({ organization }: Ended) => (organization === null ? words.endedTitleOfAdmin : words.ended);

/** Where the link of a report leads: one press ends them. Whoever only opens the page, as mail programs do beforehand, changes nothing. */
export function UnsubscribeScreen() {
  const token = useParams().token!;
  /** Of whom they were. */
  const [ended, setEnded] = useState<Ended | null>(null);
  const [isOver, setOver] = useState(false);
  const ending = useSubmit({
    send: (_given: undefined, api) => api('POST /api/report-mails/{token}', { params: { token } }),
    done: ({ organization_name }) => {
      focusScreen();
      setEnded({ organization: organization_name });
    },
    refused: (failure) => {
      setOver(errorCode(failure) === 'report_link_invalid');
      return refusalWords(failure);
    },
  });
  const settings = ended?.organization === null ? ofAdmin : ofPartner;
  useSaid(ended === null ? null : endedTitle(ended));
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{ended === null ? words.title : endedTitle(ended)}</h1>
        <p className={page.lead}>{ended === null ? words.text : endedText(ended)}</p>
        <noscript>
          <p>{messages.shell.scriptNeeded}</p>
        </noscript>
      </div>
      {ended !== null && <p>{settings.again}</p>}
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
          <ButtonLink to={settings.to} look="quiet" wide>
            {settings.label}
          </ButtonLink>
        )}
        <ButtonLink to="/" look="plain" wide>
          {words.home}
        </ButtonLink>
      </div>
    </div>
  );
}
