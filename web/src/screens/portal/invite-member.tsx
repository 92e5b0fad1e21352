import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Member } from '../../../../contract/organisations.ts';
import { errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { team } from '../../messages/en/team-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Filled } from '../../submit-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';

/** Of the two, the one that is chosen from the beginning sees less. */
const roles = { staff: team.standings.staff, owner: team.standings.owner };

/** Invites somebody into the team, as one of the staff or as an owner. */
export function InviteMember({ onDone }: { onDone: (said: string) => void }) {
  const address = useTableAddress();
  const navigate = useNavigate();
  const [standing, setStanding] = useState<Member['standing']>('staff');
  const late = useLate();
  const inviting = useSubmit({
    send: ({ text }: Filled, api) =>
      confirmed(() =>
        api('POST /api/organisation/invitations', { body: { invited_email: text('invited_email'), standing } }),
      ),
    done: async () => {
      await navigate(address.to({ view: null }), { replace: true });
      onDone(team.form.sent);
    },
    late: () => late(team.form.sent),
    refused: (failure) =>
      errorCode(failure) === 'offline' ? team.form.failedSilently : { words: team.form.failed(refusalWords(failure)) },
  });
  return (
    <section className={page.section} aria-labelledby="invite-member">
      <h2 id="invite-member" tabIndex={-1}>
        {team.form.title}
      </h2>
      <p>{team.inviteText}</p>
      <DeskForm of={inviting} draft="invite member" shownBy="view" label={team.form.send} busyLabel={team.form.sending}>
        <Field
          label={team.form.email}
          {...inviting.field('invited_email')}
          type="email"
          data-missing={team.form.emailMissing}
          maxLength={320}
          autoComplete="off"
          required
        />
        <Choice legend={team.form.role} options={roles} value={standing} onChange={setStanding} />
        <p>{team.form.roleText[standing]}</p>
      </DeskForm>
    </section>
  );
}
