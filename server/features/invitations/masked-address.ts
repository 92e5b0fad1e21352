/** An address as it is shown to whoever holds the link: `l•••@example.com`. */
export function maskedAddress(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
}
