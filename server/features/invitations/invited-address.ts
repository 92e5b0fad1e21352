/**
 * The mailbox an administrator typed, in the form accounts keep theirs, or null: ASCII only, one address, at most 254
 * characters. What passes here must also be able to ask for a sign-in link, or the invitation could never be accepted.
 */
export function invitedAddress(typed: string): string | null {
  const address = typed.trim();
  const [local = '', domain = '', ...more] = address.split('@');
  if (address.length > 254 || more.length > 0 || domain.length > 190) return null;
  if (!/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(local) || local.length > 64)
    return null;
  const labels = domain.split('.');
  const isLabel = (label: string) => /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label);
  if (labels.length < 2 || !labels.every(isLabel) || !/^[A-Za-z]/.test(labels.at(-1)!)) return null;
  return address.toLowerCase();
}

/** An address as it is shown to whoever holds the link: `l•••@example.com`. */
export function maskedAddress(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
}
