import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Application } from '../../../../contract/applications.ts';
import { ApiError } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { applicationsDesk as words } from '../../messages/en/applications-desk.ts';
import { Switch } from '../../ui/choice.tsx';

export const applicationDeeds = ['invite', 'decline'] as const;

/** What an administrator is about to decide. */
export interface ApplicationAction {
  does: (typeof applicationDeeds)[number];
  application: Application;
}

/** The name of its form: the same decision is the same request when it is opened again. */
export const draftOf = ({ does, application }: ApplicationAction): string => `${does} application ${application.id}`;

interface ApplicationSheetProps {
  action: ApplicationAction;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more before the invitation goes out, or for the reason why there is none. */
export function ApplicationSheet({ action, ...asked }: ApplicationSheetProps) {
  const { revalidate } = useRevalidator();
  const [isTold, setTold] = useState(false);
  const { does, application } = action;
  const { organization_name: organization, email, stakeholder_type: kind } = application;
  const params = { id: application.id };
  const common = { ...asked, draft: draftOf(action), title: words.deeds[does] };
  if (does === 'decline')
    return (
      <ReasonSheet
        {...common}
        text={words.declineText(organization)}
        reasonHint={words.reasonHint}
        send={async (text, api) => {
          const body = { reason: text('reason'), tell: text('tell') === 'on' };
          await api('POST /api/admin/applications/{id}/decline', { params, body });
          return words.said.declined(organization);
        }}
      >
        {() => <Switch name="tell" label={words.tell} checked={isTold} onChange={setTold} />}
      </ReasonSheet>
    );
  return (
    <ConfirmSheet
      {...common}
      text={words.inviteText(organization, email, kind)}
      refused={(failure) => {
        // It is no longer what is shown.
        if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
        return undefined;
      }}
      send={async (api) => {
        await confirmed(() => api('POST /api/admin/applications/{id}/invite', { params }));
        return words.said.invited(email);
      }}
    />
  );
}
