import type { AdminPartner } from '../../../../contract/partners.ts';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { useByNow } from '../../desk/use-by-now.ts';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { partnersDesk as words } from '../../messages/en/partners-desk.ts';

/** What an administrator is about to do to a partner. */
export interface PartnerAction {
  does: 'suspend' | 'reactivate';
  partner: AdminPartner;
}

/** What can be done to it; nothing where it is invited alone. */
export const deedOf = ({ state }: AdminPartner): PartnerAction['does'] | null =>
  state && (state === 'active' ? 'suspend' : 'reactivate');

/** The name of its form: the same decision is the same request when it is opened again. */
export const draftOf = ({ does, partner }: PartnerAction): string => `${does} partner ${partner.id}`;

interface PartnerSheetProps {
  action: PartnerAction;
  /** The partner that is open on the screen behind it. */
  open: AdminPartner | null;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks for the reason that the audit log keeps, and suspends the partner or lets it go on. */
export function PartnerSheet({ action, open, ...asked }: PartnerSheetProps) {
  const { does, partner } = action;
  const { row: now, onChanged } = useByNow<AdminPartner>(partner, open);
  const name = partner.organization_name;
  return (
    <ReasonSheet
      {...asked}
      draft={draftOf(action)}
      title={words.titles[does]}
      text={words.texts[does](name)}
      onChanged={onChanged}
      byNow={now.state !== partner.state && { words: words.byNow(words.statuses[now.status]), isDone: true }}
      send={async (text, api) => {
        const [state, replaces] =
          does === 'suspend' ? (['suspended', 'active'] as const) : (['active', 'suspended'] as const);
        const body = { state, replaces, reason: text('reason') };
        await confirmed(() => api('PATCH /api/organisations/{id}', { params: { id: partner.id }, body }));
        return words.said[does](name);
      }}
    />
  );
}
