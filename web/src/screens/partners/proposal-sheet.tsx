import { useRevalidator } from 'react-router';
import type { AdminPlaceProposal } from '../../../../contract/place-proposals.ts';
import { ApiError } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { desk } from '../../messages/en/desk.ts';
import { proposalsDesk as words } from '../../messages/en/proposals-desk.ts';

export const proposalDeeds = ['approve', 'decline'] as const;

/** What an administrator is about to decide. */
export interface ProposalAction {
  does: (typeof proposalDeeds)[number];
  proposal: AdminPlaceProposal;
}

/** The name of its form: the same decision is the same request when it is opened again. */
export const draftOf = ({ does, proposal }: ProposalAction): string => `${does} place proposal ${proposal.id}`;

interface ProposalSheetProps {
  action: ProposalAction;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more, or for the reason that the partner is told. */
export function ProposalSheet({ action, ...asked }: ProposalSheetProps) {
  const { revalidate } = useRevalidator();
  const { does, proposal } = action;
  const { place, organisation } = proposal;
  const params = { id: proposal.id };
  const common = { ...asked, draft: draftOf(action), title: words.deeds[does] };
  if (does === 'decline')
    return (
      <ReasonSheet
        {...common}
        text={words.declineText(place.name, organisation.name)}
        reasonHint={desk.reasonTold}
        send={async (text, api) => {
          await api('POST /api/admin/place-proposals/{id}/decline', { params, body: { reason: text('reason') } });
          return words.said.declined(place.name);
        }}
      />
    );
  return (
    <ConfirmSheet
      {...common}
      text={words.approveText(place.name, organisation.name)}
      refused={(failure) => {
        // It is no longer what is shown.
        if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
        return undefined;
      }}
      send={async (api) => {
        const done = await api('POST /api/admin/place-proposals/{id}/approve', { params });
        return words.said.approved(done.place.name);
      }}
    />
  );
}
