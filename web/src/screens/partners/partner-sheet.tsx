import type { AdminPartner } from '../../../../contract/partners.ts';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { useByNow } from '../../desk/use-by-now.ts';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { partnersDesk as words } from '../../messages/en/partners-desk.ts';
import { Field } from '../../ui/field.tsx';

/** What an administrator is about to do to a partner. */
export interface PartnerAction {
  does: 'suspend' | 'reactivate' | 'limit';
  partner: AdminPartner;
}

/** How its state can be changed; not at all where it is invited alone. */
export const deedOf = ({ state }: AdminPartner): 'suspend' | 'reactivate' | null =>
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

/** Asks for the reason that the audit log keeps, and does it. */
export function PartnerSheet(props: PartnerSheetProps) {
  const { does, partner } = props.action;
  return does === 'limit' ? <LimitSheet {...props} /> : <StateSheet {...props} does={does} partner={partner} />;
}

interface StateSheetProps extends PartnerSheetProps {
  does: 'suspend' | 'reactivate';
  partner: AdminPartner;
}

/** Suspends the partner or lets it go on. */
function StateSheet({ action, does, partner, open, ...asked }: StateSheetProps) {
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

/** Says how many codes the partner may have. */
function LimitSheet({ action, open, ...asked }: PartnerSheetProps) {
  const { partner } = action;
  const { row: now, onChanged } = useByNow<AdminPartner>(partner, open);
  const name = partner.organization_name;
  const before = now.qr_codes_limit ?? 0;
  return (
    <ReasonSheet
      {...asked}
      draft={draftOf(action)}
      title={words.titles.limit}
      text={words.texts.limit(name)}
      onChanged={onChanged}
      byNow={before !== partner.qr_codes_limit && { words: words.limitByNow(before), isDone: false }}
      needed={{ qr_codes_limit: words.limitMissing }}
      send={async (text, api) => {
        const limit = Number(text('qr_codes_limit').replaceAll(',', ''));
        const body = { qr_codes_limit: limit, replaces_limit: before, reason: text('reason') };
        await confirmed(() => api('PATCH /api/organisations/{id}', { params: { id: partner.id }, body }));
        return words.limitSaid(name, limit);
      }}
    >
      {(field) => (
        <Field
          {...field('qr_codes_limit')}
          label={words.limit}
          inputMode="numeric"
          maxLength={6}
          defaultValue={String(partner.qr_codes_limit)}
          required
        />
      )}
    </ReasonSheet>
  );
}
