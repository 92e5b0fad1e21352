import { type CampaignField, campaignFields } from '../../../../contract/campaign-form.ts';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { errorCode } from '../../api.ts';
import { type EditedKind, VersionedForm } from '../../desk/versioned-form.tsx';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import { list } from '../../messages/format.ts';
import { refusalWords } from '../../refusal-words.ts';
import { CampaignFields, type EditorMeans } from './campaign-fields.tsx';
import { bodyOf, faultsOf, placesIn, valuesOf } from './campaign-values.ts';

const { byNow, editor } = words;

/** What a field of the other holds, in words. */
function told(field: CampaignField, now: Campaign): string {
  if (field === 'budget' || field === 'click_price' || field === 'pricing') return words.paid(now);
  if (field === 'languages') return words.languagesOf(now.languages);
  if (field === 'categories') return list(now.categories);
  const value = valuesOf(now)[field];
  return field === 'places' ? list(placesIn(value).map(({ name }) => name)) : value;
}

const campaigns: EditedKind<CampaignField, Campaign> = {
  name: 'campaign',
  fields: campaignFields,
  valuesOf,
  check: faultsOf,
  make: (api, values) => api('POST /api/campaigns', { body: bodyOf(values) }),
  change: (api, id, values, replaces, beside) => {
    const { listing_id: _, ...content } = bodyOf(values);
    const reason = beside('reason');
    return api('PUT /api/campaigns/{id}', {
      params: { id },
      body: { ...content, replaces, ...(reason && { reason }) },
    });
  },
  read: (api, id) => api('GET /api/campaigns/{id}', { params: { id } }),
  // The fields at fault say that they are; why is said once.
  refused: (failure) => (errorCode(failure) === 'campaign_begun' ? { words: refusalWords(failure) } : undefined),
  words: {
    ...{ save: editor.save, saving: editor.saving, said: words.said },
    byNow: { ...byNow, other: (field, now) => byNow.other(field, told(field, now)) },
  },
};

interface CampaignFormProps {
  /** The one that is edited; null makes one. */
  campaign: Campaign | null;
  means: EditorMeans;
  /** Of which it is to be, where the address says so. */
  listing: string | null;
  /** Where the list is that shows it then. */
  toList: (id: string) => string;
}

/** The editor of a campaign. */
export const CampaignForm = ({ campaign, means, listing, toList }: CampaignFormProps) => (
  <VersionedForm kind={campaigns} one={campaign} toList={toList}>
    {({ of, values }) => <CampaignFields {...{ of, values, campaign, means, listing }} />}
  </VersionedForm>
);
