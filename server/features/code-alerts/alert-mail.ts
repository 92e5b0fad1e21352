import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Told } from './code-alerts.store.ts';

/** More are in the portal. */
const mostNamed = 20;

/** Tells a partner of codes that may have gone, or may hang elsewhere. */
export function alertMail(
  { productName, publicUrl }: Pick<Settings, 'productName' | 'publicUrl'>,
  { codeAlert: words }: MailWords,
  found: { quiet: readonly Told[]; far: readonly Told[] },
) {
  const all = [...found.quiet, ...found.far];
  const open = all.length === 1 && all[0]!.code !== null ? `?open=${all[0]!.code}` : '';
  const link = `${publicUrl}/auth?redirect=${encodeURIComponent(`/partner-portal/qr-codes${open}`)}`;
  const named = (told: readonly Told[]) =>
    told.slice(0, mostNamed).map(({ place, code, label }) => ({
      place: oneLine(place),
      code: code && [label && oneLine(label), code].filter(Boolean).join(', '),
    }));
  const lists = { quiet: named(found.quiet), far: named(found.far) };
  return { subject: words.subject(all.length, oneLine(all[0]!.place)), text: words.text(productName, link, lists) };
}
