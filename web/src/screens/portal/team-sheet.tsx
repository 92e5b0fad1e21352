import { useRef, useState } from 'react';
import type { Api } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { useSheetGuard } from '../../desk/sheet-guard.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { useLost } from '../../desk/use-lost.ts';
import { DraftForm } from '../../draft-form.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { desk } from '../../messages/en/desk.ts';
import { team as words } from '../../messages/en/team-desk.ts';
import { contentLanguage } from '../../messages/languages.ts';
import type { Filled } from '../../submit-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSubmit } from '../../use-submit.ts';

/** What can be asked about and done; those of an invitation, of a member, and of oneself. */
export const teamDeeds = ['resend', 'revoke', 'makeOwner', 'makeStaff', 'remove', 'handOver', 'leave'] as const;

/** What is about to be done with whom: an invitation, a member, or nobody but oneself. */
export interface TeamAction {
  kind: (typeof teamDeeds)[number];
  id: string;
  /** What they are called. */
  name: string;
}

interface TeamSheetProps {
  action: TeamAction;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** What is kept of a sheet that is open, by what it is about. */
export const draftOf = ({ kind, id }: Pick<TeamAction, 'kind' | 'id'>) => `${kind} ${id}`;

/** Whoever has left is a traveler, for whom the page begins anew. */
const beginAnew = () => location.replace('/dashboard');

const deeds: Record<
  Exclude<TeamAction['kind'], 'handOver'>,
  { text: string; done: string; send: (api: Api, id: string) => Promise<unknown> }
> = {
  resend: {
    text: words.resendText,
    done: words.resent,
    send: (api, id) => api('POST /api/organisation/invitations/{id}/resend', { params: { id } }),
  },
  revoke: {
    text: words.revokeText,
    done: words.revoked,
    send: (api, id) => api('POST /api/organisation/invitations/{id}/revoke', { params: { id } }),
  },
  makeOwner: {
    text: words.makeOwnerText,
    done: words.madeOwner,
    send: (api, user_id) =>
      api('PATCH /api/organisation/members/{user_id}', { params: { user_id }, body: { standing: 'owner' } }),
  },
  makeStaff: {
    text: words.makeStaffText,
    done: words.madeStaff,
    send: (api, user_id) =>
      api('PATCH /api/organisation/members/{user_id}', { params: { user_id }, body: { standing: 'staff' } }),
  },
  remove: {
    text: words.removeText,
    done: words.removed,
    send: (api, user_id) => api('DELETE /api/organisation/members/{user_id}', { params: { user_id } }),
  },
  leave: {
    text: words.leaveText,
    done: words.leave,
    send: (api) => api('POST /api/organisation/leave', { body: {} }),
  },
};

/** Asks once more before somebody's part in the team changes. */
export function TeamSheet({ action, onClose, onDone }: TeamSheetProps) {
  const { kind, id, name } = action;
  if (kind === 'handOver') return <HandOverSheet action={action} onClose={onClose} onDone={onDone} />;
  const { text, done, send } = deeds[kind];
  return (
    <ConfirmSheet
      draft={draftOf(action)}
      title={kind === 'leave' ? words.leave : `${words[kind]}: ${name}`}
      text={text}
      onClose={onClose}
      send={async (api) => {
        await confirmed(() => send(api, id));
        return done;
      }}
      onDone={kind === 'leave' ? beginAnew : onDone}
    />
  );
}

function HandOverSheet({ action, onClose, onDone }: TeamSheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const [after, setAfter] = useState<'stay' | 'leave'>('stay');
  const handing = useSubmit({
    send: async (_given: Filled, api) => {
      const body = { user_id: action.id, stays: after === 'stay' };
      await confirmed(() => api('POST /api/organisation/hand-over', { body }));
      return words.handedOver;
    },
    done: after === 'leave' ? beginAnew : onDone,
    late: useLate(),
  });
  const isLost = useLost(form, handing);
  const { mayClose, guard } = useSheetGuard({ form, draft: draftOf(action), of: handing, isLost, onClose });
  return (
    <>
      {guard}
      <Sheet
        open
        onClose={onClose}
        title={`${words.handOver}: ${action.name}`}
        closeLabel={desk.close}
        mayClose={mayClose}
        lang={contentLanguage}
      >
        <DraftForm of={handing} draft={draftOf(action)} formRef={form} label={desk.confirm} busyLabel={desk.saving}>
          <p>{words.handOverText}</p>
          <Choice legend={words.andYou} options={words.after} value={after} onChange={setAfter} />
        </DraftForm>
      </Sheet>
    </>
  );
}
