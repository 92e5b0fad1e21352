import { useState } from 'react';
import { invite as words } from '../../messages/en/invite.ts';
import { limitWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { MailIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';

/** A sign-in link to the invited address, which leads back to the invitation. */
export function InvitedSignIn({ token }: { token: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const mailing = useSubmit({
    send: (_given: undefined, api) => api('POST /api/stakeholder/magic-link/{token}', { params: { token } }),
    done: (answer) => setSentTo(answer.invited_email_hint),
    refused: (failure) => limitWords(failure) ?? words.mailFailed,
  });
  return (
    <>
      <Status>{sentTo && <Notice tone="ok">{words.mailed(sentTo)}</Notice>}</Status>
      {!sentTo && (
        <Button wide busy={mailing.busy} onClick={() => void mailing.submit(undefined)}>
          <MailIcon />
          {mailing.busy ? words.mailing : words.mail}
        </Button>
      )}
      {mailing.problem && (
        <Notice tone="bad" intoView>
          {mailing.problem}
        </Notice>
      )}
    </>
  );
}
