/**
 * The one mailbox a text names, in the form it is kept, or null. ASCII only and checked before any normalisation, so that
 * no look-alike character becomes an address of somebody else.
 */
export function normalizeEmail(value: string): string | null {
  const address = value.trim();
  if (address.length > 254 || !/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$/.test(address))
    return null;
  const [local = '', domain = ''] = address.split('@');
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null;
  const labels = domain.split('.');
  const isLabel = (label: string) => /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label);
  if (labels.length < 2 || !labels.every(isLabel) || !/^[A-Za-z][A-Za-z0-9-]*$/.test(labels.at(-1)!)) return null;
  return address.toLowerCase();
}

/**
 * The mailbox of a normalized address: without the `+tag` that most providers let an owner invent, and without the dots that
 * Google does not read. For limits alone; accounts and mails keep the address as it was given, since not every provider does so.
 */
export function mailboxOf(email: string): string {
  const untagged = email.replace(/(?<=^[^@+]+)\+[^@]*/, '');
  const [local = '', domain] = untagged.split('@');
  return domain === 'gmail.com' || domain === 'googlemail.com' ? `${local.replaceAll('.', '')}@gmail.com` : untagged;
}
