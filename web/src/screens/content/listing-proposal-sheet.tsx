import { useRevalidator } from 'react-router';
import type { ListingProposal } from '../../../../contract/listing-proposals.ts';
import { ApiError } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { listingProposalsDesk as words } from '../../messages/en/listing-proposals-desk.ts';

export const listingDecisions = ['approve', 'decline'] as const;

/** What an administrator is about to decide. */
export interface ListingDecision {
  does: (typeof listingDecisions)[number];
  proposal: ListingProposal;
}

/** The name of its form: the same decision is the same request when it is opened again. */
export const draftOf = ({ does, proposal }: ListingDecision): string => `${does} listing proposal ${proposal.id}`;

interface ListingProposalSheetProps {
  action: ListingDecision;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more, or for the reason that the advertiser is told. */
export function ListingProposalSheet({ action, ...asked }: ListingProposalSheetProps) {
  const { revalidate } = useRevalidator();
  const { does, proposal } = action;
  const { name, organisation, version } = proposal;
  const params = { id: proposal.id };
  const common = { ...asked, draft: draftOf(action), title: words.deeds[does] };
  if (does === 'decline')
    return (
      <ReasonSheet
        {...common}
        text={words.declineText(name, organisation.name)}
        reasonHint={words.reasonTold}
        send={async (text, api) => {
          const body = { version, reason: text('reason') };
          await api('POST /api/admin/listing-proposals/{id}/decline', { params, body });
          return words.said.declined(name);
        }}
      />
    );
  return (
    <ConfirmSheet
      {...common}
      text={words.approveText(proposal)}
      refused={(failure) => {
        // It is no longer what is shown.
        if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
        return undefined;
      }}
      send={async (api) => {
        await api('POST /api/admin/listing-proposals/{id}/approve', { params, body: { version } });
        return words.said.approved(name);
      }}
    />
  );
}
