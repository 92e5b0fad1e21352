import { useLoaderData, useLocation } from 'react-router';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { nullWhereNone } from '../../desk/list-query.ts';
import { useSession } from '../../features/session/use-session.ts';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import page from '../../ui/page.module.css';
import type { EditorMeans } from './campaign-fields.tsx';
import { CampaignForm } from './campaign-form.tsx';
import styles from './campaigns.module.css';
import { type CampaignsDesk, campaignsLoader } from './campaigns-loader.ts';
import { campaignsTabs, toCampaignList } from './campaigns-tabs.ts';

interface EditorData {
  /** What the address names, which need not be there; null where one is made. */
  asked: string | null;
  campaign: Campaign | null;
  means: EditorMeans;
}

export const loadCampaignEditor = campaignsLoader(async (api, { request }): Promise<EditorData> => {
  const asked = new URL(request.url).searchParams.get('campaign');
  const [means, campaign] = await Promise.all([
    api('GET /api/campaign-editor'),
    asked === null ? null : api('GET /api/campaigns/{id}', { params: { id: asked } }).catch(nullWhereNone),
  ]);
  return { asked, campaign, means };
});

/** Makes a campaign, or changes one, beside its card as guests see it. */
export function CampaignEditorScreen() {
  const { asked, campaign, means, may } = useLoaderData<EditorData & CampaignsDesk>();
  const query = new URLSearchParams(useLocation().search);
  const isAdmin = useSession().role === 'admin';
  const { editor } = words;
  const isMissing = asked !== null && !campaign;
  const sentence = () => {
    if (isMissing) return editor.notThere;
    if (!campaign) return isAdmin ? editor.ofAdvertisers : editor.addText;
    return campaign.state === 'ended' ? editor.ended : editor.editText(campaign.name);
  };
  const hasNoListing = !campaign && means.listings.length === 0;
  return (
    <Loaded>
      <DeskFrame
        title={titles.campaigns}
        {...(isAdmin && { administration: adminTabs('advertisers') })}
        {...campaignsTabs('campaigns', may)}
        sentence={sentence()}
      >
        <div className={styles.alone}>
          <ButtonLink look="quiet" to={toCampaignList(query, campaign?.id ?? null)}>
            {campaign ? editor.toCampaign : editor.toCampaigns}
          </ButtonLink>
        </div>
        {!isMissing && !isAdmin && hasNoListing && (
          <EmptyState
            title={editor.noListing}
            action={
              <ButtonLink look="plain" to="/dashboard">
                {ownListingsDesk.tab}
              </ButtonLink>
            }
          >
            {editor.noListingText}
          </EmptyState>
        )}
        {!isMissing && !hasNoListing && (
          <section className={page.section} aria-labelledby="campaign-editor">
            <h2 id="campaign-editor" tabIndex={-1}>
              {campaign ? campaign.name : editor.title}
            </h2>
            {/* What was typed into it stays where it was ended meanwhile. */}
            <CampaignForm
              key={asked}
              campaign={campaign}
              means={means}
              listing={query.get('of')}
              toList={(id) => toCampaignList(query, id)}
            />
          </section>
        )}
      </DeskFrame>
    </Loaded>
  );
}
