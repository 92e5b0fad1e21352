import type { CampaignStepTold } from '../../../contract/decision-mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Services } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import { findTold } from '../codes/codes.ts';
import type { CampaignRow } from './campaigns.store.ts';

/** Tells the owners of an advertiser by mail what an administrator has done to a campaign of theirs, and why. */
export async function tellOwners(
  { jobs, settings, languages, mailsIn }: Pick<Services, 'jobs' | 'settings' | 'languages' | 'mailsIn'>,
  tx: Tx,
  { id, name, organisation_id }: Pick<CampaignRow, 'id' | 'name' | 'organisation_id'>,
  did: CampaignStepTold,
  reason: string,
): Promise<void> {
  const { productName, publicUrl } = settings;
  const screen = did === 'deleted' ? '/campaigns' : `/campaigns?open=${id}`;
  const link = `${publicUrl}/auth?redirect=${encodeURIComponent(screen)}`;
  for (const { email, language } of await findTold(tx, { organisation_id, requested_by: null })) {
    const { campaignStep } = await mailsIn(languages.find((one) => one === language) ?? defaultLanguage);
    const about = oneLine(name);
    const text = campaignStep.text(productName, link, did, about, oneLine(reason));
    await jobs.send(tx, 'mail', { to: email, subject: campaignStep.subject(did, about), text });
  }
}
