import type { Campaign, CampaignStep } from '../../../../contract/campaigns.ts';
import type { Api } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { MoneyField } from '../../desk/money-field.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { useByNow } from '../../desk/use-by-now.ts';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { useSession } from '../../features/session/use-session.ts';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';

type Does = 'start' | 'resume' | 'pause' | 'release' | 'end' | 'delete' | 'credit';

/** What is about to be done to a campaign. */
export interface CampaignDeed {
  does: Does;
  campaign: Campaign;
}

/** What its advertiser can do, as it stands: while it is held, or another of its listing is, it is not started. */
function ownDeedsOf({ state, held, listing_held }: Campaign): readonly Does[] {
  const isHeld = held || listing_held !== null;
  const steps: Record<Campaign['state'], readonly Does[]> = {
    draft: isHeld ? ['delete'] : ['start', 'delete'],
    running: ['pause', 'end'],
    paused: isHeld ? ['end'] : ['resume', 'end'],
    ended: [],
  };
  return steps[state];
}

/** What an administrator can do: also hold what its advertiser paused, and release what is held without resuming it. */
function adminDeedsOf({ state, held, cost }: Campaign): readonly Does[] {
  const steps: Record<Campaign['state'], readonly Does[]> = {
    draft: ['start', 'delete'],
    running: ['pause', 'end'],
    paused: held ? ['resume', 'release', 'end'] : ['resume', 'pause', 'end'],
    ended: held ? ['release'] : [],
  };
  return [...steps[state], ...(cost !== null && cost > 0 ? (['credit'] as const) : [])];
}

/** What can be done to it, as it stands. */
export const deedsOf = (campaign: Campaign, isAdmin: boolean): readonly Does[] =>
  isAdmin ? adminDeedsOf(campaign) : ownDeedsOf(campaign);

/** The name of its form: the same decision is the same request when it is opened again. */
export const draftOf = ({ does, campaign }: CampaignDeed): string => `${does} campaign ${campaign.id}`;

interface CampaignSheetProps {
  deed: CampaignDeed;
  /** The campaign that is open on the screen behind it. */
  open: Campaign | null;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks once more before it is done: of administrators for the reason, as it is somebody else's campaign. */
export function CampaignSheet({ deed, open, ...rest }: CampaignSheetProps) {
  const isAdmin = useSession().role === 'admin';
  const { does, campaign } = deed;
  const asked = {
    ...rest,
    draft: draftOf(deed),
    title: words.titles[does],
    text: words.texts[does](campaign, isAdmin),
  };
  if (does === 'credit') return <CreditSheet {...asked} campaign={campaign} open={open} />;
  const doIt = async (api: Api, reason?: string) => {
    const params = { id: campaign.id };
    if (does === 'delete') await api('DELETE /api/campaigns/{id}', { params, ...(reason && { body: { reason } }) });
    else {
      const step: CampaignStep = does === 'resume' ? 'start' : does;
      await api('POST /api/campaigns/{id}/state', { params, body: { step, ...(reason && { reason }) } });
    }
    return words.said[does](campaign.name);
  };
  const label = does === 'delete' || does === 'release' ? { label: words.actions[does] } : {};
  if (!isAdmin) return <ConfirmSheet {...asked} {...label} send={(api) => doIt(api)} />;
  const send = (text: (name: string) => string, api: Api) => doIt(api, text('reason'));
  return <ReasonSheet {...asked} {...label} reasonHint={words.reasonTold} send={send} />;
}

type CreditProps = Omit<CampaignSheetProps, 'deed'> & {
  campaign: Campaign;
  draft: string;
  title: string;
};

/** Takes back some of what it has cost. */
function CreditSheet({ campaign, open, ...asked }: CreditProps) {
  const { row: now, onChanged } = useByNow(campaign, open);
  const credited = now.credited ?? 0;
  return (
    <ReasonSheet
      {...asked}
      text={words.texts.credit(now)}
      reasonHint={words.reasonHint}
      onChanged={onChanged}
      byNow={credited !== (campaign.credited ?? 0) && { words: words.creditedByNow(credited), isDone: false }}
      needed={{ amount: words.amountMissing }}
      send={async (text, api) => {
        const amount = Number(text('amount')) / 100;
        const request = { params: { id: now.id }, body: { amount, credited, reason: text('reason') } };
        await confirmed(() => api('POST /api/campaigns/{id}/credits', request));
        return words.said.credit(now.name, amount);
      }}
    >
      {(field) => (
        <MoneyField
          label={words.amount}
          {...field('amount')}
          least={1}
          most={Math.round((now.cost ?? 0) * 100)}
          required
        />
      )}
    </ReasonSheet>
  );
}
