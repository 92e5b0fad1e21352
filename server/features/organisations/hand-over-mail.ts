import { oneLine } from '../../../contract/one-line.ts';
import type { Services } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { findAddressed } from './organisations.store.ts';

/** Tells the new owner of an organisation and the former one, each in their language, that it was handed over. */
export async function tellOfHandingOver(
  { jobs, settings, languages, mailsIn }: Pick<Services, 'jobs' | 'settings' | 'languages' | 'mailsIn'>,
  tx: Tx,
  own: Pick<Membership, 'kind' | 'name'>,
  { from, to, stays }: { from: string; to: string; stays: boolean },
): Promise<void> {
  const screen = own.kind === 'partner' ? '/partner-portal/team' : '/dashboard';
  const link = `${settings.publicUrl}/auth?redirect=${encodeURIComponent(screen)}`;
  const organization = oneLine(own.name);
  const people = await findAddressed(tx, [from, to]);
  for (const { id, email, language } of people) {
    const other = people.find((one) => one.id !== id)!;
    const { handOver: words } = await mailsIn(languages.find((one) => one === language) ?? defaultLanguage);
    const became = id === to ? 'owner' : stays ? 'staff' : 'traveler';
    await jobs.send(tx, 'mail', {
      to: email,
      subject: words.subject(organization),
      text: words.text(settings.productName, link, organization, became, oneLine(other.email)),
    });
  }
}
