import type { Campaign, CampaignStep } from '../../../../contract/campaigns.ts';
import type { Api } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { MoneyField } from '../../desk/money-field.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { useSession } from '../../features/session/use-session.ts';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';

type Does = 'start' | 'resume' | 'pause' | 'end' | 'delete' | 'credit';

/** What is about to be done to a campaign. */
export interface CampaignDeed {
  does: Does;
  campaign: Campaign;
}

/** What can be done to it, as it stands. */
export function deedsOf({ state, cost }: Campaign, isAdmin: boolean): readonly Does[] {
  const steps = {
    draft: ['start', 'delete'],
    running: ['pause', 'end'],
    paused: ['resume', 'end'],
    ended: [],
  } as const;
  return [...steps[state], ...(isAdmin && cost !== null && cost > 0 ? (['credit'] as const) : [])];
}

/** The name of its form: the same decision is the same request when it is opened again. */
export const draftOf = ({ does, campaign }: CampaignDeed): string => `${does} campaign ${campaign.id}`;

interface CampaignSheetProps {
  deed: CampaignDeed;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more before it is done: of administrators for the reason, where they stop what an advertiser pays for. */
export function CampaignSheet({ deed, ...rest }: CampaignSheetProps) {
  const isAdmin = useSession().role === 'admin';
  const { does, campaign } = deed;
  const asked = { ...rest, draft: draftOf(deed), title: words.titles[does], text: words.texts[does](campaign) };
  if (does === 'credit') return <CreditSheet {...asked} campaign={campaign} />;
  const doIt = async (api: Api, reason?: string) => {
    const params = { id: campaign.id };
    if (does === 'delete') await api('DELETE /api/campaigns/{id}', { params });
    else {
      const step: CampaignStep = does === 'resume' ? 'start' : does;
      await api('POST /api/campaigns/{id}/state', { params, body: { step, ...(reason && { reason }) } });
    }
    return words.said[does](campaign.name);
  };
  if (isAdmin && (does === 'pause' || does === 'end'))
    return <ReasonSheet {...asked} reasonHint={words.reasonHint} send={(text, api) => doIt(api, text('reason'))} />;
  return (
    <ConfirmSheet {...asked} label={does === 'delete' ? words.actions.delete : undefined} send={(api) => doIt(api)} />
  );
}

type CreditProps = Omit<CampaignSheetProps, 'deed'> & {
  campaign: Campaign;
  draft: string;
  title: string;
  text: string;
};

/** Takes back some of what it has cost. */
const CreditSheet = ({ campaign, ...asked }: CreditProps) => (
  <ReasonSheet
    {...asked}
    reasonHint={words.reasonHint}
    needed={{ amount: words.amountMissing }}
    send={async (text, api) => {
      const amount = Number(text('amount')) / 100;
      const { id, credited } = campaign;
      const request = { params: { id }, body: { amount, credited: credited ?? 0, reason: text('reason') } };
      await confirmed(() => api('POST /api/campaigns/{id}/credits', request));
      return words.said.credit(campaign.name, amount);
    }}
  >
    {(field) => (
      <MoneyField
        label={words.amount}
        {...field('amount')}
        least={1}
        most={Math.round((campaign.cost ?? 0) * 100)}
        required
      />
    )}
  </ReasonSheet>
);
