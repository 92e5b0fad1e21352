import type { ListingProposal } from '../../../../contract/listing-proposals.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { useByNow } from '../../desk/use-by-now.ts';
import type { Said } from '../../desk/use-change.tsx';
import { listingProposalsDesk as words } from '../../messages/en/listing-proposals-desk.ts';
import { Field } from '../../ui/field.tsx';
import { isRate } from './listing-values.ts';

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
  /** What is open on the screen behind it. */
  open: ListingProposal | null;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more, or for the reason that the advertiser is told. */
export function ListingProposalSheet({ action, open, ...asked }: ListingProposalSheetProps) {
  const { does, proposal } = action;
  const { row: now, onChanged } = useByNow(proposal, open);
  const { name, organisation } = proposal;
  const params = { id: proposal.id };
  const common = { ...asked, draft: draftOf(action), title: words.deeds[does] };
  if (does === 'decline')
    return (
      <ReasonSheet
        {...common}
        text={words.declineText(name, organisation.name)}
        reasonHint={words.reasonTold}
        onChanged={onChanged}
        byNow={now.version !== proposal.version && { words: words.changedByNow, isDone: now.state !== 'submitted' }}
        send={async (text, api) => {
          const body = { version: now.version, reason: text('reason') };
          await api('POST /api/admin/listing-proposals/{id}/decline', { params, body });
          return words.said.declined(name);
        }}
      />
    );
  return (
    // What is approved is what was looked at: another version is looked at first.
    <ConfirmSheet
      {...common}
      text={words.approveText(proposal)}
      check={({ text }) => {
        const isWrong = proposal.is_new && !isRate(text('commission_rate'));
        return isWrong ? { faults: { commission_rate: words.rateWrong } } : null;
      }}
      send={async (api, text) => {
        const { version, is_new } = proposal;
        const body = { version, ...(is_new && { commission_rate: Number(text('commission_rate')) / 100 }) };
        await api('POST /api/admin/listing-proposals/{id}/approve', { params, body });
        return words.said.approved(name);
      }}
    >
      {(field) =>
        proposal.is_new && (
          <Field
            label={words.rate}
            hint={words.rateHint}
            {...field('commission_rate')}
            defaultValue={String(Math.round(proposal.commission_rate * 100))}
            inputMode="numeric"
            required
          />
        )
      }
    </ConfirmSheet>
  );
}
